import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SPEND_ORDER } from '#contract/amount-to-pay.ts';
import type { Order } from '#contract/orders.ts';
import { formatPhone } from '#contract/phones.ts';
import { packedGrams } from '#contract/tariff.ts';
import { momentWords, toneOf } from '#src/features/orders/orders.words.ts';
import { Points } from '#src/terms/Points.tsx';
import { formatMoney, formatWeight, NBSP } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Order.module.css';

const SPENT = { 0: 'С личного счёта', 1: 'С комиссионного счёта', 2: 'С бонусного счёта' } as const;

/** What was ordered and what it came to, as it was frozen when it was placed. */
export function OrderSums({ order, picture }: { order: Order; picture: (image: string | null) => ReactNode }) {
  const isShipment = order.carries.length > 0;
  return (
    <section className={`card ${styles.box}`} aria-label={isShipment ? 'Дорога' : 'Товары'}>
      <h2>{isShipment ? 'Дорога' : 'Товары'}</h2>
      <ul className={styles.items}>
        {order.items.map((item) => (
          <li key={item.line_id}>
            {picture(item.image)}
            <Lead
              wraps
              name={
                <Link href={`/produkt/${item.slug}`}>
                  {item.title}{' '}
                  <span className="num mute">
                    ×{NBSP}
                    {item.quantity}
                  </span>
                </Link>
              }
              value={formatMoney(item.sum)}
            />
          </li>
        ))}
      </ul>
      <ul className={styles.sums}>
        {!isShipment && (
          <li>
            <Lead name="Товары" value={formatMoney(order.sum_amount)} />
          </li>
        )}
        <li>
          <Lead
            name={`${order.delivery.name}${parcelWords(order.weight)}`}
            value={formatMoney(order.delivery_cost)}
            wraps
          />
        </li>
        {SPEND_ORDER.map((type) => {
          const spent = (order.spend[type]?.order ?? 0) + (order.spend[type]?.delivery ?? 0);
          return spent > 0 ? (
            <li key={type} className={styles.own}>
              <Lead name={SPENT[type]} value={`−${formatMoney(spent)}`} />
            </li>
          ) : null;
        })}
        {order.debt > 0 && (
          <li>
            <Lead name="Долг по счёту" value={formatMoney(order.debt)} />
          </li>
        )}
        {order.sum_balls !== null && (
          <li>
            <Lead name="Баллы" value={<Points value={order.sum_balls} />} />
          </li>
        )}
        {order.refunded > 0 && (
          <li>
            <Lead name="Вернули" value={formatMoney(order.refunded)} />
          </li>
        )}
        {!order.payment.paid && (
          <li>
            <Lead name="Способ оплаты" value={order.payment.name} wraps />
          </li>
        )}
      </ul>
      <p className={styles.total}>
        <span>{order.payment.paid ? 'Оплачено' : toneOf(order.status.id) === 'off' ? 'Сумма заказа' : 'К оплате'}</span>
        <b className="num">{formatMoney(order.due)}</b>
      </p>
    </section>
  );
}

/** The same weight as in the cart and at the checkout: the price of the delivery hung on it. */
const parcelWords = (grams: number): string => (grams > 0 ? `, посылка${NBSP}${formatWeight(packedGrams(grams))}` : '');

export function OrderDelivery({ order, children }: { order: Order; children?: ReactNode }) {
  const { recipient, address, delivery, issue_code: code } = order;
  return (
    <section className={`card ${styles.box}`} aria-label="Доставка">
      <h2>Доставка</h2>
      <p>
        {recipient.name}
        <br />
        <span className="num soft">
          {recipient.phone.includes('*') ? recipient.phone : formatPhone(recipient.phone)}
        </span>
        {recipient.email && (
          <>
            <br />
            <span className="soft">{recipient.email}</span>
          </>
        )}
      </p>
      <p>
        {[delivery.name, address.full].filter(Boolean).join(', ')}
        {address.note && <span className={`small soft ${styles.line}`}>Курьеру: {address.note}</span>}
        {(address.schedule || address.days) && (
          <span className={`small soft ${styles.line}`}>
            {[address.schedule, address.days].filter(Boolean).join(' · ')}
          </span>
        )}
      </p>
      {code && (
        <div className={styles.code}>
          <p className="small soft">Ваш код на выдачу. Виден и без сети.</p>
          <p aria-label={`Код на выдачу ${code}`}>
            {[...code].map((digit, i) => (
              <b key={`${i}${digit}`} className="num" aria-hidden="true">
                {digit}
              </b>
            ))}
          </p>
        </div>
      )}
      {children}
    </section>
  );
}

export function OrderReceipts({ order: { receipts } }: { order: Order }) {
  if (receipts.length === 0) return null;
  return (
    <section className={`card ${styles.box}`} aria-label="Чеки">
      <h2>Чеки</h2>
      <ul className={styles.receipts}>
        {receipts.map(({ title, url, at, sum }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              <Icon name="list" size={20} />
              <span>
                {title}
                <span className="small mute">{momentWords(at)}</span>
              </span>
              <span className="num">{formatMoney(sum)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
