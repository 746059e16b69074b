import { useState } from 'react';
import {
  deskCancelOrder,
  type DeskOrder,
  deskReturnReviewed,
  deskSendLink,
  deskSettleRefund,
} from '#contract/desk-orders.ts';
import { ActSheet, type RefundTo, WhereTo } from '#src/staff/desk/orders/ActSheet.tsx';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';

// Acts that need little more than a reason.

type Props = { data: DeskOrder; onClose: () => void };

export function CancelSheet({ data: { order, buyer }, onClose }: Props) {
  const [to, setTo] = useState<RefundTo>('source');
  const back = order.due - order.refunded;
  return (
    <ActSheet
      title={`Отменить заказ ${numberWords(order.number)}?`}
      word="Отменить заказ"
      done="Заказ отменён"
      onClose={onClose}
      ready={() => ({
        call: deskCancelOrder,
        input: (reason) => ({ body: { exp_id: order.id, reason, refund_to: to } }),
      })}
    >
      {() =>
        order.payment.paid && back > 0 ? (
          <>
            <Lead name="Вернём" value={formatMoney(back)} />
            {buyer && <WhereTo to={to} onChange={setTo} />}
          </>
        ) : (
          <p className="soft">Денег за заказ не брали. Товары снова станут доступны, удержанное на счетах вернётся.</p>
        )
      }
    </ActSheet>
  );
}

export const LinkSheet = ({ data: { order }, onClose }: Props) => (
  <ActSheet
    title="Отправить ссылку ещё раз"
    word="Отправить"
    done="Ссылка отправлена"
    onClose={onClose}
    ready={() => ({ call: deskSendLink, input: (reason) => ({ body: { exp_id: order.id, reason } }) })}
  >
    {() => (
      <p className="soft">
        {order.recipient.email
          ? `Письмо уйдёт на ${order.recipient.email}.`
          : 'Уйдёт письмо на почту из кабинета, а если её нет — SMS получателю.'}
      </p>
    )}
  </ActSheet>
);

export const ReviewSheet = ({
  data: { order },
  paymentId,
  amount,
  onClose,
}: Props & { paymentId: number; amount: number }) => (
  <ActSheet
    title={`Вернуть ${formatMoney(amount)}?`}
    word="Вернуть деньги"
    done="Деньги возвращаются"
    onClose={onClose}
    ready={() => ({
      call: deskReturnReviewed,
      input: (reason) => ({ body: { exp_id: order.id, payment_id: paymentId, reason } }),
    })}
  >
    {() => <p className="soft">Вся сумма уйдёт туда, откуда пришла. Заказ снова будет ждать оплаты.</p>}
  </ActSheet>
);

type Settle = Props & { refundId: number; how: 'done' | 'retry' };
export const SettleSheet = ({ data: { order }, refundId, how, onClose }: Settle) => (
  <ActSheet
    title={how === 'done' ? `Возврат ${refundId} сделан вручную` : `Повторить возврат ${refundId}`}
    word={how === 'done' ? 'Отметить возвращённым' : 'Повторить'}
    done={how === 'done' ? 'Возврат закрыт' : 'Возврат отправлен'}
    onClose={onClose}
    ready={() => ({
      call: deskSettleRefund,
      input: (reason) => ({ body: { exp_id: order.id, refund_id: refundId, how, reason } }),
    })}
  >
    {() => (
      <p className="soft">
        {how === 'done'
          ? 'Только когда деньги уже ушли покупателю: магазин их больше не отправит.'
          : 'Только когда в банке видно, что этих денег не возвращали.'}
      </p>
    )}
  </ActSheet>
);
