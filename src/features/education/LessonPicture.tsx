import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { hashOf } from '#src/features/education/lesson-html.rules.ts';
import { useStoredPicture } from '#src/features/education/use-stored-picture.ts';
import { useMissing } from '#src/platform/api/use-missing.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import styles from './LessonPicture.module.css';
import text from './LessonText.module.css';

type Props = { src: string | undefined; alt: string; width: number | undefined; height: number | undefined };

/** A picture of a lesson, from this phone; a tap enlarges it. What cannot be had tells what was on it. */
export function LessonPicture({ src, alt, width = 328, height = 180 }: Props) {
  const stored = useStoredPicture(src ? hashOf(src) : null);
  const [isLost, lose] = useMissing();
  const [isOpen, setOpen] = useState(false);
  const source = stored.url ?? (stored.isRead && !isLost ? src : undefined);
  if (!source && (!src || stored.isRead))
    return (
      <span className={text.lost}>
        <Icon name="offline" />
        <span>
          Картинки нет на{'\u00a0'}телефоне: {alt}
        </span>
      </span>
    );
  const style = { aspectRatio: `${width} / ${height}` };
  return (
    <>
      <button type="button" className={text.zoom} aria-label={`Увеличить: ${alt}`} onClick={() => setOpen(true)}>
        <img src={source} alt={alt} width={width} height={height} style={style} onError={lose} />
      </button>
      {isOpen && source && (
        <Viewer src={source} alt={alt} width={width} height={height} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const STEPS = [1, 1.5, 2, 3, 4] as const;
type ViewerProps = { src: string; alt: string; width: number; height: number; onClose: () => void };

/** Fits the screen first; larger it is moved by finger, wheel or arrows: the field scrolls as any page does. */
function Viewer({ src, alt, width, height, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState(0);
  // A layout effect ends while the dialog is still in the document: closing it gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const zoom = (by: 1 | -1) => setStep((now) => Math.min(STEPS.length - 1, Math.max(0, now + by)));
  const onKey = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoom(1);
    else if (event.key === '-') zoom(-1);
  };
  const scale = STEPS[step] ?? 1;
  const fit = `min(100vw - 2 * var(--gutter), (100dvh - 2 * var(--s16)) * ${width / height})`;
  return (
    // Plus and minus belong to the picture wherever the focus is inside the dialog.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={dialog} className={styles.viewer} aria-label="Просмотр картинки" onClose={onClose} onKeyDown={onKey}>
      {/* Scrolled by arrows when it is larger than the screen. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.field} tabIndex={0} aria-label={alt}>
        <img src={src} alt="" style={{ width: `calc(${fit} * ${scale})` }} draggable={false} />
      </section>
      <div className={styles.close}>
        <IconButton icon="x" label="Закрыть" onClick={onClose} />
      </div>
      <div className={styles.tools}>
        <IconButton icon="minus" label="Уменьшить" disabled={step === 0} onClick={() => zoom(-1)} />
        <IconButton icon="plus" label="Увеличить" disabled={step === STEPS.length - 1} onClick={() => zoom(1)} />
      </div>
    </dialog>
  );
}
