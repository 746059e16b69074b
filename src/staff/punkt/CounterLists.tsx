import type { FoundOrder, WaitingOrder } from '#contract/counter.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { daysSince, isLate } from '#src/staff/punkt/counter.rules.ts';
import { useRowWindow } from '#src/staff/punkt/use-shown-rows.ts';
import { Button } from '#src/ui/Button.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Counter.module.css';

type Props = {
  orders: readonly WaitingOrder[];
  /** What the shop has found; null: it was not asked. */
  found: readonly FoundOrder[] | null;
  isSearch: boolean;
  openId: number | null;
  /** The shop's time of all this. */
  now: number;
  onOpen: (id: number) => void;
};

/** What waits, and what has waited too long, each row one tap. */
export function CounterLists({ orders, found, isSearch, openId, now, onOpen }: Props) {
  const late = orders.filter((order) => isLate(order, now));
  const waiting = orders.filter((order) => !isLate(order, now));
  if (found) return <Found found={found} onOpen={onOpen} />;
  return (
    <div className={styles.lists}>
      <List
        title={isSearch ? 'Нашлось' : 'Ждут выдачи'}
        orders={waiting}
        empty={isSearch ? 'Здесь такого нет. Нажмите Enter, поищем в магазине.' : 'Выдавать пока нечего. Новые заказы появятся здесь, когда примете поставку.'} // prettier-ignore
        openId={openId}
        onOpen={onOpen}
      />
      {late.length > 0 && (
        <List
          title="Просрочено"
          orders={late}
          empty=""
          openId={openId}
          onOpen={onOpen}
          note={
            (order) =>
            `Хранится ${daysSince(order.arrived_at, now)} дн.${order.reminded_at ? ` Напоминали ${momentWords(order.reminded_at)}.` : ''}` // prettier-ignore
          }
        />
      )}
    </div>
  );
}

type ListProps = Pick<Props, 'orders' | 'openId' | 'onOpen'> & {
  title: string;
  empty: string;
  note?: (order: WaitingOrder) => string;
};
function List({ title, orders, empty, openId, onOpen, note }: ListProps) {
  const { shown, more } = useRowWindow(orders);
  return (
    <section className={`card ${styles.list}`} aria-label={title}>
      <div className={styles.listHead}>
        <h2>{title}</h2>
        {note ? <Tag kind="seed">{orders.length}</Tag> : <span className="num mute">{orders.length}</span>}
      </div>
      {orders.length === 0 && <p className={`soft ${styles.none}`}>{empty}</p>}
      <ul>
        {shown.map((order) => (
          <li key={order.id}>
            <button type="button" className={styles.row} aria-current={order.id === openId || undefined} onClick={() => onOpen(order.id)}>
              <b className="num">{spaced(order.id)}</b>
              <span className={styles.who}>
                {order.name}
                {note && <span className={`small soft ${styles.line}`}>{note(order)}</span>}
              </span>
              <span className="num mute small">…{order.phone}</span>
              <span className={`num ${styles.cell}`}>{order.cells.join(', ') || 'без ячейки'}</span>
            </button>
          </li>
        ))}
      </ul>
      {more !== null && (
        <Button kind="quiet" wide onClick={more}>
          Показать ещё
        </Button>
      )}
    </section>
  );
} // prettier-ignore

const STATES = { waits: 'ждёт', handed: 'выдан', returned: 'уехал на склад' } as const;
function Found({ found, onOpen }: { found: readonly FoundOrder[]; onOpen: (id: number) => void }) {
  return (
    <section className={`card ${styles.list}`} aria-label="Нашлось в магазине">
      <div className={styles.listHead}>
        <h2>Нашлось в магазине</h2>
        <span className="num mute">{found.length}</span>
      </div>
      <ul>
        {found.map(({ id, name, phone, state, at }) => (
          <li key={id}>
            <button type="button" className={styles.row} onClick={() => onOpen(id)}>
              <b className="num">{spaced(id)}</b>
              <span className={styles.who}>{name}</span>
              <span className="num mute small">…{phone}</span>
              <span className="small mute">
                {STATES[state]} {momentWords(at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
const spaced = (id: number): string => String(id).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
