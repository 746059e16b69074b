import { useAtomValue } from 'jotai';
import { Link, Redirect } from 'wouter';
import { type ScreenPath, SCREENS } from '#contract/paths.ts';
import { cartCountAtom } from '#src/features/cart/cart.atoms.ts';
import { favouriteIdsAtom } from '#src/features/favourites/favourites.atoms.ts';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { PriceViewCard } from '#src/features/session/PriceViewCard.tsx';
import { ProfileCard } from '#src/features/session/ProfileCard.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { InviteButton } from '#src/features/sponsor/InviteButton.tsx';
import { SponsorCard } from '#src/features/sponsor/SponsorCard.tsx';
import { isOfflineReadyAtom } from '#src/features/sync/ready.atoms.ts';
import { rejectedAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { productsCount } from '#src/terms/counts.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './User.module.css';

type Place = { href: ScreenPath; icon: IconName; title: string; fact: string };

/** The cabinet shows what exists: no tile without a screen behind it, no number without an answer. */
export function User() {
  const session = useAtomValue(sessionAtom);
  const { known, user } = session;
  const hearts = useAtomValue(favouriteIdsAtom).size;
  const pieces = useAtomValue(cartCountAtom);
  const isOfflineReady = useAtomValue(isOfflineReadyAtom);
  const { pending } = useAtomValue(syncAtom);
  const refused = useAtomValue(rejectedAtom);
  if (!known)
    return (
      <div className={`wrap ${styles.page}`}>
        <Skeleton width={180} height={32} />
        <Skeleton height={160} radius={12} />
      </div>
    );
  if (user.isGuest) return <Redirect to="/login?return=/user" replace />;
  const all: Place[] = [
    {
      href: '/user/favorites',
      icon: 'heart',
      title: 'Избранное',
      fact: hearts === 0 ? 'Пока пусто' : productsCount(hearts),
    },
    {
      href: user.isOptovik ? '/optovik/cart' : '/cart',
      icon: 'cart',
      title: 'Корзина',
      fact: pieces === 0 ? 'Пока пусто' : productsCount(pieces),
    },
    {
      href: '/katalog',
      icon: 'catalog',
      title: 'Каталог',
      fact: isOfflineReady ? 'Открыт и без сети' : 'Сохраняем на телефон',
    },
    { href: '/user/orders', icon: 'box', title: 'Заказы', fact: 'Статусы, оплата, чеки' },
    { href: '/user/addresses', icon: 'pin', title: 'Адреса доставки', fact: 'Дом, работа, дача' },
    { href: '/user/education', icon: 'book', title: 'Обучение', fact: 'Курсы, уроки, тесты' },
    { href: '/user/sync', icon: 'sync', title: 'Синхронизация', fact: syncFact(pending.length, refused.length) },
    { href: '/desk', icon: 'chart', title: 'Хозяйство', fact: 'Для сотрудников магазина' },
    { href: '/punkt', icon: 'box', title: 'Пункт выдачи', fact: 'Рабочее место оператора' },
    { href: '/user/form-style', icon: 'drop', title: 'Оформление', fact: 'Светлое или тёмное' },
  ];
  // No tile that would only lead to «Недостаточно прав».
  const places = all.filter(({ href }) => entranceOf(SCREENS[href], session) === 'open');
  return (
    <div className={`wrap ${styles.page}`}>
      <nav className={`desk ${styles.menu}`} aria-label="Кабинет">
        <MenuLink href="/user" icon="home" isCurrent>
          Обзор
        </MenuLink>
        {places.map(({ href, icon, title }) => (
          <MenuLink key={href} href={href} icon={icon}>
            {title}
          </MenuLink>
        ))}
        <MenuLink href="/logout" icon="arrow">
          Выйти
        </MenuLink>
      </nav>
      <div className={styles.body}>
        <header className={styles.head}>
          <div>
            <h1 tabIndex={-1}>Кабинет</h1>
            <p className="soft">
              {user.name} <span className="num">{user.cons_id}</span>
            </p>
          </div>
          {user.isCons && <InviteButton />}
        </header>
        <div className={styles.cards}>
          <ProfileCard className={styles.wide} />
          <PriceViewCard />
          <SponsorCard />
        </div>
        <ul className={styles.tiles}>
          {places.map(({ href, icon, title, fact }) => (
            <li key={href}>
              <Link href={href} className={`card ${styles.tile}`}>
                <Icon name={icon} />
                <b>{title}</b>
                <span className="small soft">{fact}</span>
              </Link>
            </li>
          ))}
        </ul>
        <Link href="/logout" className={`link ${styles.out}`}>
          Выйти
        </Link>
      </div>
    </div>
  );
}

function MenuLink({
  href,
  icon,
  isCurrent = false,
  children,
}: {
  href: string;
  icon: IconName;
  isCurrent?: boolean;
  children: string;
}) {
  return (
    <Link href={href} className={styles.item} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} size={20} /> {children}
    </Link>
  );
}

const syncFact = (pending: number, refused: number): string =>
  refused > 0 ? `Не\u00a0отправлено: ${refused}` : pending > 0 ? `В\u00a0очереди: ${pending}` : 'Всё отправлено';
