import { randomUUID } from 'node:crypto';
import {
  PaymentError,
  type PaymentGate,
  type PaymentProvider,
  type PaymentRef,
  type Refunded,
  type Seen,
  type SeenState,
} from '#server/gates/payments/port.ts';

/** What the bank really knows of one attempt. */
export type Account = {
  key: string;
  paymentId: number;
  externalId: string;
  amountKop: number;
  state: SeenState;
  takenKop: number;
  refunds: Map<string, number>;
  /** Sberbank and Robokassa name the attempt and not our key. */
  isKeyHidden: boolean;
};

/**
 * A bank in memory behind the port: it keeps true books, honours keys, and loses its answers when it is told to. `lose` is asked
 * before and after each call: `before` nothing happened, `after` it happened and nobody hears of it.
 */
export function openBank() {
  const accounts = new Map<string, Account>();
  let lose: (call: string) => 'before' | 'after' | null = () => null;
  const unreliable = async <T>(call: string, work: () => T): Promise<T> => {
    const lost = lose(call);
    if (lost === 'before') throw new PaymentError('away', 'ECONNREFUSED');
    const answer = work();
    if (lost === 'after') throw new PaymentError('away', 'TimeoutError');
    return answer;
  };
  const get = (externalId: string): Account => {
    const account = accounts.get(externalId);
    if (!account) throw new PaymentError('refused', 'unknown');
    return account;
  };
  const refundedOf = ({ refunds }: Account): number => [...refunds.values()].reduce((sum, kop) => sum + kop, 0);
  const provider: PaymentProvider = {
    name: 'yookassa',
    create: ({ key, paymentId, amountKop }) =>
      unreliable('create', () => {
        const known = [...accounts.values()].find((one) => one.key === key);
        const externalId = known?.externalId ?? `bank-${randomUUID()}`;
        if (!known)
          accounts.set(externalId, {
            key,
            paymentId,
            externalId,
            amountKop,
            state: 'pending',
            takenKop: 0,
            refunds: new Map(),
            isKeyHidden: false,
          });
        return { externalId, url: `https://bank.test/${externalId}` };
      }),
    read: ({ externalId }: PaymentRef) =>
      unreliable('read', (): Seen => {
        const account = get(externalId);
        const isPaid = account.state === 'succeeded';
        return {
          state: account.state,
          capturedKop: isPaid ? account.takenKop : null,
          capturedAt: isPaid ? new Date('2026-11-21T09:00:00Z') : null,
          refundedKop: refundedOf(account),
          paymentId: account.paymentId,
          key: account.isKeyHidden ? null : account.key,
          reason: null,
        };
      }),
    cancel: () => unreliable('cancel', () => undefined),
    refund: ({ externalId, key, amountKop }) =>
      unreliable('refund', (): Refunded => {
        const account = get(externalId);
        const isNew = !account.refunds.has(key);
        if (isNew && refundedOf(account) + amountKop > account.takenKop)
          throw new PaymentError('refused', 'more than was paid');
        account.refunds.set(key, amountKop);
        return { externalId: `back-${key}`, state: 'succeeded' };
      }),
    readRefund: (externalId) => Promise.resolve({ externalId, state: 'succeeded' }),
    parse: ({ body }) =>
      typeof body.id === 'string'
        ? {
            kind: 'payment',
            externalId: body.id,
            paymentId: typeof body.paymentId === 'number' ? body.paymentId : null,
            event: 'told',
            answer: 'OK',
          }
        : { kind: 'refused', http: 400, reason: 'shape' },
  };
  const gate: PaymentGate = {
    publicUrl: 'http://shop.test',
    providerOf: (code) => ([1, 5, 7, 9].includes(code) ? provider : null),
    find: (name) => (name === 'yookassa' ? provider : null),
    sandbox: null,
    requisites: null,
  };
  return {
    gate,
    provider,
    accounts,
    /** The person pays; also what the shop has given up long ago. */
    pay(externalId: string, takenKop?: number): void {
      const account = get(externalId);
      if (account.state === 'succeeded') return;
      Object.assign(account, { state: 'succeeded', takenKop: takenKop ?? account.amountKop });
    },
    decline(externalId: string): void {
      const account = get(externalId);
      if (account.state === 'pending') account.state = 'canceled';
    },
    loses(next: typeof lose): void {
      lose = next;
    },
    refundedOf: (externalId: string): number => refundedOf(get(externalId)),
  };
}
export type Bank = ReturnType<typeof openBank>;
