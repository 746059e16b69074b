import type { ReactNode } from 'react';
import type { DeskParcel } from '#contract/parcels.ts';
import { byShelf, type ParcelLine } from '#src/staff/desk/orders/parcels.rules.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskParcels.module.css';

type Props = {
  lines: DeskParcel['lines'];
  isPacked?: boolean;
  /** What stands at the end of a line in the place of its count. */
  end?: (line: ParcelLine) => ReactNode;
};

/** Lines under their shelves, in the order of the walk. */
export const ParcelLines = ({ lines, isPacked = false, end }: Props) => (
  <div className={styles.shelves}>
    {byShelf(lines).map(({ shelf, lines: here }) => (
      <section key={shelf ?? ''} aria-label={shelf === null ? 'Без места' : `Полка ${shelf}`}>
        <h4 className="small soft">{shelf === null ? 'Место не указано' : `Полка ${shelf}`}</h4>
        <ul>
          {here.map((line) => (
            <li key={line.line_id} className={styles.line}>
              <span className={`${styles.cell} num`}>{line.place?.cell ?? '—'}</span>
              <span>
                <span className="mute num">{line.code}</span> {line.title}
                {line.marks !== null && <MarkState marks={line.marks} pieces={line.pieces} />}
              </span>
              {end ? (
                end(line)
              ) : (
                <span className="num">{isPacked ? `${line.pieces} шт.` : `${line.packed} из ${line.pieces}`}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);

/** Of a line that travels in several parcels the codes are counted together. */
const MarkState = ({ marks, pieces }: { marks: number; pieces: number }) => (
  <span className={styles.marks}>
    <Tag kind={marks >= pieces ? 'leaf' : 'seed'} icon={marks >= pieces ? 'check' : 'scan'}>
      Честный знак: {Math.min(marks, pieces)} из {pieces}
    </Tag>
  </span>
);
