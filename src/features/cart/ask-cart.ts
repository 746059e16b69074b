import { mutationOf } from '#src/offline/outbox/mutation.ts';
import type { Getter, Setter } from 'jotai';
import { MESSAGES } from '#contract/messages.ts';
import { LIMITS } from '#contract/tables.ts';
import { cartChange, cartPrice } from '#src/features/cart/cart.mutation.ts';
import { seenPriceAtom } from '#src/features/cart/cart.atoms.ts';
import type { Added } from '#src/features/cart/cart.types.ts';
import { type LineAsked, lineAsked } from '#src/features/cart/lane.ts';
import { cartKindAtom, isReadonlyAtom } from '#src/features/cart/cart-state.atoms.ts';
import { catalogueAtom, seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { findOnlineAtom } from '#src/features/catalogue/catalogue-more.atoms.ts';
import { NOT_SAVED, notSavedAtom, showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { newUuid } from '#src/device/uuid.ts';
import { discardAtom, saveAtom, syncClient } from '#src/sync-client/sync.atoms.ts';

// addByCode · acceptNewPrice

/** A refusal of a code that comes within this time belongs under the field. */
const ANSWER_MS = 10_000;

/** In the cart, queued when there is no signal, or words for under the code field (docs/product/asked-for.md#calls, docs/product/offline.md#what-is-queued). */
export async function addByCode(
  get: Getter,
  set: Setter,
  { code, quantity }: { code: string; quantity: number },
): Promise<Added> {
  const wanted = code.trim();
  if (wanted === '') return failed(MESSAGES.fillField);
  if (isBarred(get)) return failed(MESSAGES.readonly);
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > LIMITS.quantityMax)
    return failed(MESSAGES.quantityWrong);
  const row = get(catalogueAtom).byCode.get(wanted);
  const id = row?.id ?? (await askFor(wanted));
  if (typeof id === 'string') return failed(id);
  const { uid } = get(sessionAtom);
  const line = { kind: get(cartKindAtom), ...lineAsked({ productId: id }) };
  const mutation = mutationOf(cartChange, { ...line, delta: quantity, ...get(seenPriceAtom)(line) });
  const seen = get(seenOfAtom)(id);
  const key = newUuid();
  const owner = get(ownerAtom);
  const saved = await set(saveAtom, mutation, {
    key,
    uid,
    owner,
    seen: { ...seen, title: seen.title || `Код ${wanted}` },
  });
  if (saved !== 'queued') {
    set(notSavedAtom, saved);
    return failed(NOT_SAVED[saved]);
  }
  const result = await (await syncClient(get)).result(key, ANSWER_MS);
  if (result.kind !== 'rejected') return { kind: result.kind === 'done' ? 'added' : 'queued' };
  await set(discardAtom, result.entry);
  return failed(result.entry.last?.message ?? MESSAGES.codeNotFound);

  async function askFor(unknown: string): Promise<number | string> {
    const answer = await set(findOnlineAtom, { code: unknown });
    switch (answer.kind) {
      case 'found':
        return answer.row.id;
      case 'unknown':
        return MESSAGES.codeNotFound;
      case 'offline':
        return MESSAGES.codeNotStored;
      case 'broken':
        return MESSAGES.serviceDown;
    }
  }
}

/** «Оставить»: queued like every gesture; the line is unmarked at once. */
export async function acceptNewPrice(
  get: Getter,
  set: Setter,
  { price, ...asked }: LineAsked & { price: number },
): Promise<void> {
  if (isBarred(get)) {
    set(showDialogAtom, { title: 'Ошибка', text: MESSAGES.readonly });
    return;
  }
  const { uid } = get(sessionAtom);
  const mutation = mutationOf(cartPrice, { kind: get(cartKindAtom), ...lineAsked(asked), price });
  const seen = get(seenOfAtom)(asked.productId);
  set(notSavedAtom, await set(saveAtom, mutation, { uid, owner: get(ownerAtom), seen }));
}

const failed = (text: string): Added => ({ kind: 'failed', text });
const isBarred = (get: Getter): boolean => get(sessionAtom).user.readonly || get(isReadonlyAtom);
