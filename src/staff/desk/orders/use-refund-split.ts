import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { CallInput } from '#contract/call.ts';
import type { deskPreviewRefund, RefundSplit } from '#contract/desk-orders.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { countRefundAtom } from '#src/staff/desk/orders/desk-orders.atoms.ts';

type Body = CallInput<typeof deskPreviewRefund>['body'];
type Counted = { key: string; split: RefundSplit | null; failure: Failure | null };
export type RefundCount = { split: RefundSplit | null; failure: Failure | null; again: () => void };

/**
 * What this choice gives back, asked anew with every change of it; null of both while it is not known. An answer about an earlier choice is
 * never shown. `body` null: nothing is chosen, nothing is asked.
 */
export function useRefundSplit(body: Body | null): RefundCount {
  const count = useSetAtom(countRefundAtom);
  const [counted, setCounted] = useState<Counted | null>(null);
  const [tries, setTries] = useState(0);
  const key = `${tries} ${JSON.stringify(body)}`;
  useEffect(() => {
    if (body === null) return;
    let isLeft = false;
    count(body)
      .then((split) => ({ key, split, failure: null }))
      .catch((error: unknown) => ({ key, split: null, failure: failureOf(error) }))
      .then(
        (next) => isLeft || setCounted(next),
        () => undefined,
      );
    return () => {
      isLeft = true;
    };
    // The key says all that the body does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, count]);
  const isThis = body !== null && counted?.key === key;
  return {
    split: isThis ? counted.split : null,
    failure: isThis ? counted.failure : null,
    again: () => setTries(tries + 1),
  };
}
