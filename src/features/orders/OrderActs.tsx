import { useAtomValue } from 'jotai';
import { use, useState } from 'react';
import { Link } from 'wouter';
import type { Order } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { CancelSheet } from '#src/features/orders/CancelSheet.tsx';
import { ChangeLines } from '#src/features/orders/ChangeLines.tsx';
import { type OrderRef, returnAddress } from '#src/features/orders/orders.rules.ts';
import { toneOf } from '#src/features/orders/orders.words.ts';
import { PayButton } from '#src/features/orders/PayButton.tsx';
import { PaymentSheet } from '#src/features/orders/PaymentSheet.tsx';
import { RepeatSlot } from '#src/features/orders/slots.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatMoney } from '#src/ui/format.ts';
import styles from './Order.module.css';

type Open = 'cancel' | 'payment' | 'lines' | null;

/** What can be done now; what cannot says why. Money moves only when the shop has answered. */
export function OrderActs({ orderRef, order }: { orderRef: OrderRef; order: Order }) {
  const [open, setOpen] = useState<Open>(null);
  const { isOnline } = useAtomValue(networkAtom);
  const repeat = use(RepeatSlot);
  const close = () => setOpen(null);
  const isGuest = 'token' in orderRef;
  const why = isOnline ? null : 'Изменить заказ можно, когда будет сеть.';
  const whyNot = whyNotCancel(order);
  return (
    <section className={styles.acts} aria-label="Действия">
      {/* СБП has its own card above. */}
      {order.payment.can_pay && order.payment.type !== PAYMENT_TYPES.qr && (
        <PayButton order={orderRef} payment={order.payment} wide>
          {`Оплатить ${formatMoney(order.due)}`}
        </PayButton>
      )}
      {!isGuest && !order.payment.can_pay && order.items.length > 0 && order.needs_consents.length === 0 && (
        <Button kind="leaf" size="lg" wide onClick={() => repeat(order)}>
          Повторить заказ
        </Button>
      )}
      <div className={styles.pair}>
        {order.can_change_payment && (
          <Button kind="line" disabled={!isOnline} onClick={() => setOpen('payment')}>
            Другой способ оплаты
          </Button>
        )}
        {order.can_change_lines && (
          <Button kind="line" disabled={!isOnline} onClick={() => setOpen('lines')}>
            Убрать товары
          </Button>
        )}
        {order.can_cancel && (
          <Button kind="line" disabled={!isOnline} onClick={() => setOpen('cancel')}>
            Отменить заказ
          </Button>
        )}
        {order.can_return && (
          <Link href={returnAddress(orderRef)} className={buttonClass('line')}>
            Оформить возврат
          </Link>
        )}
        {!isGuest && order.payment.can_pay && order.items.length > 0 && (
          <Button kind="line" onClick={() => repeat(order)}>
            Повторить заказ
          </Button>
        )}
      </div>
      {why && <p className="small soft">{why}</p>}
      {whyNot && <p className="small soft">{whyNot}</p>}
      {open === 'cancel' && <CancelSheet orderRef={orderRef} order={order} onClose={close} />}
      {open === 'payment' && <PaymentSheet orderRef={orderRef} order={order} onClose={close} />}
      {open === 'lines' && <ChangeLines orderRef={orderRef} order={order} onClose={close} />}
    </section>
  );
}

function whyNotCancel({ can_cancel: canCancel, status }: Order): string | null {
  // What was received is returned, not cancelled.
  if (canCancel || toneOf(status.id) === 'off' || status.id === ORDER_STATUSES.received) return null;
  return 'Отменить уже нельзя: заказ собран. Отказаться можно до\u00a0передачи и\u00a07\u00a0дней после неё.';
}
