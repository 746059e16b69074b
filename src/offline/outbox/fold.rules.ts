import type { FavSet, OutboxRecord } from '#src/offline/outbox/record.ts';

/** View of one heart: what the server last said, then every pending gesture in order (I8: never the opposite of the latest). */
export function foldHeart(base: boolean, pending: readonly OutboxRecord[]): boolean {
  return pending.reduce((on, record) => (record.kind === 'fav.set' ? (record.body as FavSet).on : on), base);
}

/** The changes of pieces among them, for `quantityShown` (contract/cart-arithmetic.ts). */
export const deltasOf = (pending: readonly OutboxRecord[]): number[] =>
  pending.flatMap((record) => (record.kind === 'cart.change' ? [record.body.delta] : []));

/** Records whose effect a pulled snapshot already holds are left out; only their own answer deletes them. */
export function withoutIncluded(pending: readonly OutboxRecord[], included: readonly string[]): OutboxRecord[] {
  const keys = new Set(included);
  return pending.filter((record) => !keys.has(record.id));
}
