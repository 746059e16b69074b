import type { CartChange, FavSet, OutboxRecord } from '#src/offline/outbox/record.ts';

/** docs/product/offline.md#cart-arithmetic: new = δ < 0 ? max(0, q + δ) : max(q, min(q + δ, maxQty)). The server computes the same. */
export function applyDelta(quantity: number, delta: number, maxQty: number): number {
  return delta < 0 ? Math.max(0, quantity + delta) : Math.max(quantity, Math.min(quantity + delta, maxQty));
}

/** View of one heart: what the server last said, then every pending gesture in order (I8: never the opposite of the latest). */
export function foldHeart(base: boolean, pending: readonly OutboxRecord[]): boolean {
  return pending.reduce((on, record) => (record.kind === 'fav.set' ? (record.body as FavSet).on : on), base);
}

/** View of one line's quantity. `maxQty` is the last known one; an unknown product is not clamped. */
export function foldQuantity(base: number, pending: readonly OutboxRecord[], maxQty: number = 99): number {
  return pending.reduce(
    (quantity, record) =>
      record.kind === 'cart.change' ? applyDelta(quantity, (record.body as CartChange).delta, maxQty) : quantity,
    base,
  );
}

/** Records whose effect a pulled snapshot already holds are left out; only their own answer deletes them. */
export function withoutIncluded(pending: readonly OutboxRecord[], included: readonly string[]): OutboxRecord[] {
  const keys = new Set(included);
  return pending.filter((record) => !keys.has(record.id));
}
