import { Link } from 'wouter';
import type { DeferredOrder } from '#contract/shipments.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { formatMoney, formatWeight, NBSP, numberWords } from '#src/ui/format.ts';
import styles from './Together.module.css';

const dayOf = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });
const day = (iso: string): string => dayOf.format(new Date(iso)).replace(' ', NBSP);

type Props = {
  orders: readonly DeferredOrder[];
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
};
/** Each with what it holds and its last day; why one cannot go with the others it says itself. */
export function DeferredChoice({ orders, chosen, onChange }: Props) {
  const picked = orders.filter(({ id }) => chosen.includes(id));
  const phone = picked[0]?.recipient.phone;
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const grams = picked.reduce((sum, one) => sum + one.weight, 0);
  return (
    <section className={`card ${styles.box}`} aria-labelledby="together-orders">
      <h2 id="together-orders">Что отправить</h2>
      <ul className={styles.orders}>
        {orders.map((order) => {
          const isOther = phone !== undefined && order.recipient.phone !== phone;
          return (
            <li key={order.id}>
              <Checkbox
                checked={chosen.includes(order.id)}
                disabled={order.shipment !== null || isOther}
                onChange={() => toggle(order.id)}
              >
                <span className={styles.order}>
                  <b className="num">{numberWords(order.id)}</b>
                  <span className="small soft">
                    {order.pieces}
                    {NBSP}шт., {formatWeight(order.weight)}, {formatMoney(order.sum)}. Лежит до {day(order.until)}
                  </span>
                  {isOther && order.shipment === null && (
                    <span className="small soft">Получатель {order.recipient.name}: отправьте его отдельно</span>
                  )}
                </span>
              </Checkbox>
              {order.shipment !== null && (
                <p className="small">
                  Входит в отправку{' '}
                  <Link href={`/user/orders/${order.shipment}`} className="link num">
                    {numberWords(order.shipment)}
                  </Link>
                  , она ждёт оплаты
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {picked[0] && (
        <p className="soft">
          Вместе {formatWeight(grams)} без упаковки. Получит {picked.at(-1)?.recipient.name}.
        </p>
      )}
    </section>
  );
}
