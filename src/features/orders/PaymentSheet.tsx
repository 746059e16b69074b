import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { MESSAGES } from '#contract/messages.ts';
import type { Order } from '#contract/orders.ts';
import { codesFor, leavesForPage, PAYMENT_METHODS } from '#contract/payment-methods.ts';
import { changePaymentMethod, getPaymentMethods, type OfferedMethod } from '#contract/payments.ts';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { loadOrderAtom } from '#src/features/orders/orders.atoms.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Sheet } from '#src/ui/Sheet.tsx';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import styles from './Order.module.css';

type Props = { orderRef: OrderRef; order: Order; onClose: () => void };

/** Another way to pay; one with a page of a bank leads there at once, СБП to its code on the order's page. */
export function PaymentSheet({ orderRef, order, onClose }: Props) {
  const methods = useMethods();
  const change = useChangeOrder();
  const [path, go] = useLocation();
  const load = useSetAtom(loadOrderAtom);
  const tell = useSetAtom(showDialogAtom);
  const [code, setCode] = useState(order.payment.type);
  const [isBusy, setBusy] = useState(false);
  const pay = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { link } = await change({
        ref: orderRef,
        call: changePaymentMethod,
        input: { body: { ...whichOrder(orderRef), payment_type: code } },
      });
      if (link && leavesForPage(code)) return location.assign(link);
      // «?paid» tells of the attempt that is given up now.
      go(path, { replace: true });
      await load(orderRef);
    } catch (error) {
      const failure = failureOf(error);
      tell({ title: 'Ошибка', text: failure.kind === 'refused' ? failure.refusal.message : MESSAGES.tryLater });
    }
    onClose();
  };
  return (
    <Sheet open onClose={onClose} title={`Чем оплатить ${formatMoney(order.due)}`}>
      <div className={styles.sheet}>
        <fieldset role="radiogroup" aria-label="Способ оплаты">
          <ul className={styles.methods}>
            {methods.map((method) => (
              <li key={method.code}>
                <Checkbox
                  type="radio"
                  name="method"
                  checked={code === method.code}
                  onChange={() => setCode(method.code)}
                >
                  {method.name}
                  {(method.hint || method.is_test) && (
                    <span className={`small mute ${styles.line}`}>
                      {[method.hint, method.is_test && 'тестовый режим'].filter(Boolean).join(' · ')}
                    </span>
                  )}
                </Checkbox>
              </li>
            ))}
          </ul>
        </fieldset>
        <Button kind="leaf" size="lg" wide aria-disabled={isBusy || undefined} onClick={() => void pay()}>
          {isBusy ? 'Меняем…' : 'Оплатить этим способом'}
        </Button>
      </div>
    </Sheet>
  );
}

/** The shop's list; until it has answered, the one that every phone carries. */
function useMethods(): readonly OfferedMethod[] {
  const api = useAtomValue(apiAtom);
  const { user } = useAtomValue(sessionAtom);
  const [methods, setMethods] = useState<readonly OfferedMethod[] | null>(null);
  useEffect(() => {
    let isLeft = false;
    void api.send(getPaymentMethods, {}).then(
      (reply) => isLeft || setMethods(reply.methods),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [api]);
  const payer = user.isGuest ? null : { role: user.role ?? ('client' as const), isPunktVydachi: user.isPunktVydachi };
  return (
    methods ??
    codesFor(payer).map((code) => {
      const { name, way, isFirst, hint } = PAYMENT_METHODS[code];
      return { code, name, way, is_first: isFirst, hint: hint ?? null, is_test: false };
    })
  );
}
