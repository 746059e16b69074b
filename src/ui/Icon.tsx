import sprite from './icons.svg';
import styles from './Icon.module.css';

export type IconName =
  | 'catalog'
  | 'heart'
  | 'heart-full'
  | 'cart'
  | 'user'
  | 'search'
  | 'filter'
  | 'sort'
  | 'x'
  | 'plus'
  | 'minus'
  | 'check'
  | 'right'
  | 'down'
  | 'left'
  | 'arrow'
  | 'share'
  | 'eye'
  | 'bell'
  | 'offline'
  | 'sync'
  | 'clock'
  | 'download'
  | 'truck'
  | 'pin'
  | 'box'
  | 'wallet'
  | 'cake'
  | 'users'
  | 'chart'
  | 'book'
  | 'scan'
  | 'phone'
  | 'camera'
  | 'mobile'
  | 'screen'
  | 'trash'
  | 'edit'
  | 'info'
  | 'alert'
  | 'cal'
  | 'star'
  | 'lock'
  | 'card'
  | 'home'
  | 'list'
  | 'swap'
  | 'leaf'
  | 'drop'
  | 'cup'
  | 'pill'
  | 'gift'
  | 'print'
  | 'quote'
  | 'more'
  | 'store'
  | 'mail'
  | 'mark';

/** Drawn inside index.html too: the first screen needs no other file, and nothing blinks when React takes over. */
const INLINE: ReadonlySet<IconName> = new Set([
  'mark',
  'catalog',
  'heart',
  'heart-full',
  'cart',
  'user',
  'search',
  'filter',
  'down',
  'x',
  'plus',
  'minus',
  'bell',
  'eye',
]);

type Props = { name: IconName; size?: 14 | 16 | 18 | 20 | 24 | 30 | 34 | 36; className?: string | undefined };

/** One drawing of the sprite, never announced: the control around it carries the name. */
export function Icon({ name, size = 24, className }: Props) {
  return (
    <svg
      className={`${styles.icon} ${className ?? ''}`}
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <use href={INLINE.has(name) ? `#i-${name}` : `${sprite}#${name}`} />
    </svg>
  );
}
