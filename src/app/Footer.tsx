import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SELLER } from '#contract/content.ts';
import type { ScreenPath } from '#contract/paths.ts';
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

/**
 * Seller, age mark, legal pages and the warning that every page with supplements needs (docs/product/law.md row 9). `city`: the
 * choice of a city, where there is script to make one; a page without script has the rest (docs/decisions/287).
 */
export function Footer({ city }: { city?: ReactNode }) {
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
            <p className={styles.title}>{city ? 'Куда доставить' : 'Связь'}</p>
            {city && <div className={styles.city}>{city}</div>}
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
