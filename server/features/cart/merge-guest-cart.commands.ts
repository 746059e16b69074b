import { quantityMerged } from '#contract/cart-arithmetic.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Tx } from '#server/db/open.ts';
import {
  type CartKind,
  deleteAllLines,
  findCart,
  findLinesAndProducts,
  getPerson,
  markMerged,
  openCartForChange,
  writeLines,
} from '#server/features/cart/cart.queries.ts';
import { type PriceType, priceOf, priceSeenAfter } from '#server/features/cart/cart.rules.ts';
import { cartKindOf } from '#server/features/cart/read-cart.commands.ts';
import { maxQtyOf } from '#server/features/catalogue/catalogue.rules.ts';
import { priceTypeOf } from '#server/platform/session.ts';

export type Moved = {
  kind: CartKind;
  cartType: number;
  productId: number;
  asked: number;
  applied: number;
  quantity: number;
};
export type MergeWarning = { code: 'qty_limit' | 'out_of_stock'; message: string };
/** Where lines go; `moved` is filled with what went there. */
type Target = { userId: number; kind: CartKind; priceType: PriceType; now: Date; moved?: Moved[] | undefined };

/**
 * Login: the guest's lines join the cart that this account's app shows, clamped as an increase is (docs/product/people.md#guests). Lines
 * move and the guest cart is marked in the transaction of the login, so a repeat finds nothing to add; a guest cart that
 * joined one account never joins another.
 */
export async function mergeGuestCart(
  tx: Tx,
  { guestId, userId, now, moved }: { guestId: string; userId: number; now: Date; moved?: Moved[] },
): Promise<{ warnings: MergeWarning[] }> {
  const person = await getPerson(tx, userId);
  const to: Target = { userId, kind: cartKindOf(person), priceType: priceTypeOf(person), now, moved };
  const guestCart = await findCart(tx, { guestId }, 'retail', { lock: true });
  const isOurs = guestCart && (guestCart.mergedInto === null || (await isCartOf(tx, guestCart.mergedInto, userId)));
  const warnings = isOurs ? await moveLines(tx, guestCart.id, to) : [];
  if (to.kind === 'retail') return { warnings };
  // A wholesale buyer may have pieces in a retail cart from the time before. No screen would show them.
  const retail = await findCart(tx, { userId }, 'retail', { lock: true });
  return { warnings: retail ? [...warnings, ...(await moveLines(tx, retail.id, to))] : warnings };
}

/** Two accounts of one person become one: what lies in the carts of the one that goes joins the cart of the other, clamped alike. */
export async function mergeAccountCarts(
  tx: Tx,
  { fromUserId, toUserId, now, moved }: { fromUserId: number; toUserId: number; now: Date; moved?: Moved[] },
): Promise<MergeWarning[]> {
  const person = await getPerson(tx, toUserId);
  const to: Target = { userId: toUserId, kind: cartKindOf(person), priceType: priceTypeOf(person), now, moved };
  const warnings: MergeWarning[] = [];
  for (const kind of ['retail', 'wholesale'] as const) {
    const cart = await findCart(tx, { userId: fromUserId }, kind, { lock: true });
    if (cart) warnings.push(...(await moveLines(tx, cart.id, to)));
  }
  return warnings;
}

/** Also when the person has become a wholesale buyer since. */
async function isCartOf(tx: Tx, cartId: number, userId: number): Promise<boolean> {
  for (const kind of ['retail', 'wholesale'] as const)
    if ((await findCart(tx, { userId }, kind))?.id === cartId) return true;
  return false;
}

async function moveLines(tx: Tx, fromId: number, to: Target): Promise<MergeWarning[]> {
  const { userId, kind, priceType, now, moved } = to;
  const rows = (await findLinesAndProducts(tx, fromId)).filter((row) => row.line !== null);
  if (rows.length === 0) return [];
  const account = await openCartForChange(tx, { userId }, kind, now);
  const held = await findLinesAndProducts(tx, account.id);
  const warnings: MergeWarning[] = [];
  for (const [cartType, ofType] of Map.groupBy(rows, (row) => row.line?.cartType ?? 0)) {
    const writes = ofType.flatMap(({ product, line }) => {
      if (!line) return [];
      const own =
        held.find((row) => row.product.id === product.id && row.line?.cartType === cartType)?.line ?? undefined;
      const before = own?.quantity ?? 0;
      const maxQty = maxQtyOf(product);
      const quantity = quantityMerged(before, line.quantity, maxQty);
      if (maxQty === 0 || quantity < before + line.quantity) warnings.push(warningOf(product.title, quantity, maxQty));
      const counts = { asked: line.quantity, applied: quantity - before, quantity };
      moved?.push({ kind, cartType, productId: product.id, ...counts });
      const seen = line.priceType === priceType ? line.priceSeen : undefined;
      const priceSeen = priceSeenAfter(own, priceOf(product, priceType), priceType, seen);
      return [{ productId: product.id, quantity, priceSeen, priceType }];
    });
    await writeLines(tx, account.id, cartType, writes, now);
  }
  await deleteAllLines(tx, fromId);
  await markMerged(tx, fromId, account.id, now);
  return warnings;
}

function warningOf(title: string, quantity: number, maxQty: number): MergeWarning {
  return maxQty === 0
    ? { code: 'out_of_stock', message: `${title}: ${MESSAGES.outOfStock.toLowerCase()}` }
    : { code: 'qty_limit', message: `${title}: в корзине теперь ${quantity}\u00a0шт., больше добавить нельзя` };
}
