import { Link } from 'wouter';
import { SELLER } from '#contract/content.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Contacts.module.css';

/** /contacts «Контакты»: how to reach the shop, and where its parcels wait. */
export function Contacts() {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Контакты</h1>
      <div className={styles.cards}>
        <section className={`card ${styles.card}`} aria-labelledby="contacts-ask">
          <h2 id="contacts-ask">Спросить магазин</h2>
          <Lead name="Телефон" value={SELLER.phone} wraps />
          <Lead name="E-mail" value={SELLER.email} wraps />
          <Lead name="Часы работы" value={SELLER.hours} wraps />
          <div className={styles.ways}>
            <a className={buttonClass('leaf')} href={`tel:${SELLER.phone.replace(/[^+\d]/g, '')}`}>
              <Icon name="phone" size={20} /> Позвонить
            </a>
            <a className={buttonClass('line')} href={`mailto:${SELLER.email}`}>
              Написать
            </a>
          </div>
          <p className="small soft">
            Если вопрос о{'\u00a0'}заказе, назовите его номер. Коротко о{'\u00a0'}главном:{' '}
            <Link href="/faq" className="link">
              вопросы и{'\u00a0'}ответы
            </Link>
            .
          </p>
        </section>
        <section className={`card ${styles.card}`} aria-labelledby="contacts-where">
          <h2 id="contacts-where">Где мы</h2>
          <Lead name="Адрес" value={SELLER.address} wraps />
          <Lead name="Продавец" value={`${SELLER.name} (демо)`} wraps />
          <Lead name="ОГРН" value={SELLER.ogrn} wraps />
          <div className={styles.ways}>
            <Link className={buttonClass('line')} href="/punkty">
              <Icon name="pin" size={20} /> Пункты выдачи
            </Link>
            <Link className={buttonClass('quiet')} href="/kompaniya/rekvizity">
              Все реквизиты
            </Link>
          </div>
        </section>
      </div>
      <Note kind="seed">
        Это демонстрационный магазин: компании «Росток» нет, телефон и{'\u00a0'}адрес придуманы, заказы не исполняются.
      </Note>
    </div>
  );
}
