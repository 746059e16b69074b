import { useRef, useState } from 'react';
import type { CallInput } from '#contract/call.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { type DeskAct, useAct } from '#src/staff/desk/orders/desk-orders.atoms.ts';

export type Step = {
  /** One after the other, in the order in which they were asked for. True: it was done. */
  run: <C extends DeskAct>(call: C, input: CallInput<C>) => Promise<boolean>;
  isBusy: boolean;
  /** Of the last step; the next one takes it away. */
  failure: Failure | null;
};

/** A step without a reason: one button, or one scan. A scanner is quicker than the network, so steps wait in a row. */
export function useStep(): Step {
  const act = useAct();
  const row = useRef<Promise<unknown>>(Promise.resolve());
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run: Step['run'] = (call, input) => {
    setWaiting((count) => count + 1);
    const done = row.current.then(async () => {
      try {
        await act({ call, input, onDoubt: () => {} });
        setFailure(null);
        return true;
      } catch (error) {
        setFailure(failureOf(error));
        return false;
      } finally {
        setWaiting((count) => count - 1);
      }
    });
    row.current = done;
    return done;
  };
  return { run, isBusy: waiting > 0, failure };
}
