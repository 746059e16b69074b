import type { ComponentProps } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  icon: IconName;
  label: string;
  /** Set for a toggle: the name stays, `aria-pressed` tells the state. */
  pressed?: boolean | undefined;
  size?: 20 | 24 | undefined;
};

/** A pressed drawing is filled, so colour is never the only sign. */
const FILLED: Partial<Record<IconName, IconName>> = { heart: 'heart-full' };

export function IconButton({ icon, label, pressed, size = 24, className, type = 'button', ...rest }: Props) {
  return (
    <button
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={`${styles.ib} ${className ?? ''}`}
      {...rest}
    >
      <Icon name={pressed ? (FILLED[icon] ?? icon) : icon} size={size} />
    </button>
  );
}
