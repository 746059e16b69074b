import type { ComponentProps } from 'react';
import { type ButtonKind, buttonClass } from './button-class.ts';

type Props = ComponentProps<'button'> & { kind: ButtonKind; size?: 'lg' | undefined; wide?: boolean | undefined };

/** One solid (`leaf`) button per task in view; a disabled one needs its reason in words beside it (`aria-describedby`). */
export function Button({ kind, size, wide, className, type = 'button', ...rest }: Props) {
  return <button type={type} className={buttonClass(kind, { size, wide, className })} {...rest} />;
}
