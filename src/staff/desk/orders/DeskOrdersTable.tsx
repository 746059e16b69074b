import { Link } from 'wouter';
import type { DeskRow } from '#contract/desk-orders.ts';
import { momentWords, numberWords } from '#src/features/orders/orders.words.ts';
import { paymentWords, tagOf } from '#src/staff/desk/orders/desk-orders.words.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskOrders.module.css';

/** A table where there is room; on the phone each row is a card. */
export const DeskOrdersTable = ({ rows }: { rows: readonly DeskRow[] }) => (
  <table className={styles.table} aria-label="Заказы">
    <thead>
      <tr>
        <th scope="col">Номер</th>
        <th scope="col" className={styles.wide}>
          Создан
        </th>
        <th scope="col">Покупатель</th>
        <th scope="col" className={styles.right}>
          Сумма
        </th>
        <th scope="col">Оплата</th>
        <th scope="col" className={styles.wide}>
          Доставка
        </th>
        <th scope="col">Статус</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className={styles.number}>
            <Link href={`/desk/orders/${row.id}`} className="num" aria-label={`Заказ ${numberWords(row.id)}`}>
              {numberWords(row.id)}
            </Link>
          </td>
          <td className={`${styles.wide} ${styles.moment} soft num`}>{momentWords(row.created_at)}</td>
          <td className={styles.buyer}>
            {row.buyer}
            {row.is_guest && <span className="mute">, гость</span>}
          </td>
          <td className={`${styles.right} num`}>
            <b>{formatMoney(row.sum)}</b>
          </td>
          <td className={`${styles.payment} soft`}>{paymentWords(row)}</td>
          <td className={`${styles.wide} soft`}>{[row.delivery.name, row.delivery.to].filter(Boolean).join(', ')}</td>
          <td className={styles.status}>
            <Tag kind={tagOf(row.status.id)}>{row.status.name}</Tag>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
