import type { ComponentProps } from 'react';
import { formatNumber } from './format.ts';
import { chipClass } from './chip-class.ts';
import { Icon } from './Icon.tsx';

type Props = ComponentProps<'button'> & {
  pressed?: boolean | undefined;
  count?: number | undefined;
  /** A cross after the words: pressing takes the filter away. */
  removable?: boolean | undefined;
};

export function Chip({ pressed, count, removable = false, className, type = 'button', children, ...rest }: Props) {
  return (
    <button type={type} aria-pressed={pressed} className={chipClass(className)} {...rest}>
      {children}
      {count !== undefined && <span className="num">{formatNumber(count)}</span>}
      {removable && <Icon name="x" size={16} />}
    </button>
  );
}
