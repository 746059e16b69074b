import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { type ScreenPath, SCREENS } from '#contract/paths.ts';
import { judge, whoIs } from '#contract/rights.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { loadUnreadAtom, unreadAtom } from '#src/features/session/unread.atoms.ts';
import { rejectedAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import styles from './Cabinet.module.css';

type Place = { href: ScreenPath; icon: IconName; title: string };
const PLACES: readonly Place[] = [
  { href: '/user', icon: 'home', title: 'Обзор' },
  { href: '/user/orders', icon: 'box', title: 'Заказы' },
  { href: '/user/account', icon: 'wallet', title: 'Счета' },
  { href: '/user/favorites', icon: 'heart', title: 'Избранное' },
  { href: '/user/business', icon: 'cal', title: 'Бизнес' },
  { href: '/user/business/structure', icon: 'users', title: 'Структура' },
  { href: '/user/reports', icon: 'chart', title: 'Отчёты' },
  { href: '/user/career', icon: 'leaf', title: 'Карьера' },
  { href: '/user/transfers', icon: 'swap', title: 'Переводы' },
  { href: '/user/education', icon: 'book', title: 'Обучение' },
  { href: '/user/consultants', icon: 'search', title: 'Консультанты' },
  { href: '/user/addresses', icon: 'pin', title: 'Адреса доставки' },
  { href: '/user/consents', icon: 'lock', title: 'Согласия и данные' },
  { href: '/user/profile', icon: 'user', title: 'Профиль' },
  { href: '/user/notifications', icon: 'bell', title: 'Уведомления' },
  { href: '/user/sync', icon: 'sync', title: 'Синхронизация' },
  { href: '/user/form-style', icon: 'drop', title: 'Оформление' },
  { href: '/desk', icon: 'chart', title: 'Хозяйство' },
  { href: '/punkt', icon: 'box', title: 'Пункт выдачи' },
];

/** Sections of the cabinet: none that would only lead to «Недостаточно прав», none without a screen behind it. */
export function CabinetMenu({ withOverview = true }: { withOverview?: boolean }) {
  const [path] = useLocation();
  const { user, uid } = useAtomValue(sessionAtom);
  const unread = useAtomValue(unreadAtom);
  const loadUnread = useSetAtom(loadUnreadAtom);
  useEffect(() => {
    void loadUnread();
  }, [loadUnread, uid, path]);
  const { pending } = useAtomValue(syncAtom);
  const waiting = pending.length + useAtomValue(rejectedAtom).length;
  const places = PLACES.filter(({ href }) => {
    const needs = SCREENS[href];
    return (withOverview || href !== '/user') && (needs === 'anyone' || judge(needs, whoIs(user)) === 'ok');
  });
  const here = sectionAt(path, places);
  return (
    <nav className={styles.menu} aria-label="Кабинет">
      {places.map(({ href, icon, title }) => (
        <Link
          key={href}
          href={href}
          className={styles.item}
          aria-current={path === href ? 'page' : href === here ? 'true' : undefined}
        >
          <Icon name={icon} size={20} />
          <span>{title}</span>
          {href === '/user/notifications' && unread > 0 && (
            <span className={`num ${styles.count}`}>
              {unread}
              <span className="sr"> непрочитанных</span>
            </span>
          )}
          {href === '/user/sync' && waiting > 0 && <span className={`num ${styles.count}`}>{waiting}</span>}
        </Link>
      ))}
      <Link href="/logout" className={styles.item}>
        <Icon name="arrow" size={20} /> Выйти
      </Link>
    </nav>
  );
}

/** The section that an address lies in: of «Бизнес» and «Структура» within it the nearer one. */
function sectionAt(path: string, places: readonly Place[]): ScreenPath | undefined {
  const around = places.filter(({ href }) => path === href || (href !== '/user' && path.startsWith(`${href}/`)));
  return around.toSorted((a, b) => b.href.length - a.href.length)[0]?.href;
}
