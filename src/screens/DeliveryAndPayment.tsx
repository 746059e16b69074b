import { Link } from 'wouter';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { LegalPage } from '#src/features/content/LegalPage.tsx';

const DELIVERY = [
  ['Самовывоз из Центра обслуживания', 'бесплатно', 'где есть наш центр'],
  ['Логистический центр', 'бесплатно', 'Новосибирск и Москва'],
  ['СДЭК, Яндекс Доставка, 5Post', 'по тарифу', 'до пункта или двери'],
  ['Почта России', 'по тарифу', 'в отделение по индексу'],
  ['Курьер «Росток»', '300 ₽, бесплатно от 5 000 ₽', 'города с нашим центром'],
  ['ТК «КИТ», «ПЭК», «Энергия», «Мегатранс»', 'оплата при получении', 'до терминала'],
  ['Отложенная доставка', 'бесплатно', 'консультантам, храним 30 дней'],
] as const;
const PAYMENT = [
  ['Банковской картой', 'сразу', '60 минут на оплату'],
  ['СБП (QR-код)', 'сразу', '60 минут на оплату'],
  ['SberPay, ЮKassa, Robokassa', 'сразу', '60 минут на оплату'],
  ['По реквизитам (квитанция)', 'до 5 дней', 'QR-код читает приложение банка'],
  ['С личного счёта', 'сразу', 'если денег хватает на весь заказ'],
] as const;

/** /kompaniya/dostavka-i-oplata: price and conditions that must be known before the deal (docs/product/law.md, row 9). */
export function DeliveryAndPayment() {
  return (
    <LegalPage title="Доставка и оплата" version={LEGAL_VERSIONS['/kompaniya/dostavka-i-oplata']}>
      <h2>Доставка</h2>
      <p>
        Точную стоимость и срок магазин считает при оформлении заказа — по вашему адресу и весу посылки. Доставляем в
        {'\u00a0'}Россию, в{'\u00a0'}Казахстан и{'\u00a0'}Киргизию.
      </p>
      <Rows head={['Способ', 'Стоимость', 'Где']} rows={DELIVERY} />
      <h2>Оплата</h2>
      <p>
        Заказ считается оплаченным, когда это подтвердил банк, а не когда вы вернулись на страницу магазина. Если время
        вышло, получите новую ссылку на странице заказа. Неоплаченный заказ отменяется через 5{'\u00a0'}дней.
      </p>
      <Rows head={['Способ', 'Когда приходят деньги', 'Условия']} rows={PAYMENT} />
      <p>
        Бонусным счётом можно оплатить до 30{'\u00a0'}% товаров, комиссионным и личным — товары и доставку. Чек приходит
        на e-mail или телефон.
      </p>
      <h2>Если передумали</h2>
      <p>
        Отказаться можно до передачи и 7{'\u00a0'}дней после неё:{' '}
        <Link href="/kompaniya/vozvrat">условия возврата</Link>.
      </p>
    </LegalPage>
  );
}

function Rows({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...facts]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {facts.map((text, i) => (
              <td key={text} data-label={head[i + 1]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
