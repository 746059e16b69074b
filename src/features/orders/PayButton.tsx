import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { leavesForPage } from '#contract/payment-methods.ts';
import { getPaymentLink } from '#contract/payments.ts';
import { showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';

type Props = { order: OrderRef; payment: { type: number }; wide?: boolean; children?: string };

/** «Оплатить»: the same link while the attempt lives; a transfer and СБП have their card on the order's page instead. */
export function PayButton({ order, payment, wide, children = 'Оплатить' }: Props) {
  const id = useId();
  const [, go] = useLocation();
  const { isOnline } = useAtomValue(networkAtom);
  const change = useChangeOrder();
  const tell = useSetAtom(showDialogAtom);
  const [isBusy, setBusy] = useState(false);
  const isTransfer = payment.type === PAYMENT_TYPES.bankRequisite;
  const hasPage = leavesForPage(payment.type);
  const pay = async () => {
    if (isBusy || (!isOnline && !isTransfer)) return;
    const page = 'token' in order ? `/order/${order.token}` : `/user/orders/${order.id}`;
    // Requisites, the code of СБП and the choice of another way stand on the order's own page.
    if (!hasPage) return go(page);
    setBusy(true);
    try {
      const { link } = await change({ ref: order, call: getPaymentLink, input: { body: whichOrder(order) } });
      location.assign(link);
    } catch (error) {
      tell({ title: 'Ошибка', text: failureText(failureOf(error)) });
      setBusy(false);
    }
  };
  const isClosed = !isOnline && !isTransfer;
  return (
    <>
      <Button
        kind="leaf"
        {...(wide ? { size: 'lg' as const, wide } : {})}
        aria-disabled={isClosed || isBusy || undefined}
        aria-describedby={isClosed ? id : undefined}
        onClick={() => void pay()}
      >
        {isBusy ? 'Открываем…' : children}
      </Button>
      {isClosed && (
        <span id={id} className="small soft">
          Оплата — когда будет сеть
        </span>
      )}
    </>
  );
}
