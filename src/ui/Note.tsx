import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Note.module.css';

type Props = {
  kind?: 'leaf' | 'seed' | 'error' | 'plain' | undefined;
  icon?: IconName | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A soft block with something worth knowing; not announced by itself. */
export function Note({ kind = 'plain', icon = 'info', className, children }: Props) {
  return (
    <div className={`${styles.note} ${styles[kind]} ${className ?? ''}`}>
      <Icon name={icon} size={20} />
      <div>{children}</div>
    </div>
  );
}
