import { useState } from 'react';
import { deskMarkPaid, type DeskOrder } from '#contract/desk-orders.ts';
import { kopecksOf } from '#src/staff/desk/orders/desk-orders.rules.ts';
import { ActSheet } from '#src/staff/desk/orders/ActSheet.tsx';
import { Field } from '#src/ui/Field.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';

const today = (): string => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Moscow' });

/** Sum and day are typed from the statement: a sum that is taken over from the order would prove nothing. */
export function MarkPaidSheet({ data: { order }, onClose }: { data: DeskOrder; onClose: () => void }) {
  const [sum, setSum] = useState('');
  const [day, setDay] = useState(today);
  const ready = () => {
    const amount = kopecksOf(sum);
    if (amount === null) return { errors: { amount: ['Сумма из выписки, например 1 690,50'] } };
    const input = (reason: string) => ({ body: { exp_id: order.id, amount, paid_on: day, reason } });
    return { call: deskMarkPaid, input };
  };
  return (
    <ActSheet title="Перевод пришёл" word="Отметить оплаченным" done="Заказ оплачен" onClose={onClose} ready={ready}>
      {(errors) => (
        <>
          <Lead name="Ждём" value={formatMoney(order.due)} />
          <Field label="Сумма из выписки, ₽" required error={errors['amount']}>
            <TextInput
              inputMode="decimal"
              value={sum}
              maxLength={16}
              onChange={(event) => setSum(event.target.value)}
            />
          </Field>
          <Field label="День по выписке" required error={errors['paid_on']}>
            <TextInput type="date" value={day} max={today()} onChange={(event) => setDay(event.target.value)} />
          </Field>
        </>
      )}
    </ActSheet>
  );
}
