import { useAtomValue } from 'jotai';
import { useLayoutEffect, useRef, useState } from 'react';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { pictureUrl, type PictureSize } from '#src/features/catalogue/pictures.ts';
import { useTakenOver } from '#src/platform/display/use-hydrating.ts';
import { useMissing } from '#src/platform/api/use-missing.ts';
import styles from './ProductPicture.module.css';

type Props = {
  image: string | null;
  /** Alternative text; empty where the title stands beside the picture. */
  title: string;
  /** The largest size worth loading. */
  size: PictureSize;
  /** What `sizes` of the browser says: «(min-width: 960px) 250px, 50vw». */
  sizes: string;
  /** In the first screen: loaded at once and first. */
  priority?: boolean;
  /** Out of stock. */
  dimmed?: boolean;
};

/** A cut-out on paper; until it is there (or offline, unseen) its thumbhash stands in its place. */
export function ProductPicture({ image, title, size, sizes, priority = false, dimmed = false }: Props) {
  // In a rendered page the picture itself is on its way before any script: nothing stands in its place, nothing hides it.
  const [isShown, setShown] = useState(useTakenOver());
  const [isMissing, miss] = useMissing();
  const thumb = useAtomValue(catalogueAtom).thumbs[image ?? ''];
  const widths = ([240, 480, 960] as const).filter((width) => width <= size);
  const set = (format: 'avif' | 'webp') =>
    widths.map((width) => `${pictureUrl(image ?? '', width, format)} ${width}w`).join(', ');
  return (
    <span data-picture className={`${styles.box} ${dimmed ? styles.dimmed : ''}`}>
      {thumb && !isShown && <Thumb hash={thumb} />}
      {image && !isMissing && (
        <picture>
          <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
          <img
            className={`pack ${isShown ? '' : styles.waiting}`}
            src={pictureUrl(image, widths.at(-1) ?? 240)}
            srcSet={set('webp')}
            sizes={sizes}
            alt={title}
            width={480}
            height={480}
            loading={priority ? 'eager' : 'lazy'}
            fetchPriority={priority ? 'high' : 'auto'}
            decoding="async"
            onLoad={() => setShown(true)}
            onError={() => {
              setShown(false);
              miss();
            }}
          />
        </picture>
      )}
      {title && isMissing && <span className="sr">{title}</span>}
    </span>
  );
}

/** A 32-pixel blur drawn to a canvas: no `style` attributes, no data URLs (docs/product/addresses.md#what-the-server-answers). */
function Thumb({ hash }: { hash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    let isGone = false;
    let leaveQueue = () => {};
    void import('#src/features/catalogue/draw-thumb.ts').then(({ queueThumb }) => {
      if (!isGone && canvas.current) leaveQueue = queueThumb(canvas.current, hash);
    });
    return () => {
      isGone = true;
      leaveQueue();
    };
  }, [hash]);
  return <canvas ref={canvas} className={styles.thumb} width={32} height={32} aria-hidden="true" />;
}
