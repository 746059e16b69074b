import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import type { CallReply } from '#contract/call.ts';
import { DEPOSIT_CODES } from '#contract/deposit-rules.ts';
import { createDeposit, type Deposit, getDeposit } from '#contract/deposits.ts';
import { getPaymentMethods, type OfferedMethod } from '#contract/payments.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { markStale } from '#src/offline/kept/kept.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: useDepositMethods, useDepositState. Command: useCreateDeposit.

/** The shop's ways to top up; null until it has answered. */
export function useDepositMethods(): readonly OfferedMethod[] | null {
  const api = useAtomValue(apiAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [methods, setMethods] = useState<readonly OfferedMethod[] | null>(null);
  useEffect(() => {
    let isLeft = false;
    if (isOnline)
      void api.send(getPaymentMethods, {}).then(
        (reply) => isLeft || setMethods(DEPOSIT_CODES.flatMap((code) => reply.methods.filter((one) => one.code === code))),
        () => {},
      ); // prettier-ignore
    return () => {
      isLeft = true;
    };
  }, [api, isOnline]);
  return methods;
}

/** A page to pay on: keyed, asked again while its answer is not known, never queued. @throws ApiError */
export function useCreateDeposit() {
  const { get } = useStore();
  return async (
    body: { amount: number; payment_type: number },
    onDoubt: () => void,
  ): Promise<CallReply<typeof createDeposit>> => {
    const store = await get(storesAtom).person(get(sessionAtom).uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    return sendSurely(by, { name: 'deposit', call: createDeposit, input: { body } }, { onDoubt });
  };
}

/** Quick at first, then slower, a minute and a half in all; after that the person asks. */
const PAUSES_MS = [2000, 3000, 3000, 3000, 5000, 5000, 8000, 10_000, 10_000, 20_000, 20_000];
export type DepositShown = { deposit: Deposit | null; failure: Failure | null; isAsking: boolean };
/** What has become of a deposit, by the shop's word alone; asked until it is over or patience is. */
export function useDepositState(id: number): DepositShown & { again: () => void } {
  const { get } = useStore();
  const [shown, setShown] = useState<DepositShown>({ deposit: null, failure: null, isAsking: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    let stop = () => {};
    const ask = async (asked: number): Promise<void> => {
      let failure: Failure | null = null;
      let deposit: Deposit | null = null;
      try {
        const headers = { 'X-Client-User': await get(ownerAtom) };
        ({ deposit } = await get(apiAtom).send(getDeposit, { body: { payment_id: id } }, { headers }));
      } catch (error) {
        failure = failureOf(error);
      }
      if (isLeft) return;
      const isOver = deposit ? deposit.state !== 'waiting' : failure?.kind === 'refused';
      const pause = isOver ? undefined : PAUSES_MS[asked];
      setShown((now) => ({ deposit: deposit ?? now.deposit, failure, isAsking: pause !== undefined }));
      if (deposit?.state === 'paid') {
        const store = await get(storesAtom).person(get(sessionAtom).uid);
        await markStale(store, ['accounts']).catch(() => {});
      }
      if (pause !== undefined && !isLeft) stop = get(timersAtom).after(pause, () => void ask(asked + 1));
    };
    void ask(0);
    return () => {
      isLeft = true;
      stop();
    };
  }, [get, id, round]);
  const again = () => {
    setShown((now) => ({ ...now, isAsking: true }));
    setRound(round + 1);
  };
  return { ...shown, again };
}
