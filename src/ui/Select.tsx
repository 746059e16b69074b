import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';

type Props = ComponentProps<'select'> & {
  /** `bare`: no border, for a tool row on the phone. */
  look?: 'box' | 'bare' | undefined;
};

/** The browser's own list with our chevron; name it by `aria-label` or by a Field around it. */
export function Select({ look = 'box', className, children, ...rest }: Props) {
  return (
    <span className={`${styles.sel} ${styles[look]} ${className ?? ''}`}>
      <select {...rest}>{children}</select>
      <Icon name="down" size={20} className={styles.mark} />
    </span>
  );
}
