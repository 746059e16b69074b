import { Link } from 'wouter';
import type { Order } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Note } from '#src/ui/Note.tsx';
import { numberWords } from '#src/ui/format.ts';

const OrderLink = ({ id }: { id: number }) => (
  <Link href={`/user/orders/${id}`} className="link num">
    {numberWords(id)}
  </Link>
);
/** A shipment names the orders that it carries, a deferred order its shipment, or how to send it. */
export function OrderTogether({ order: { carries, shipment, status } }: { order: Order }) {
  const isDeferred = status.id === ORDER_STATUSES.deferred;
  if (carries.length > 0)
    return (
      <Note icon="box">
        Отложенные заказы едут вместе:{' '}
        {carries.map((id, i) => (
          <span key={id}>
            {i > 0 && ', '}
            <OrderLink id={id} />
          </span>
        ))}
        . Товары оплачены в них, здесь оплачивается дорога.
      </Note>
    );
  if (shipment !== null)
    return (
      <Note icon="box">
        {isDeferred ? 'Уедет с отправкой' : 'Едет с отправкой'} <OrderLink id={shipment} />
        {isDeferred ? ', когда она будет оплачена.' : '.'}
      </Note>
    );
  return isDeferred ? (
    <Link href="/user/orders/deferred" className={buttonClass('leaf', { size: 'lg', wide: true })}>
      Отправить отложенный
    </Link>
  ) : null;
}
