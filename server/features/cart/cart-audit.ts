import type { ChangeOutcome, retailCart } from '#contract/cart.ts';
import type { CartKind } from '#server/features/cart/cart.queries.ts';
import { type AuditEntry, auditActor } from '#server/platform/audit.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';

/** Who asks for a change of a cart, and in which transaction. */
export type By = Pick<Asked<typeof retailCart.data>, 'tx' | 'request' | 'session' | 'now'>;
type Section = { kind: CartKind; cartType: number };

/** Pieces that came or went, one entry a product. */
export function auditPieces(shop: Shop, by: By, section: Section, outcomes: readonly ChangeOutcome[]): Promise<void> {
  return audit(
    shop,
    by,
    outcomes.map(({ product_id, asked, applied, quantity }) => ({
      kind: 'cart.change',
      cart: nameOf(section),
      target_id: product_id,
      asked,
      applied,
      quantity,
    })),
  );
}

/** Whole lines that were taken away. */
export async function auditRemoval(
  shop: Shop,
  by: By,
  kind: CartKind,
  lines: readonly { cartType: number; productId: number; quantity: number }[],
): Promise<void> {
  for (const { cartType, productId, quantity } of lines) {
    const gone = { product_id: productId, asked: -quantity, applied: -quantity, quantity: 0 };
    await auditPieces(shop, by, { kind, cartType }, [gone]);
  }
}

/** A risen price that was accepted, in kopecks; `applied` 0 when the line was gone. */
export function auditPrice(
  shop: Shop,
  by: By,
  section: Section,
  price: { productId: number; asked: number; applied: number; quantity: number },
): Promise<void> {
  const { productId, ...numbers } = price;
  return audit(shop, by, [{ kind: 'cart.price', cart: nameOf(section), target_id: productId, ...numbers }]);
}

const nameOf = ({ kind, cartType }: Section): string => `${kind}:${cartType}`;

async function audit(shop: Shop, { tx, request, session }: By, entries: readonly AuditEntry[]): Promise<void> {
  await shop.audit?.(tx, auditActor(request, session), entries);
}
