import { Link } from 'wouter';
import type { ScreenPath } from '#contract/paths.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import styles from './Business.module.css';

const PLACES: readonly { href: ScreenPath; icon: IconName; title: string; lead: string }[] = [
  { href: '/user/business/structure', icon: 'users', title: 'Структура', lead: 'Кто за кем стоит и как идёт месяц' },
  { href: '/user/career', icon: 'leaf', title: 'Карьера', lead: 'Лестница и расчёт «что, если»' },
  { href: '/user/account', icon: 'wallet', title: 'Счета', lead: 'Остатки, история и откуда каждый бонус' },
  { href: '/user/transfers', icon: 'swap', title: 'Переводы', lead: 'На свой счёт и людям структуры' },
  { href: '/user/reports', icon: 'chart', title: 'Отчёты', lead: 'Активность, новые статусы и файлы' },
  { href: '/user/register', icon: 'user', title: 'Новичок', lead: 'Записать и прислать ссылку с его именем' },
];

/** Where the work of a consultant goes on. */
export const Places = () => (
  <nav aria-label="Разделы бизнеса">
    <ul className={styles.places}>
      {PLACES.map(({ href, icon, title, lead }) => (
        <li key={href}>
          <Link href={href} className={`card ${styles.place}`}>
            <Icon name={icon} size={20} />
            <span>
              <b>{title}</b>
              <span className="small soft">{lead}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const MATERIALS: readonly { href: ScreenPath; title: string; lead: string }[] = [
  { href: '/user/education', title: 'Курсы и уроки', lead: 'Себе и новичкам, открываются и без сети' },
  {
    href: '/kompaniya/dokumenty',
    title: 'Документы на продукцию',
    lead: 'Свидетельства и декларации: показать клиенту',
  },
];
/** What one learns from and shows. */
export const Materials = () => (
  <section className={`card ${styles.card}`} aria-labelledby="materials">
    <h2 id="materials">Материалы</h2>
    <ul className={styles.leads}>
      {MATERIALS.map(({ href, title, lead }) => (
        <li key={href} className={styles.who}>
          <Link href={href} className="link">
            {title}
          </Link>
          <span className="small soft">{lead}</span>
        </li>
      ))}
    </ul>
  </section>
);
