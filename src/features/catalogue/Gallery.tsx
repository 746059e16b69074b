import { Suspense, useRef, useState } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import { Labels } from '#src/features/catalogue/Labels.tsx';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { nameWithPack } from '#src/terms/product-name.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './Gallery.module.css';

const PhotoViewer = lazyPart(() => import('#src/features/catalogue/PhotoViewer.tsx'), 'PhotoViewer');

type Props = {
  row: ListRow;
  gallery: readonly string[];
  /** What each picture shows, where the shop drew it itself. */
  views?: readonly string[] | undefined;
  isOut: boolean;
};

/** `PictureView` in words, for a picture and for the small one that chooses it. */
const VIEWS: Readonly<Record<string, readonly [whole: string, short: string]>> = {
  label: ['этикетка и состав', 'этикетка'],
  scale: ['размер рядом с банковской картой', 'размер'],
};

/** Squared paper behind one large product; a swipe or the small pictures choose, a tap opens «Просмотр фото». */
export function Gallery({ row, gallery, views = [], isOut }: Props) {
  const pictures = gallery.length > 0 ? gallery : row.image ? [row.image] : [];
  const [at, setAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  const words = nameWithPack(row);
  const wordsOf = (i: number) => (i === 0 ? words : `${words}: ${VIEWS[views[i] ?? '']?.[0] ?? `фото ${i + 1}`}`);
  const shortOf = (i: number) => {
    const view = VIEWS[views[i] ?? '']?.[1];
    return view ? `Фото ${i + 1}: ${view}` : `Фото ${i + 1}`;
  };
  const go = (i: number) => {
    setAt(i);
    strip.current?.scrollTo({ left: i * strip.current.clientWidth, behavior: 'instant' });
  };
  return (
    <section className={styles.gallery} aria-label="Фотографии">
      <div className={styles.stage}>
        <div
          ref={strip}
          className={styles.strip}
          onScroll={(event) =>
            setAt(Math.round(event.currentTarget.scrollLeft / Math.max(1, event.currentTarget.clientWidth)))
          }
        >
          {pictures.length === 0 && (
            <span className={styles.shot}>
              <ProductPicture image={null} title={words} size={960} sizes="1px" />
            </span>
          )}
          {pictures.map((picture, i) => (
            <button
              key={picture}
              type="button"
              className={styles.slide}
              aria-label={`Увеличить фото ${i + 1} из ${pictures.length}`}
              onClick={() => setOpen(true)}
            >
              <span
                className={i === at ? `${styles.shot} ${styles.flies}` : styles.shot}
                data-flies={i === at ? '' : undefined}
              >
                <ProductPicture
                  key={picture}
                  image={picture}
                  title={wordsOf(i)}
                  size={960}
                  sizes="(min-width: 960px) 480px, (min-width: 780px) 320px, 78vw"
                  priority={i === 0}
                  dimmed={isOut}
                />
              </span>
            </button>
          ))}
        </div>
        <Labels labels={row.labels} className={styles.labels} />
        {pictures.length > 1 && (
          <div className={styles.dots} aria-hidden="true">
            {pictures.map((picture, i) => (
              <i key={picture} className={i === at ? styles.on : undefined} />
            ))}
          </div>
        )}
      </div>
      {pictures.length > 0 && (
        <ul className={styles.thumbs}>
          {pictures.map((picture, i) => (
            <li key={picture}>
              <button type="button" aria-label={shortOf(i)} aria-current={i === at} onClick={() => go(i)}>
                <ProductPicture image={picture} title="" size={240} sizes="84px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <Suspense>
          <PhotoViewer pictures={pictures} start={at} wordsOf={wordsOf} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
