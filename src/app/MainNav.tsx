import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type NavKey, navKeyOf, returnPath } from '#src/app/nav.rules.ts';
import { NavBadge, NavBadgeWords } from '#src/app/NavBadge.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import { rememberKind, rememberedKind } from '#src/platform/memory/who.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import styles from './Shell.module.css';

type Item = { key: NavKey; href: string; icon: IconName; text: ReactNode };

/** The server knows nobody: which word is right is said by the first script of index.html, whose rules hide the other. */
const EITHER = (
  <>
    <span className="k-guest">Войти</span>
    <span className="k-person">Кабинет</span>
  </>
);

/**
 * Four links, the same at every width: below, at the side, in the header. A guest's fourth is «Войти»
 * (docs/product/addresses.md#who-may-enter).
 */
export function MainNav() {
  const [path] = useLocation();
  const search = useSearch();
  const { known, user } = useAtomValue(sessionAtom);
  const isHydrating = useHydrating();
  const isGuest = isHydrating || (known ? user.isGuest : rememberedKind() === 'guest');
  useEffect(() => {
    if (known) rememberKind(user.isGuest ? 'guest' : 'person');
  }, [known, user.isGuest]);
  const items: Item[] = [
    { key: 'catalogue', href: '/katalog', icon: 'catalog', text: 'Каталог' },
    { key: 'favourites', href: '/user/favorites', icon: 'heart', text: 'Избранное' },
    { key: 'cart', href: user.isOptovik ? '/optovik/cart' : '/cart', icon: 'cart', text: 'Корзина' },
    isGuest
      ? {
          key: 'cabinet',
          href: `/login${returnPath(path, search)}`,
          icon: 'user',
          text: isHydrating ? EITHER : 'Войти',
        }
      : { key: 'cabinet', href: '/user', icon: 'user', text: 'Кабинет' },
  ];
  const current = navKeyOf(path);
  return (
    <nav className={styles.nav} aria-label="Основная навигация">
      <ul>
        {items.map(({ key, href, icon, text }) => (
          <li key={key}>
            <Link
              href={href}
              aria-current={key !== current ? undefined : path === href ? 'page' : 'true'}
              aria-describedby={key === 'cart' ? 'cart-pieces' : undefined}
            >
              <Icon name={icon} />
              {text}
              {key === 'cart' && <NavBadge />}
            </Link>
          </li>
        ))}
      </ul>
      <NavBadgeWords />
    </nav>
  );
}
