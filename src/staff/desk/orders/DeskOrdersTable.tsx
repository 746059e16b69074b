import { Link } from 'wouter';
import type { DeskRow } from '#contract/desk-orders.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { paymentWords, tagOf } from '#src/staff/desk/orders/desk-orders.words.ts';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import type { Column } from '#src/ui/table/columns.ts';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskOrders.module.css';

/** The shop sorts: a column only says that one may. */
const sortable = () => null;

/** A row of orders: table and cards of it. */
export const DESK_COLUMNS: readonly Column<DeskRow>[] = [
  {
    key: 'number',
    title: 'Номер',
    card: 'head',
    value: sortable,
    cell: ({ id }, at) => (
      <Link
        href={`/desk/orders/${id}`}
        className={`${styles.number} num`}
        aria-label={`Заказ ${numberWords(id)}`}
        {...at}
        {...{ [OPENER]: '' }}
      >
        {numberWords(id)}
      </Link>
    ),
  },
  {
    key: 'created',
    title: 'Создан',
    wide: true,
    cell: ({ created_at: at }) => <span className={`${styles.moment} soft num`}>{momentWords(at)}</span>,
  },
  {
    key: 'buyer',
    title: 'Покупатель',
    card: 'plain',
    cell: ({ buyer, is_guest: isGuest }) => (
      <>
        {buyer}
        {isGuest && <span className="mute">, гость</span>}
      </>
    ),
  },
  { key: 'sum', title: 'Сумма', figures: true, value: sortable, cell: ({ sum }) => <b>{formatMoney(sum)}</b> },
  {
    key: 'payment',
    title: 'Оплата',
    card: 'plain',
    cell: (row) => <span className="soft">{paymentWords(row)}</span>,
  },
  {
    key: 'delivery',
    title: 'Доставка',
    wide: true,
    cell: ({ delivery }) => <span className="soft">{[delivery.name, delivery.to].filter(Boolean).join(', ')}</span>,
  },
  {
    key: 'status',
    title: 'Статус',
    card: 'side',
    cell: ({ status }) => <Tag kind={tagOf(status.id)}>{status.name}</Tag>,
  },
];

/** A queue stands as its orders wait. */
export const QUEUE_COLUMNS: readonly Column<DeskRow>[] = DESK_COLUMNS.map((column) => ({
  ...column,
  value: undefined,
}));
