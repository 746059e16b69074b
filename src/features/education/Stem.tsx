import styles from './Stem.module.css';

type Props = { percent: number; label: string; thin?: boolean };

/** How far: a stem that grows, never a circle (design/README.md). */
export function Stem({ percent, label, thin = false }: Props) {
  return (
    <progress
      className={thin ? `${styles.stem} ${styles.thin}` : styles.stem}
      aria-label={label}
      value={percent}
      max={100}
    >
      {percent} %
    </progress>
  );
}
