import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Tag.module.css';

type Props = {
  kind?: 'leaf' | 'seed' | 'plain' | 'error' | 'line' | undefined;
  icon?: IconName | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** «Новинка» leaf, «Акция» seed, «Хит» plain, «не отправлено» error. */
export function Tag({ kind = 'leaf', icon, className, children }: Props) {
  return (
    <span className={`${styles.tag} ${styles[kind]} ${className ?? ''}`}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
