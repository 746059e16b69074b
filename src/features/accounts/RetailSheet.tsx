import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { CallReply } from '#contract/call.ts';
import { getRetailIncome } from '#contract/retail.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Account.module.css';

type Income = CallReply<typeof getRetailIncome>;

/** «Откуда эта сумма»: what was paid above the consultant price, line by line. */
export function RetailSheet({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const api = useAtomValue(apiAtom);
  const [income, setIncome] = useState<Income | null>(null);
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    api.send(getRetailIncome, { body: { order_id: orderId } }).then(
      (reply) => isLeft || setIncome(reply),
      (error: unknown) => isLeft || setTold(failureText(failureOf(error))),
    );
    return () => {
      isLeft = true;
    };
  }, [api, orderId]);
  return (
    <Sheet open onClose={onClose} title="Откуда эта сумма">
      {told && (
        <Note kind="error" icon="alert">
          {told}
        </Note>
      )}
      {!income && !told && <Skeleton height={120} />}
      {income && (
        <div className={styles.facts}>
          <p>
            Заказ вашего клиента {numberWords(income.order_id)}: разница между тем, что он заплатил, и ценой
            консультанта. Она приходит через 14 дней после получения.
          </p>
          {income.lines.map(({ title, quantity, paid, cons, amount }) => (
            <Lead
              key={`${title} ${paid}`}
              name={`${title}: ${quantity} × (${formatMoney(paid)} − ${formatMoney(cons)})`}
              value={formatMoney(amount)}
              wraps
            />
          ))}
          <Lead name="Всего" value={formatMoney(income.amount)} strong={income.back === 0} />
          {income.back > 0 && (
            <>
              <Lead name="Покупатель вернул товар" value={`−\u00a0${formatMoney(income.back)}`} wraps />
              <Lead name="Осталось" value={formatMoney(income.amount - income.back)} strong />
            </>
          )}
        </div>
      )}
    </Sheet>
  );
}
