import type { ComponentProps } from 'react';
import styles from './Field.module.css';

/** 17 px, so that iOS does not zoom into it. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={`${styles.input} ${className ?? ''}`} {...rest} />;
}
