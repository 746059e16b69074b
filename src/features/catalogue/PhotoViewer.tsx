import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { pictureUrl } from '#src/features/catalogue/pictures.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import styles from './PhotoViewer.module.css';

type View = { scale: number; x: number; y: number };
const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX = 4;
const DOUBLE_MS = 320;

type Props = {
  pictures: readonly string[];
  start: number;
  /** What the picture shows. */
  wordsOf: (at: number) => string;
  onClose: () => void;
};

/** «Просмотр фото»: pinch, double tap, wheel, + and − enlarge; dragging moves; arrows turn the pages; Escape closes. */
export function PhotoViewer({ pictures, start, wordsOf, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(start);
  const [view, setView] = useState<View>(WHOLE);
  const touches = useRef(new Map<number, { x: number; y: number }>());
  const spread = useRef<number | null>(null);
  const tapped = useRef(0);
  // A layout effect ends while the dialog is still in the document: closing it gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const turn = (step: 1 | -1) => {
    setAt((now) => (now + step + pictures.length) % pictures.length);
    setView(WHOLE);
  };
  const zoom = (by: number) => setView((now) => clamp({ ...now, scale: now.scale * by }));
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (event.key === '+' || event.key === '=') zoom(1.5);
    else if (event.key === '-') zoom(1 / 1.5);
    else if (event.key === '0') setView(WHOLE);
    else if (move && view.scale > 1) setView((now) => clamp({ ...now, x: now.x + move[0]!, y: now.y + move[1]! }));
    else if (event.key === 'ArrowLeft' && pictures.length > 1) turn(-1);
    else if (event.key === 'ArrowRight' && pictures.length > 1) turn(1);
    else return;
    event.preventDefault();
  };
  const onDown = (event: PointerEvent) => {
    touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    event.currentTarget.setPointerCapture(event.pointerId);
    if (touches.current.size > 1) return;
    if (event.timeStamp - tapped.current < DOUBLE_MS)
      setView((now) => (now.scale > 1 ? WHOLE : { ...WHOLE, scale: 2.5 }));
    tapped.current = event.timeStamp;
  };
  const onMove = (event: PointerEvent) => {
    const before = touches.current.get(event.pointerId);
    if (!before) return;
    touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [a, b] = [...touches.current.values()];
    if (a && b) {
      const now = Math.hypot(a.x - b.x, a.y - b.y);
      if (spread.current) zoom(now / spread.current);
      spread.current = now;
    } else
      setView((now) => clamp({ ...now, x: now.x + event.clientX - before.x, y: now.y + event.clientY - before.y }));
  };
  const onUp = (event: PointerEvent) => {
    touches.current.delete(event.pointerId);
    spread.current = null;
  };
  const picture = pictures[at] ?? '';
  return (
    // Arrows and + − belong to the picture wherever the focus is inside the dialog.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={dialog} className={styles.viewer} aria-label="Просмотр фото" onClose={onClose} onKeyDown={onKey}>
      <div
        className={styles.field}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onWheel={(event) => zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15)}
      >
        <picture>
          <source type="image/avif" srcSet={pictureUrl(picture, 960, 'avif')} />
          <img
            className={styles.picture}
            src={pictureUrl(picture, 960)}
            alt={wordsOf(at)}
            width={960}
            height={960}
            draggable={false}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          />
        </picture>
      </div>
      <div className={styles.close}>
        <IconButton icon="x" label="Закрыть" onClick={onClose} />
      </div>
      <div className={styles.tools}>
        {pictures.length > 1 && <IconButton icon="left" label="Предыдущее фото" onClick={() => turn(-1)} />}
        <IconButton icon="minus" label="Уменьшить" disabled={view.scale <= 1} onClick={() => zoom(1 / 1.5)} />
        <IconButton icon="plus" label="Увеличить" disabled={view.scale >= MAX} onClick={() => zoom(1.5)} />
        {pictures.length > 1 && <IconButton icon="right" label="Следующее фото" onClick={() => turn(1)} />}
        {pictures.length > 1 && (
          <span className="num small" aria-live="polite">
            {at + 1} из {pictures.length}
          </span>
        )}
      </div>
    </dialog>
  );
}

/** Never smaller than whole, never dragged out of sight. */
function clamp({ scale, x, y }: View): View {
  const next = Math.min(MAX, Math.max(1, scale));
  const room = ((next - 1) * Math.min(innerWidth, innerHeight)) / 2;
  const within = (value: number) => Math.min(room, Math.max(-room, value));
  return next === 1 ? WHOLE : { scale: next, x: within(x), y: within(y) };
}
