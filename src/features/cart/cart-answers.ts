import type { Getter, Setter } from 'jotai';
import type { CartData, ChangeOutcome } from '#contract/cart.ts';
import { MESSAGES } from '#contract/messages.ts';
import { cartStateAtom, isReadonlyAtom, storedCartAtom } from '#src/features/cart/cart-state.atoms.ts';
import { lanesAtom } from '#src/features/cart/lanes.atom.ts';
import { keepCart } from '#src/features/cart/read-cart.ts';
import { afterChange } from '#src/features/cart/stored-cart.rules.ts';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { ensureServerSessionAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { type Failure, failureOf, failureText } from '#src/platform/failure.ts';
import { reportNetworkAtom } from '#src/platform/network.ts';

// What every change of the cart is answered with: takeAnswer · withSession · explain · tellOutcomes.

/** Shows and keeps what a change was answered with. */
export function takeAnswer(
  get: Getter,
  set: Setter,
  data: CartData,
  productIds: readonly number[],
  owner: string,
  isAlone: boolean,
): void {
  const { uid } = get(sessionAtom);
  const stored = afterChange(get(storedCartAtom), data, productIds, { owner, at: new Date().toISOString(), isAlone });
  set(cartStateAtom, { uid, stored, isRead: true });
  if (stored) void keepCart(get, uid, stored);
}

/** A guest whose session the server has lost gets it again, once; the key stays, so nothing happens twice. */
export async function withSession<T>(get: Getter, set: Setter, send: () => Promise<T>): Promise<T> {
  await set(ensureServerSessionAtom);
  try {
    return await send();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'refused' || failure.refusal.code !== 'auth_required' || !get(sessionAtom).user.isGuest)
      throw error;
    await set(ensureServerSessionAtom, true);
    return send();
  }
}

/** Says why, in the server's words; what the server really holds is asked anew. */
export async function explain(get: Getter, set: Setter, failure: Failure): Promise<void> {
  if (failure.kind !== 'refused') {
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    set(showToastAtom, { text: failureText(failure) });
    get(lanesAtom).isPullWanted = true;
    return;
  }
  const { code, message } = failure.refusal;
  set(showDialogAtom, { title: 'Ошибка', text: message });
  if (code === 'readonly') {
    set(isReadonlyAtom, true);
    await set(refreshSessionAtom);
    set(isReadonlyAtom, get(sessionAtom).user.readonly);
  } else if (code === 'auth_required' || code === 'owner_mismatch') await set(refreshSessionAtom);
  else get(lanesAtom).isPullWanted = true;
}

/** Partly applied is accepted, and said; what could not be applied at all is a refusal of its own. */
export function tellOutcomes(get: Getter, set: Setter, items: readonly ChangeOutcome[]): void {
  for (const { code, applied, quantity, message = MESSAGES.qtyLimit, product_id: id } of items) {
    const title = get(catalogueAtom).byId.get(id)?.title;
    if (code && applied === 0) set(showDialogAtom, { title: 'Ошибка', text: title ? `${title}: ${message}` : message });
    else if (code) set(showToastAtom, { text: `${title ? `${title}: ` : ''}теперь ${quantity}\u00a0шт. ${message}` });
  }
}
