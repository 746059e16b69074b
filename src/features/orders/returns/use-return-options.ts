import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { getReturnOptions, type ReturnOption } from '#contract/return-calls.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { ownerAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';

export type ReturnOptions = { rows: ReturnOption[]; at: string };
type Answer = { key: string; options: ReturnOptions | null; failure: Failure | null };

/** What may go back, asked anew when the network returns and with every return of the order. An answer that was overtaken is left alone. */
export function useReturnOptions(ref: OrderRef, version: number) {
  const api = useAtomValue(apiAtom);
  const { get } = useStore();
  const report = useSetAtom(reportNetworkAtom);
  const returns = useNetworkReturns();
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const name = JSON.stringify(ref);
  const key = `${name} ${version} ${returns} ${tries}`;
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      const headers = { 'X-Client-User': await get(ownerAtom) };
      const body = whichOrder(JSON.parse(name) as OrderRef);
      const { options: rows, server_time: at } = await api.send(getReturnOptions, { body }, { headers });
      report(true);
      return { rows, at };
    };
    ask()
      .then((options) => ({ key, options, failure: null }))
      .catch((error: unknown) => ({ key, options: null, failure: failureOf(error) }))
      .then(
        (next) => isLeft || setAnswer(next),
        () => undefined,
      );
    return () => {
      isLeft = true;
    };
  }, [api, get, report, name, key]);
  // What was there before stays while it is asked again: somebody is filling the form.
  const isSame = answer !== null && answer.key.startsWith(`${name} ${version} `);
  return {
    options: isSame ? answer.options : null,
    failure: isSame && answer.key === key ? answer.failure : null,
    again: () => setTries(tries + 1),
  };
}
