import { type ReactNode, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './Slides.module.css';
import { useSlides } from './use-slides.ts';

type Props = {
  title: string;
  /** Under the heading: what these things have in common, or how many there are. */
  note?: ReactNode;
  /** «Все …», a true link. */
  more?: ReactNode;
  /** The cards, each with its key. */
  children: ReactNode[];
};

/** A titled row of one ruled sheet that slides sideways: by finger, by wheel, by the two arrows, by ← and → from card to card. */
export function Slides({ title, note, more, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const { at, turn } = useSlides(row);
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {note && <p className="small mute">{note}</p>}
        <span className={styles.ways}>
          {more}
          <span className={styles.arrows} hidden={at.isFit}>
            <IconButton icon="left" label={`${title}: назад`} disabled={at.isFirst} onClick={() => turn(-1)} />
            <IconButton icon="right" label={`${title}: дальше`} disabled={at.isLast} onClick={() => turn(1)} />
          </span>
        </span>
      </div>
      <div ref={row} className={styles.row}>
        {children.map((child, i) => (
          // The caller's keys are on the cards themselves.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className={styles.cell}>
            {child}
          </div>
        ))}
      </div>
    </section>
  );
}
