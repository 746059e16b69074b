import type { ComponentProps, ReactNode } from 'react';
import styles from './Checkbox.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  type?: 'checkbox' | 'radio' | undefined;
  children: ReactNode;
};

/** A native box or dot with its words; the whole line is the target. */
export function Checkbox({ type = 'checkbox', className, children, ...rest }: Props) {
  return (
    <label className={`${styles.cb} ${className ?? ''}`}>
      <input type={type} {...rest} />
      <span>{children}</span>
    </label>
  );
}
