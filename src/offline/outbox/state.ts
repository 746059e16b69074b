import { quantityShown } from '#contract/cart-arithmetic.ts';
import { readBase, scopeOf, type Base, type Scope } from '#src/offline/outbox/base.ts';
import { readRecords } from '#src/offline/outbox/entries.ts';
import { deltasOf, foldHeart, withoutIncluded } from '#src/offline/outbox/fold.rules.ts';
import { EMPTY_LEDGER, isBalanced, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import type { OutboxPorts, OutboxTx } from '#src/offline/outbox/ports.ts';
import {
  isParkedRecord,
  isShowable,
  LEDGER_KEY,
  OPEN_KEY,
  type Outcome,
  type OutboxRecord,
  type ParkedRecord,
} from '#src/offline/outbox/record.ts';

export type OutboxState = {
  pending: OutboxRecord[];
  parked: ParkedRecord[];
  outcomes: Outcome[];
  /** All that is not settled: ours, a newer build's, what is on its way into an account (X-Client-Pending). */
  waiting: number;
  ledger: Ledger;
  isBalanced: boolean;
};
export type OutboxSnapshot = OutboxState & { bases: Record<Scope, Base>; isOpen: boolean };

export function readState(ports: Pick<OutboxPorts, 'store'>): Promise<OutboxState> {
  return ports.store.transact(stateIn);
}

async function stateIn(tx: OutboxTx): Promise<OutboxState> {
  const [stored, leaving, kept, told, booked] = await Promise.all([
    tx.list<unknown>('ob:'),
    tx.list('out:'),
    tx.list<unknown>('park:'),
    tx.list<Outcome>('res:'),
    tx.get<Ledger>(LEDGER_KEY),
  ]);
  const parked = kept.map(([, entry]) => entry);
  const ledger = booked ?? EMPTY_LEDGER;
  return {
    pending: stored.map(([, value]) => value).filter(isShowable),
    parked: parked.filter(isParkedRecord),
    outcomes: told.map(([, outcome]) => outcome).filter((outcome) => outcome?.v === 1),
    waiting: stored.length + leaving.length,
    ledger,
    isBalanced: isBalanced(ledger, stored.length + leaving.length, parked.length),
  };
}

/** Everything a screen shows of a partition, from one transaction: a fold of it never mixes two moments (I8). */
export function readSnapshot(ports: Pick<OutboxPorts, 'store'>): Promise<OutboxSnapshot> {
  return ports.store.transact(async (tx) => {
    const [state, fav, retail, wholesale, edu, isOpen] = await Promise.all([
      stateIn(tx),
      readBase(tx, 'fav'),
      readBase(tx, 'cart:retail'),
      readBase(tx, 'cart:wholesale'),
      readBase(tx, 'edu'),
      tx.get<boolean>(OPEN_KEY),
    ]);
    return {
      ...state,
      bases: { fav, 'cart:retail': retail, 'cart:wholesale': wholesale, edu },
      isOpen: isOpen !== false,
    };
  });
}

/** View of one line or heart: fold(server's word, pending gestures), both from one transaction (I8). */
export function readView(ports: Pick<OutboxPorts, 'store'>, scope: Scope, id: number): Promise<number> {
  return ports.store.transact(async (tx) => {
    const base = await readBase(tx, scope);
    const mine = (await readRecords(tx)).filter(
      (record) => scopeOf(record) === scope && 'productId' in record.body && record.body.productId === id,
    );
    const pending = withoutIncluded(mine, base.included);
    return scope === 'fav'
      ? Number(foldHeart((base.values[id] ?? 0) === 1, pending))
      : quantityShown(base.values[id] ?? 0, deltasOf(pending));
  });
}
