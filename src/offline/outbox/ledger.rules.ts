/** Counters kept in the store of the records and changed in the same transactions (docs/product/offline.md#ledger). */
export type Ledger = {
  v: 1;
  enqueued: number;
  acked: number;
  collapsed: number;
  discarded: number;
  moved: number;
  quarantined: number;
};
export const EMPTY_LEDGER: Ledger = {
  v: 1,
  enqueued: 0,
  acked: 0,
  collapsed: 0,
  discarded: 0,
  moved: 0,
  quarantined: 0,
};

export const addTo = (ledger: Ledger, change: Partial<Omit<Ledger, 'v'>>): Ledger => {
  const next = { ...ledger };
  for (const [name, by] of Object.entries(change) as [Exclude<keyof Ledger, 'v'>, number][]) next[name] += by;
  return next;
};

/** I4: no other exit exists. `pending` and `rejected` are what the store holds now. */
export function isBalanced(ledger: Ledger, pending: number, rejected: number): boolean {
  return (
    ledger.enqueued ===
    ledger.acked + rejected + ledger.collapsed + ledger.discarded + ledger.moved + ledger.quarantined + pending
  );
}
