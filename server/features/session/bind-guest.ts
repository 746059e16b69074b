import type { DbOrTx, Tx } from '#server/db/open.ts';
import { mergeGuestCart, type Moved } from '#server/features/cart/merge-guest-cart.commands.ts';
import { bindGuestRow, isGuestOf, openGuestRow } from '#server/features/session/session.queries.ts';
import type { Session } from '#server/platform/session.ts';

type Warning = { code: string; message: string };
const FOREIGN: Warning = {
  code: 'guest_foreign',
  message: 'Корзина гостя не присоединена: она принадлежит другому человеку',
};

/**
 * Login: the guest of this device joins the account for good and its cart is merged, in the caller's transaction.
 * A guest id is a secret of its device, so naming it is enough. It stays untouched in two cases: it belongs
 * to another account already, or the request came with the live session of another guest (docs/decisions/051-guests.md).
 */
export async function bindGuest(
  tx: Tx,
  asked: { guestId: string; userId: number; session: Session; now: Date; moved?: Moved[] },
): Promise<Warning[]> {
  const { guestId, userId, session, now, moved } = asked;
  if (session.guestId !== null && session.guestId !== guestId) return [FOREIGN];
  const boundTo = await openGuestRow(tx, guestId, now);
  if (boundTo !== null && boundTo !== userId) return [FOREIGN];
  await bindGuestRow(tx, guestId, userId, now);
  return (await mergeGuestCart(tx, { guestId, userId, now, ...(moved ? { moved } : {}) })).warnings;
}

const GUEST_OWNER = /^guest:([0-9a-f-]{36})$/;
/** May this session act as that owner? An account speaks for the guests it has taken in (docs/product/offline.md#owners). */
export async function ownsGuest(db: DbOrTx, session: Session, owner: string): Promise<boolean> {
  const guestId = GUEST_OWNER.exec(owner)?.[1];
  return guestId !== undefined && session.user !== null && isGuestOf(db, guestId, session.user.id);
}
