import type { Getter, Setter } from 'jotai';
import { acceptPrice, type CartData, retailCart, wholesaleCart } from '#contract/cart.ts';
import { MESSAGES } from '#contract/messages.ts';
import { cartKindAtom, isReadonlyAtom } from '#src/features/cart/cart-state.atoms.ts';
import { explain, takeAnswer, withSession } from '#src/features/cart/cart-answers.ts';
import { lanesAtom, leavePlace, takePlace } from '#src/features/cart/lanes.atom.ts';
import { pullCart } from '#src/features/cart/read-cart.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { mutationHeadersAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api.atom.ts';
import { type Failure, failureOf, failureText } from '#src/platform/failure.ts';
import { reportNetworkAtom } from '#src/platform/network.ts';

// Changes that are not shown before the server has spoken: addByCode · acceptNewPrice.

/** Words for under the code field, or null. A status 0 is the field's error (Spec §7). */
export async function addByCode(
  get: Getter,
  set: Setter,
  { code, quantity }: { code: string; quantity: number },
): Promise<string | null> {
  if (code.trim() === '') return MESSAGES.fillField;
  if (isBarred(get)) return MESSAGES.readonly;
  if (globalThis.navigator?.onLine === false) return MESSAGES.needInternet;
  const { add } = get(cartKindAtom) === 'wholesale' ? wholesaleCart : retailCart;
  const body = { items: [{ code: code.trim(), quantity }], cartType: 0, source: 'code' as const };
  const failure = await send(get, set, async (headers) => {
    const { items, added: _ids, popup: _shown, ...data } = await get(apiAtom).send(add, { body }, { headers });
    const [outcome] = items;
    if (outcome?.code)
      set(showToastAtom, { text: `Добавили ${outcome.applied} из ${outcome.asked}. ${outcome.message ?? ''}` });
    return { data, productIds: items.map((item) => item.product_id) };
  });
  if (!failure) return null;
  if (failure.kind !== 'refused') return failureText(failure);
  if (failure.refusal.code === 'readonly' || failure.refusal.code === 'auth_required') await explain(get, set, failure);
  return Object.values(failure.refusal.errors ?? {}).flat()[0] ?? failure.refusal.message;
}

export async function acceptNewPrice(
  get: Getter,
  set: Setter,
  { productId, price }: { productId: number; price: number },
): Promise<void> {
  if (isBarred(get)) {
    set(showDialogAtom, { title: 'Ошибка', text: MESSAGES.readonly });
    return;
  }
  if (globalThis.navigator?.onLine === false) {
    set(showToastAtom, { text: MESSAGES.needInternet });
    return;
  }
  const body = { cartType: 0, product_id: productId, price };
  const failure = await send(get, set, async (headers) => ({
    data: await get(apiAtom).send(acceptPrice, { body }, { headers }),
    productIds: [productId],
  }));
  if (failure) await explain(get, set, failure);
}

const isBarred = (get: Getter): boolean => get(sessionAtom).user.readonly || get(isReadonlyAtom);

async function send(
  get: Getter,
  set: Setter,
  ask: (headers: Record<string, string>) => Promise<{ data: CartData; productIds: number[] }>,
): Promise<Failure | null> {
  const lanes = get(lanesAtom);
  const { uid } = get(sessionAtom);
  const headers = await set(mutationHeadersAtom);
  await takePlace(lanes);
  try {
    const { data, productIds } = await withSession(get, set, () => ask(headers));
    set(reportNetworkAtom, true);
    if (get(sessionAtom).uid === uid)
      takeAnswer(get, set, data, productIds, headers['X-Client-User'] ?? uid, lanes.active === 1);
    return null;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    return failure;
  } finally {
    leavePlace(lanes);
    if (lanes.active === 0 && lanes.isPullWanted) void pullCart(get, set);
  }
}
