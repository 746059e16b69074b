import type { Tx } from '#server/db/open.ts';
import { mergeAccountCarts } from '#server/features/cart/merge-guest-cart.commands.ts';
import { endProvisional, findProvisionalOf, moveFavourites } from '#server/features/session/provisional.queries.ts';

type Warning = { code: string; message: string };

/**
 * Somebody registered again with an address of their own account and proved it by the code: what they had collected meanwhile joins
 * that account at its next login (docs/product/people.md#registration). The second account ends.
 */
export async function takeProvisional(tx: Tx, userId: number, now: Date): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const id of await findProvisionalOf(tx, userId)) {
    warnings.push(...(await mergeAccountCarts(tx, { fromUserId: id, toUserId: userId, now })));
    await moveFavourites(tx, id, userId);
    await endProvisional(tx, id);
  }
  return warnings;
}
