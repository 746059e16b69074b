import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { SPEND_ORDER } from '#contract/amount-to-pay.ts';
import { cancelOrder, type Order } from '#contract/orders.ts';
import { MESSAGES } from '#contract/messages.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { nothingTakenWords } from '#src/features/orders/orders.words.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Points } from '#src/terms/Points.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import styles from './Order.module.css';

type Props = { orderRef: OrderRef; order: Order; onClose: () => void };

const BACK_TO = { 0: 'На личный счёт', 1: 'На комиссионный счёт', 2: 'На бонусный счёт' } as const;
/** Where the money goes back to is asked before anything moves; a failure says the specification's words. */
export function CancelSheet({ orderRef, order, onClose }: Props) {
  const change = useChangeOrder();
  const tell = useSetAtom(showDialogAtom);
  const toast = useSetAtom(showToastAtom);
  const [to, setTo] = useState<'source' | 'ls'>('source');
  const [state, setState] = useState<'asking' | 'busy' | 'checking'>('asking');
  const isGuest = 'token' in orderRef;
  const isPaid = order.payment.paid && order.due > 0;
  const cancel = async () => {
    if (state !== 'asking') return;
    setState('busy');
    try {
      await change({
        ref: orderRef,
        call: cancelOrder,
        input: { body: { ...whichOrder(orderRef), refund_to: to } },
        onDoubt: () => setState('checking'),
      });
      toast({ text: 'Заказ отменён' });
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      tell({ title: 'Ошибка', text: failure.kind === 'refused' ? failure.refusal.message : MESSAGES.tryLater });
      onClose();
    }
  };
  return (
    <Sheet open onClose={onClose} title={`Отменить заказ ${numberWords(order.number)}?`}>
      <div className={styles.sheet}>
        {isPaid && <Lead name="Вернём" value={formatMoney(order.due)} />}
        {SPEND_ORDER.map((type) => {
          const held = (order.spend[type]?.order ?? 0) + (order.spend[type]?.delivery ?? 0);
          return held > 0 ? <Lead key={type} name={BACK_TO[type]} value={formatMoney(held)} /> : null;
        })}
        {order.sum_balls !== null && order.sum_balls > 0 && (
          <Lead name="Баллы уйдут" value={<Points value={order.sum_balls} />} />
        )}
        {isPaid && !isGuest && (
          <fieldset role="radiogroup" aria-label="Куда вернуть">
            <Checkbox type="radio" name="refund" checked={to === 'source'} onChange={() => setTo('source')}>
              Туда, откуда пришла оплата
              <span className={`small mute ${styles.line}`}>До 10 дней, срок банка</span>
            </Checkbox>
            <Checkbox type="radio" name="refund" checked={to === 'ls'} onChange={() => setTo('ls')}>
              На личный счёт
              <span className={`small mute ${styles.line}`}>Сразу, можно тратить</span>
            </Checkbox>
          </fieldset>
        )}
        {!isPaid && <p className="soft">{nothingTakenWords(order)}</p>}
        <Button
          kind="line"
          wide
          className={styles.red}
          aria-disabled={state !== 'asking' || undefined}
          onClick={() => void cancel()}
        >
          {state === 'checking' ? 'Проверяем…' : state === 'busy' ? 'Отменяем…' : 'Отменить заказ'}
        </Button>
        {state === 'checking' && <output className="small soft">Связь пропала. Проверяем, отменился ли заказ.</output>}
        <Button kind="quiet" wide onClick={onClose}>
          Не отменять
        </Button>
      </div>
    </Sheet>
  );
}
