import { Link } from 'wouter';
import { SELLER } from '#contract/content.ts';
import styles from './Footer.module.css';

/** Seller, age mark, legal pages and the warning that every page with supplements needs (docs/product/law.md row 9). */
export function Footer() {
  return (
    <footer className={styles.foot}>
      <div className="wrap">
        <nav aria-label="О компании">
          <Link href="/eshop">Магазин</Link>
          <Link href="/kompaniya/dostavka-i-oplata">Доставка и оплата</Link>
          <Link href="/punkty">Пункты выдачи</Link>
          <Link href="/kompaniya/vozvrat">Возврат</Link>
          <Link href="/kompaniya/oferta">Оферта</Link>
          <Link href="/kompaniya/rekvizity">Реквизиты</Link>
          <Link href="/kompaniya/privacy-policy">Политика защиты персональных данных</Link>
          <Link href="/kompaniya/soglasie">Согласие на обработку данных</Link>
          <Link href="/cookie">Файлы куки</Link>
          <Link href="/user/form-style">Оформление</Link>
          <Link href="/user/sync">Синхронизация</Link>
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
