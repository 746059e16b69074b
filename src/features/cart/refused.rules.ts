import type { CartChange, CartPrice } from '#src/features/cart/cart.mutation.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';

export type RefusedChange = {
  rejected: RejectedRecord;
  /** Signed pieces; 0 for a price that was agreed to. */
  pieces: number;
  /** The server's words, or ours when it has never said any. */
  reason: string;
};

/** Of one cart kind and cart type, by product. */
export function refusedByProduct(
  rejected: readonly RejectedRecord[],
  shown: Pick<CartChange, 'kind' | 'cartType'>,
  /** Null for what is no change of a cart. */
  lineOf: (record: OutboxRecord) => CartChange | CartPrice | null,
): ReadonlyMap<number, readonly RefusedChange[]> {
  const byProduct = new Map<number, RefusedChange[]>();
  for (const one of rejected) {
    const body = lineOf(one.record);
    if (body?.kind !== shown.kind || body.cartType !== shown.cartType) continue;
    const held = byProduct.get(body.productId) ?? [];
    held.push({
      rejected: one,
      pieces: 'delta' in body ? body.delta : 0,
      reason: one.last?.message ?? (one.reason === 'stale' ? 'Ждало слишком долго' : 'Не принято'),
    });
    byProduct.set(body.productId, held);
  }
  return byProduct;
}
