import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { formatPhone } from '#contract/phones.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { deskOrderAtom, loadDeskOrderAtom } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { tagOf } from '#src/staff/desk/orders/desk-orders.words.ts';
import { DeskActs } from '#src/staff/desk/orders/DeskActs.tsx';
import { DeskParcels } from '#src/staff/desk/orders/DeskParcels.tsx';
import { DeskEvents, DeskMoney } from '#src/staff/desk/orders/DeskHistory.tsx';
import { MissingCard } from '#src/staff/MissingCard.tsx';
import { formatMoney, NBSP, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskOrder.module.css';

/** /desk/orders/:id: what was ordered, all that happened, and what can be done. */
export function DeskOrderPage({ id }: { id: number }) {
  const { key, data, failure } = useAtomValue(deskOrderAtom);
  const load = useSetAtom(loadDeskOrderAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load(id);
  }, [load, uid, returns, id]);
  usePageTitle(`Заказ ${numberWords(id)}`);
  const isMine = key === `${uid} ${id}`;
  if (isMine && !data && failure)
    return (
      <div className={`wrap ${styles.page}`}>
        <MissingCard failure={failure} title="Заказ не загрузился" check="Проверьте номер." onRetry={() => load(id)} />
      </div>
    );
  if (!isMine || !data) return <Waiting />;
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title={`Заказ ${numberWords(id)}`} back={{ href: '/desk/orders', words: 'Заказы' }} isNumber>
        <Tag kind={tagOf(data.order.status.id)}>{data.order.status.name}</Tag>
        <span className="soft num">{momentWords(data.order.created_at)}</span>
      </DeskHead>
      {failure && <Note icon="offline">{failureText(failure)} Показано то, что пришло раньше.</Note>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <DeskParcels data={data} />
          <Lines data={data} />
          <DeskMoney data={data} />
        </div>
        <div className={styles.column}>
          <DeskActs data={data} />
          <Buyer data={data} />
          <DeskEvents data={data} />
        </div>
      </div>
    </div>
  );
}

function Lines({ data: { order } }: { data: DeskOrder }) {
  const spent = order.sum_amount + order.delivery_cost + order.debt - order.due;
  return (
    <section className={`card ${styles.box}`} aria-labelledby="desk-lines">
      <h2 id="desk-lines">Товары</h2>
      <ul className={styles.list}>
        {order.items.map((item) => (
          <li key={item.line_id}>
            <Lead
              wraps
              name={
                <>
                  <span className="mute num">{item.code}</span> {item.title}{' '}
                  <span className="num mute">
                    ×{NBSP}
                    {item.quantity}
                  </span>
                </>
              }
              value={formatMoney(item.sum)}
            />
          </li>
        ))}
      </ul>
      <ul className={`${styles.list} ${styles.sums}`}>
        <li>
          <Lead name="Доставка" value={formatMoney(order.delivery_cost)} />
        </li>
        {spent > 0 && !order.payment.paid && (
          <li>
            <Lead name="Со счетов" value={`−${formatMoney(spent)}`} />
          </li>
        )}
        <li>
          <Lead
            name={`${order.payment.paid ? 'Оплачено' : 'К оплате'}, ${order.payment.name}`}
            value={formatMoney(order.due)}
            wraps
          />
        </li>
        {order.refunded > 0 && (
          <li>
            <Lead name="Возвращено" value={formatMoney(order.refunded)} />
          </li>
        )}
      </ul>
    </section>
  );
}

function Buyer({ data: { order, buyer } }: { data: DeskOrder }) {
  const { recipient, delivery, address } = order;
  return (
    <section className={`card ${styles.box}`} aria-labelledby="desk-buyer">
      <h2 id="desk-buyer">Покупатель и доставка</h2>
      <p>
        {buyer ? `${buyer.name}, кабинет ${numberWords(buyer.id)}` : 'Гость'}
        {buyer?.name !== recipient.name && <span className={styles.line}>Получатель: {recipient.name}</span>}
        <a className={`link num ${styles.contact}`} href={`tel:${recipient.phone}`}>
          {formatPhone(recipient.phone)}
        </a>
        {recipient.email && (
          <a className={`link ${styles.contact}`} href={`mailto:${recipient.email}`}>
            {recipient.email}
          </a>
        )}
      </p>
      <p>{[delivery.name, address.full].filter(Boolean).join(', ')}</p>
      {address.note && <p className="soft">Курьеру: {address.note}</p>}
      {delivery.track && <p className="num">Трек {delivery.track}</p>}
      {order.comment && <p className="soft">«{order.comment}»</p>}
    </section>
  );
}

const Waiting = () => (
  <div className={`wrap ${styles.page}`} aria-busy="true">
    <Skeleton width={240} height={32} />
    <Skeleton height={160} radius={12} />
    <Skeleton height={280} radius={12} />
  </div>
);
