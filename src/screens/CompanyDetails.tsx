import { SELLER } from '#contract/content.ts';
import { LegalPage } from '#src/features/content/LegalPage.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';

const ROWS = [
  ['Продавец', `${SELLER.name} (демо)`],
  ['ОГРН', SELLER.ogrn],
  ['ИНН', SELLER.inn],
  ['Часы работы', SELLER.hours],
] as const;

/** /kompaniya/rekvizity: who sells (docs/product/law.md, row 9). The company is visibly made up. */
export function CompanyDetails() {
  return (
    <LegalPage title="Реквизиты">
      <Note kind="seed">
        Это демонстрационный магазин: компании «Росток» нет, номера состоят из нулей, заказы не исполняются.
      </Note>
      <div>
        {ROWS.map(([name, value]) => (
          <Lead key={name} name={name} value={value} wraps />
        ))}
      </div>
      <h2>Адрес</h2>
      <p>{SELLER.address}</p>
      <h2>Связь</h2>
      <p>
        E-mail: <a href={`mailto:${SELLER.email}`}>{SELLER.email}</a>
        <br />
        Телефон:{' '}
        <a className="num" href={`tel:${SELLER.phone.replace(/[^+\d]/g, '')}`}>
          {SELLER.phone}
        </a>
      </p>
      <h2>Товары</h2>
      <p>
        Цены указаны в{'\u00a0'}рублях за одну упаковку. Сведения о составе, применении, изготовителе и свидетельстве о
        государственной регистрации — на странице каждого товара. БАД не являются лекарственными средствами.
      </p>
      <p>Возрастная отметка сайта — 12+.</p>
    </LegalPage>
  );
}
