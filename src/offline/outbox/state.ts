import { type Base, readBase } from '#src/offline/outbox/base.ts';
import { EMPTY_LEDGER, isBalanced, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import { knownOf, type Mutations } from '#src/offline/outbox/mutation.ts';
import type { OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  isRejectedRecord,
  isShowable,
  LEDGER_KEY,
  OPEN_KEY,
  type Outcome,
  type OutboxRecord,
  type RejectedRecord,
} from '#src/offline/outbox/record.ts';

export type OutboxState = {
  pending: OutboxRecord[];
  rejected: RejectedRecord[];
  outcomes: Outcome[];
  /** All that is not settled: ours, a newer build's, what is on its way into an account (X-Client-Pending). */
  waiting: number;
  ledger: Ledger;
  isBalanced: boolean;
};
type Stored = Pick<OutboxPorts, 'store' | 'definitions'>;
export type OutboxSnapshot = OutboxState & { bases: Record<string, Base>; isOpen: boolean };

export function readState({ definitions, store }: Stored): Promise<OutboxState> {
  return store.transact((tx) => stateIn(definitions, tx));
}

async function stateIn(definitions: Mutations, tx: OutboxTx): Promise<OutboxState> {
  const [stored, leaving, kept, told, booked] = await Promise.all([
    tx.list<unknown>('ob:'),
    tx.list('out:'),
    tx.list<unknown>('park:'),
    tx.list<Outcome>('res:'),
    tx.get<Ledger>(LEDGER_KEY),
  ]);
  const rejected = kept.map(([, entry]) => entry);
  const ledger = booked ?? EMPTY_LEDGER;
  return {
    pending: stored.map(([, value]) => value).filter((value) => isShowable(definitions, value)),
    rejected: rejected.filter((entry) => isRejectedRecord(definitions, entry)),
    outcomes: told
      .map(([, outcome]) => outcome)
      .filter((outcome) => (outcome?.v === 1 || outcome?.v === 2) && knownOf(definitions, outcome)),
    waiting: stored.length + leaving.length,
    ledger,
    isBalanced: isBalanced(ledger, stored.length + leaving.length, rejected.length),
  };
}

/** Everything a screen shows of a partition, from one transaction: a fold of it never mixes two moments (I8). */
export function readSnapshot({ definitions, store }: Stored): Promise<OutboxSnapshot> {
  const scopes = [...new Set(definitions.flatMap((one) => one.scopes))];
  return store.transact(async (tx) => {
    const [state, isOpen, ...bases] = await Promise.all([
      stateIn(definitions, tx),
      tx.get<boolean>(OPEN_KEY),
      ...scopes.map(async (scope) => [scope, await readBase(tx, scope)] as const),
    ]);
    return { ...state, bases: Object.fromEntries(bases), isOpen: isOpen !== false };
  });
}
