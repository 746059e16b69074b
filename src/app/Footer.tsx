import { Link } from 'wouter';
import { SELLER } from '#contract/content.ts';
import type { ScreenPath } from '#contract/paths.ts';
import { CityButton } from '#src/features/session/CityButton.tsx';
import styles from './Footer.module.css';

/** A link stands here only when its page exists. */
const GROUPS: readonly { title: string; links: readonly (readonly [ScreenPath, string])[] }[] = [
  {
    title: 'Покупателю',
    links: [
      ['/kompaniya/dostavka-i-oplata', 'Доставка и оплата'],
      ['/punkty', 'Пункты выдачи'],
      ['/kompaniya/vozvrat', 'Возврат'],
      ['/faq', 'Вопросы и ответы'],
    ],
  },
  {
    title: 'Компания',
    links: [
      ['/kompaniya', 'О компании'],
      ['/contacts', 'Контакты'],
      ['/kompaniya/rekvizity', 'Реквизиты'],
      ['/kompaniya/dokumenty', 'Документы на продукцию'],
      ['/user/form-style', 'Оформление'],
    ],
  },
  {
    title: 'Документы',
    links: [
      ['/kompaniya/oferta', 'Оферта'],
      ['/kompaniya/privacy-policy', 'Политика защиты персональных данных'],
      ['/kompaniya/soglasie', 'Согласие на обработку данных'],
      ['/cookie', 'Файлы куки'],
    ],
  },
];

/** Seller, age mark, legal pages and the warning that every page with supplements needs (docs/product/law.md row 9). */
export function Footer() {
  return (
    <footer className={styles.foot}>
      <div className="wrap">
        <nav className={styles.groups} aria-label="О компании">
          {GROUPS.map(({ title, links }) => (
            <div key={title}>
              <p className={styles.title}>{title}</p>
              <ul aria-label={title}>
                {links.map(([href, text]) => (
                  <li key={href}>
                    <Link href={href}>{text}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <div>
            <p className={styles.title}>Куда доставить</p>
            <CityButton className={styles.city} />
            <p>
              <a className="num" href={`tel:${SELLER.phone.replace(/[^+\d]/g, '')}`}>
                {SELLER.phone}
              </a>
              <a href={`mailto:${SELLER.email}`}>{SELLER.email}</a>
            </p>
          </div>
        </nav>
        <p>
          12+. Продавец: {SELLER.name} (демо), ОГРН <span className="num">{SELLER.ogrn}</span>, {SELLER.address}. Часы
          работы: <span className="num">{SELLER.hours}</span>.
        </p>
        <p>
          БАД. Не являются лекарственными средствами. Перед применением рекомендуется проконсультироваться со{'\u00a0'}
          специалистом.
        </p>
      </div>
    </footer>
  );
}
