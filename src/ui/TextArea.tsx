import type { ComponentProps } from 'react';
import styles from './Field.module.css';

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={`${styles.input} ${styles.area} ${className ?? ''}`} {...rest} />;
}
