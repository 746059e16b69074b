import type { Getter, Setter } from 'jotai';
import { MESSAGES } from '#contract/messages.ts';
import { LIMITS } from '#contract/tables.ts';
import { cartKindAtom, isReadonlyAtom } from '#src/features/cart/cart-state.atoms.ts';
import { catalogueAtom, seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { findOnlineAtom } from '#src/features/catalogue/catalogue-more.atoms.ts';
import { notSavedAtom, showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { laneOf, type Intent } from '#src/offline/outbox/record.ts';
import { gestureAtom } from '#src/platform/gesture.atom.ts';
import { discard, fateOf } from '#src/platform/queue/queue.ts';

// addByCode · acceptNewPrice

/** A refusal of a code that comes within this time belongs under the field. */
const ANSWER_MS = 10_000;

/** Words for under the code field, or null: in the cart, or queued when there is no signal (Spec §7, settled.md §8). */
export async function addByCode(
  get: Getter,
  set: Setter,
  { code, quantity }: { code: string; quantity: number },
): Promise<string | null> {
  const wanted = code.trim();
  if (wanted === '') return MESSAGES.fillField;
  if (isBarred(get)) return MESSAGES.readonly;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > LIMITS.quantityMax) return MESSAGES.quantityWrong;
  const row = get(catalogueAtom).byCode.get(wanted);
  const id = row?.id ?? (await askFor(wanted));
  if (typeof id === 'string') return id;
  const { uid } = get(sessionAtom);
  const intent: Intent = {
    kind: 'cart.change',
    body: { kind: get(cartKindAtom), cartType: 0, productId: id, delta: quantity },
  };
  const seen = get(seenOfAtom)(id);
  const owner = get(ownerAtom);
  const saved = await set(gestureAtom, { uid, owner, intent, seen: { ...seen, title: seen.title || `Код ${wanted}` } });
  if (saved !== 'queued') {
    set(notSavedAtom, saved);
    return saved === 'full' ? 'Не сохранено: на телефоне нет места' : 'Не сохранено. Попробуйте ещё раз';
  }
  const fate = await fateOf(get, set, { uid, owner: await owner, lane: laneOf(intent), ms: ANSWER_MS });
  if (fate.kind !== 'refused') return null;
  await discard(get, fate.parked);
  return fate.parked.last?.message ?? MESSAGES.codeNotFound;

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
  { productId, price }: { productId: number; price: number },
): Promise<void> {
  if (isBarred(get)) {
    set(showDialogAtom, { title: 'Ошибка', text: MESSAGES.readonly });
    return;
  }
  const { uid } = get(sessionAtom);
  const intent: Intent = { kind: 'cart.price', body: { kind: get(cartKindAtom), cartType: 0, productId, price } };
  const seen = get(seenOfAtom)(productId);
  set(notSavedAtom, await set(gestureAtom, { uid, owner: get(ownerAtom), intent, seen }));
}

const isBarred = (get: Getter): boolean => get(sessionAtom).user.readonly || get(isReadonlyAtom);
