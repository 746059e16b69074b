import type { Tx } from '#server/db/open.ts';
import { mergeAccountCarts, type Moved } from '#server/features/cart/merge-guest-cart.commands.ts';
import { endProvisional, findProvisionalOf, moveFavourites } from '#server/features/session/provisional.queries.ts';

type Warning = { code: string; message: string };
/** A second account that has ended, and what went over from its carts. */
type Joined = { id: number; moved: readonly Moved[] };

/**
 * Somebody registered again with an address of their own account and proved it by the code: what they had collected meanwhile joins
 * that account at its next login (docs/product/people.md#registration). The second account ends.
 */
export async function takeProvisional(
  tx: Tx,
  userId: number,
  now: Date,
): Promise<{ warnings: Warning[]; joined: Joined[] }> {
  const warnings: Warning[] = [];
  const joined: Joined[] = [];
  for (const id of await findProvisionalOf(tx, userId)) {
    const moved: Moved[] = [];
    warnings.push(...(await mergeAccountCarts(tx, { fromUserId: id, toUserId: userId, now, moved })));
    await moveFavourites(tx, id, userId);
    await endProvisional(tx, id);
    joined.push({ id, moved });
  }
  return { warnings, joined };
}
