import { Select } from '#src/ui/Select.tsx';
import styles from './DeskReturns.module.css';

type Line = { line_id: number; title: string; most: number; note?: string | null };
type Props = {
  lines: readonly Line[];
  label: string;
  chosen: Readonly<Record<number, number>>;
  onChoose: (lineId: number, pieces: number) => void;
};
/** So many of so many, for each line. */
export const PieceChoice = ({ lines, label, chosen, onChoose }: Props) => (
  <ul className={styles.pieces}>
    {lines.map(({ line_id: id, title, most, note }) => (
      <li key={id}>
        <span>
          {title}
          {note && <span className={`${styles.note} small mute num`}>{note}</span>}
        </span>
        <Select
          aria-label={`${label}: ${title}`}
          value={chosen[id] ?? 0}
          onChange={(event) => onChoose(id, Number(event.target.value))}
        >
          {Array.from({ length: most + 1 }, (_, pieces) => (
            <option key={pieces} value={pieces}>
              {pieces} из {most}
            </option>
          ))}
        </Select>
      </li>
    ))}
  </ul>
);
