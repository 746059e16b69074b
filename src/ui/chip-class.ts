import styles from './Chip.module.css';

/** The look of a chip for a link; mark the chosen one with `aria-current`. */
export const chipClass = (className?: string): string => [styles.chip, className].filter(Boolean).join(' ');
