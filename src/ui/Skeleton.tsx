import styles from './Skeleton.module.css';

type Props = {
  width?: number | string | undefined;
  height?: number | string | undefined;
  radius?: number | string | undefined;
  className?: string | undefined;
};

/** A still block in the final geometry; shows itself only after 300 ms, so quick answers never flash. */
export function Skeleton({ width = '100%', height = 14, radius, className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`${styles.block} ${className ?? ''}`}
      style={{ width, height, borderRadius: radius }}
    />
  );
}
