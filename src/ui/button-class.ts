import styles from './Button.module.css';

export type ButtonKind = 'leaf' | 'soft' | 'line' | 'quiet';
export type ButtonLook = { size?: 'lg' | undefined; wide?: boolean | undefined; className?: string | undefined };

/** The look of a button for a link: `<Link href="/katalog" className={buttonClass('leaf')}>`. */
export function buttonClass(kind: ButtonKind, { size, wide = false, className }: ButtonLook = {}): string {
  return [styles.btn, styles[kind], size && styles[size], wide && styles.wide, className].filter(Boolean).join(' ');
}
