import { MESSAGES } from '#contract/messages.ts';
import type { Tx } from '#server/db/open.ts';
import {
  deleteAllLines,
  findCart,
  findLinesAndProducts,
  getPerson,
  markMerged,
  openCartForChange,
  writeLines,
} from '#server/features/cart/cart.queries.ts';
import { priceOf, priceSeenAfter, quantityAfterMerge } from '#server/features/cart/cart.rules.ts';
import { maxQtyOf } from '#server/features/catalogue/catalogue.rules.ts';
import { priceTypeOf } from '#server/platform/session.ts';

export type Moved = { cartType: number; productId: number; asked: number; applied: number; quantity: number };
export type MergeWarning = { code: 'qty_limit' | 'out_of_stock'; message: string };

/**
 * Login: the guest's retail lines join the account's retail cart (a wholesale person's too), clamped as an increase is
 * (settled.md §3). Lines move and the guest cart is marked in the transaction of the login, so a repeat finds nothing
 * to add; a guest cart that joined one account never joins another. `moved` is filled with what was moved.
 */
export async function mergeGuestCart(
  tx: Tx,
  { guestId, userId, now, moved }: { guestId: string; userId: number; now: Date; moved?: Moved[] },
): Promise<{ warnings: MergeWarning[] }> {
  const guestCart = await findCart(tx, { guestId }, 'retail', { lock: true });
  if (!guestCart) return { warnings: [] };
  const guestRows = (await findLinesAndProducts(tx, guestCart.id)).filter((row) => row.line !== null);
  if (guestRows.length === 0) return { warnings: [] };
  if (guestCart.mergedInto !== null && guestCart.mergedInto !== (await findCart(tx, { userId }, 'retail'))?.id)
    return { warnings: [] };

  const priceType = priceTypeOf(await getPerson(tx, userId));
  const account = await openCartForChange(tx, { userId }, 'retail', now);
  const held = await findLinesAndProducts(tx, account.id);
  const warnings: MergeWarning[] = [];
  for (const [cartType, rows] of Map.groupBy(guestRows, (row) => row.line?.cartType ?? 0)) {
    const writes = rows.flatMap(({ product, line }) => {
      if (!line) return [];
      const own =
        held.find((row) => row.product.id === product.id && row.line?.cartType === cartType)?.line ?? undefined;
      const quantity = quantityAfterMerge(own?.quantity ?? 0, line.quantity, maxQtyOf(product));
      if (maxQtyOf(product) === 0 || quantity < (own?.quantity ?? 0) + line.quantity)
        warnings.push(warningOf(product.title, quantity, maxQtyOf(product)));
      const before = own?.quantity ?? 0;
      moved?.push({
        cartType,
        productId: product.id,
        asked: line.quantity,
        applied: quantity - before,
        quantity,
      });
      const current = priceOf(product, priceType);
      const seen = line.priceType === priceType ? line.priceSeen : undefined;
      return [{ productId: product.id, quantity, priceSeen: priceSeenAfter(own, current, priceType, seen), priceType }];
    });
    await writeLines(tx, account.id, cartType, writes, now);
  }
  await deleteAllLines(tx, guestCart.id);
  await markMerged(tx, guestCart.id, account.id, now);
  return { warnings };
}

function warningOf(title: string, quantity: number, maxQty: number): MergeWarning {
  return maxQty === 0
    ? { code: 'out_of_stock', message: `${title}: ${MESSAGES.outOfStock.toLowerCase()}` }
    : { code: 'qty_limit', message: `${title}: в корзине теперь ${quantity}\u00a0шт., больше добавить нельзя` };
}
