import { Note } from '../Note.tsx';
import { Skeleton } from '../Skeleton.tsx';
import styles from './Table.module.css';

const GHOSTS = [0, 1, 2, 3, 4, 5];

/** The shape of what is coming. */
export const TableGhost = ({ label, columns }: { label: string; columns: number }) => (
  <output className={`card ${styles.ghost}`} aria-busy="true" aria-label={`${label}: загружается`}>
    {GHOSTS.map((row) => (
      <div key={row} className={styles.ghostRow}>
        {Array.from({ length: Math.min(columns, 5) }, (_, i) => (
          <Skeleton key={i} height={18} />
        ))}
      </div>
    ))}
  </output>
);

type Failure = { text: string; onRetry: () => void; hasRows: boolean };
export const TableFailure = ({ text, onRetry, hasRows }: Failure) => (
  <Note kind={hasRows ? 'plain' : 'error'} icon="alert">
    <span role="alert">
      {text} {hasRows && 'Ниже — то, что пришло раньше. '}
    </span>
    <button type="button" className="link" onClick={onRetry}>
      Повторить
    </button>
  </Note>
);
