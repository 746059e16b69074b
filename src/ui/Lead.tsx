import type { ReactNode } from 'react';
import styles from './Lead.module.css';

type Props = {
  name: ReactNode;
  value: ReactNode;
  strong?: boolean | undefined;
  /** A value that does not fit takes a line of its own; otherwise both sides share the line. */
  wraps?: boolean | undefined;
  className?: string | undefined;
};

/** Dotted leader: name …… value. A line of text, so it fits into a link, a list item or a paragraph. */
export function Lead({ name, value, strong = false, wraps = false, className }: Props) {
  return (
    <span className={`${styles.lead} ${strong ? styles.strong : ''} ${wraps ? styles.wraps : ''} ${className ?? ''}`}>
      <span>{name}</span>
      <span className={`${styles.value} num`}>{value}</span>
    </span>
  );
}
