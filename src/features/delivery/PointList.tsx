import { useState } from 'react';
import type { DeliveryPoint } from '#contract/delivery.ts';
import { distanceWords, pointFacts } from '#src/features/delivery/points.rules.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './PointsView.module.css';

/** As many rows at once: a thousand would make a phone stutter, and nobody reads so many. */
const PAGE = 40;

type Props = {
  points: readonly DeliveryPoint[];
  now: Date;
  /** Of the row that shows more. */
  open: string | null;
  onOpen: (id: string | null) => void;
  onTake?: ((point: DeliveryPoint) => void) | undefined;
};

/** Numbered as the marks of the map are. */
export function PointList({ points, now, open, onOpen, onTake }: Props) {
  const [pages, setPages] = useState(1);
  const opened = open === null ? -1 : points.findIndex(({ id }) => id === open);
  // A point that was chosen on the map is in the list, however far.
  const count = Math.max(pages * PAGE, opened + 1);
  const left = points.length - count;
  return (
    <>
      <ul aria-label="Пункты выдачи" className={styles.list}>
        {points.slice(0, count).map((point, i) => (
          <li key={point.id} aria-label={point.address} className={point.id === open ? styles.on : undefined}>
            <button
              type="button"
              className={styles.row}
              aria-expanded={point.id === open}
              onClick={() => onOpen(point.id === open && !onTake ? null : point.id)}
            >
              <span className={`num ${styles.number}`}>{i + 1}</span>
              <b>{point.address}</b>
              <span className="small mute num">{distanceWords(point.distance)}</span>
              <span className={`small mute ${styles.facts}`}>{pointFacts(point, now)}</span>
            </button>
            {point.id === open && (
              <div className={styles.take}>
                <p className="small soft">
                  {[point.name, point.note].filter(Boolean).join('. ')}
                  {point.phone && (
                    <>
                      {'. '}
                      <a className="num" href={`tel:${point.phone.replaceAll(/[^+\d]/g, '')}`}>
                        {point.phone}
                      </a>
                    </>
                  )}
                </p>
                {onTake && (
                  <Button kind="leaf" onClick={() => onTake(point)}>
                    Забрать здесь
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button kind="soft" onClick={() => setPages(pages + 1)}>
          Показать ещё {Math.min(left, PAGE)}
        </Button>
      )}
    </>
  );
}
