import type { ReactNode } from 'react';
import styles from './Switch.module.css';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean;
  className?: string;
  'aria-describedby'?: string;
};

export function Switch({ checked, onChange, children, className, ...rest }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      className={`${styles.sw} ${className ?? ''}`}
      onClick={() => onChange(!checked)}
      {...rest}
    >
      <i aria-hidden="true" />
      <span>{children}</span>
    </button>
  );
}
