import { Link } from 'wouter';
import { SELLER } from '#contract/content.ts';
import { LegalPage } from '#src/features/content/LegalPage.tsx';
import { Note } from '#src/ui/Note.tsx';

/** /kompaniya «О компании»: what the shop is and what it does not do (docs/product/law.md rows 5, 16 and 18). */
export function Company() {
  return (
    <LegalPage title="О компании">
      <p>
        «Росток» продаёт витамины и{'\u00a0'}добавки, травяной чай, уход и{'\u00a0'}товары для дома: через этот магазин,
        консультантов и{'\u00a0'}
        <Link href="/punkty">пункты выдачи</Link>.
      </p>
      <Note kind="seed">Это демонстрационный магазин: компании «Росток» нет, заказы не исполняются.</Note>
      <h2>Что мы обещаем</h2>
      <ul>
        <li>
          Состав каждого товара напечатан целиком, по убыванию, с{'\u00a0'}дозой в{'\u00a0'}цифрах.
        </li>
        <li>
          У{'\u00a0'}каждой добавки есть номер государственной регистрации:{' '}
          <Link href="/kompaniya/dokumenty">документы на{'\u00a0'}продукцию</Link>.
        </li>
        <li>Каталог, корзина и{'\u00a0'}избранное открываются без интернета.</li>
        <li>
          От заказа можно отказаться до получения и{'\u00a0'}7{'\u00a0'}дней после:{' '}
          <Link href="/kompaniya/vozvrat">условия возврата</Link>.
        </li>
      </ul>
      <h2>Чего мы не делаем</h2>
      <ul>
        <li>
          Не обещаем вылечить. БАД не являются лекарственными средствами, и{'\u00a0'}отзывов о{'\u00a0'}них здесь нет.
        </li>
        <li>Не подбираем товары по вашему поведению: подборки и{'\u00a0'}«хиты» одинаковы для всех.</li>
        <li>Не передаём данные чужим счётчикам и{'\u00a0'}рекламным сетям: их на сайте нет.</li>
        <li>Не обещаем дохода консультантам: он зависит от личных усилий и{'\u00a0'}не гарантирован.</li>
      </ul>
      <h2>Как с{'\u00a0'}нами связаться</h2>
      <p>
        Телефон{' '}
        <a className="num" href={`tel:${SELLER.phone.replace(/[^+\d]/g, '')}`}>
          {SELLER.phone}
        </a>
        , {SELLER.hours}; остальное — в{'\u00a0'}
        <Link href="/contacts">контактах</Link> и{'\u00a0'}
        <Link href="/kompaniya/rekvizity">реквизитах</Link>.
      </p>
    </LegalPage>
  );
}
