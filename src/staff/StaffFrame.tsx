import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './StaffFrame.module.css';

export type Section = {
  href: string;
  title: string;
  /** Its screens have addresses of their own. */
  also?: string;
};
/** What the app gives a surface: the pill of the queue for its bar, the screen for its middle. */
export type SurfaceProps = { pill: ReactNode; children: ReactNode };
type Props = SurfaceProps & { name: string; sections: readonly Section[]; isKept: boolean };

/**
 * The frame of desk and counter: a bar of its own, no search and no tabs of the shop (design of «Хозяйство» and «Пункт
 * выдачи»).
 */
export function StaffFrame({ name, sections, isKept, pill, children }: Props) {
  const [path] = useLocation();
  const { user } = useAtomValue(sessionAtom);
  const nav = useRef<HTMLElement>(null);
  // A title may grow by its count once that is known.
  const titles = sections.map(({ title }) => title).join();
  // On a phone the row is wider than the screen: the section that is open stands in sight.
  useEffect(() => {
    const row = nav.current;
    const here = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && here) row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  }, [path, titles]);
  return (
    <>
      <header className={styles.top} data-staff="">
        <div className={`wrap ${styles.bar}`}>
          <Link className={styles.logo} href="/" aria-label="Росток, в магазин">
            <Icon name="mark" size={30} />
          </Link>
          <b className={styles.name}>{name}</b>
          <p className={styles.who}>
            <span className={styles.person}>{user.name}</span>
            <output className="small mute">{isKept ? 'Открывается и без сети' : ''}</output>
          </p>
          {pill}
        </div>
      </header>
      {sections.length > 1 && (
        <nav ref={nav} className={`wrap ${styles.sections}`} aria-label={name}>
          {sections.map(({ href, title, also }) => (
            <Link
              key={href}
              href={href}
              aria-current={isHere(path, href) || (also !== undefined && path.startsWith(also)) ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
/** The surface's own start is only itself; a section is its screens of one thing too. */
const isHere = (path: string, href: string): boolean =>
  path === href || (href.split('/').length > 2 && path.startsWith(`${href}/`));
