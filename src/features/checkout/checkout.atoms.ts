import { type Getter, type Setter, atom } from 'jotai';
import {
  amountToPay,
  debtsOf,
  fitSpends,
  type FundsByType,
  noFunds,
  noSpends,
  type Spends,
} from '#contract/amount-to-pay.ts';
import { type Board, startBoard } from '#contract/delivery-board.ts';
import { startRow } from '#contract/delivery-offer.ts';
import { ALL_DELIVERY_TYPES } from '#contract/delivery-types.ts';
import type { getPaymentMethods, OfferedMethod } from '#contract/payments.ts';
import { packedGrams } from '#contract/tariff.ts';
import { storedCartAtom } from '#src/features/cart/cart.atoms.ts';
import type { CheckoutDraft, GivenBefore, LastOrder } from '#src/features/checkout/checkout.types.ts';
import { DRAFT_KEY, emptyDraft, readDraft, readLast } from '#src/features/checkout/draft.rules.ts';
import { groupsOf, type Way, wayKey } from '#src/features/checkout/ways.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: draftAtom, boardAtom, groupsAtom, currentWayAtom, sumsAtom, methodsAtom, lastOrderAtom.
// Commands: openCheckoutAtom, writeDraftAtom. What asks the shop: quote.ts, place-order.ts.

export const SHOP_NAME = 'Росток';
const LAST = 'last:checkout';

// ── The draft ───────────────────────────────────────────────────────────────────────────────────
const heldDraftAtom = atom<{ uid: string; draft: CheckoutDraft } | null>(null);
export const lastOrderAtom = atom<LastOrder | null>(null);
/** Null until the phone's memory has been read for whoever holds it. */
export const draftAtom = atom((get) => {
  const held = get(heldDraftAtom);
  return held?.uid === get(sessionAtom).uid ? held.draft : null;
});
/** Reads what was typed before; the account fills what is empty. */
export const openCheckoutAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  const store = await get(storesAtom)
    .person(uid)
    .catch(() => null);
  const [draft, last] = store
    ? await Promise.all([store.get<unknown>(DRAFT_KEY), store.get<unknown>(LAST)]).catch(() => [])
    : [];
  const known = user.isGuest ? {} : { name: user.name, phone: user.phone ?? '', email: user.email ?? '' };
  set(lastOrderAtom, readLast(last));
  set(heldDraftAtom, { uid, draft: readDraft(draft, known) });
});
/** Kept with every keystroke; the latest word wins, so writes need not be awaited. */
export const writeDraftAtom = atom(null, (get, set, change: Partial<CheckoutDraft>): void => {
  const { uid } = get(sessionAtom);
  const draft = { ...(get(draftAtom) ?? emptyDraft()), ...change };
  set(heldDraftAtom, { uid, draft });
  void keep(get, uid, DRAFT_KEY, draft);
});
/** The order is made: its draft is gone, and the next one may go the same way. */
type Consents = { consent: GivenBefore; carrier: GivenBefore | null };
export const closeDraftAtom = atom(null, async (get, set, given: Consents): Promise<void> => {
  const { uid } = get(sessionAtom);
  const draft = get(draftAtom);
  if (!draft) return;
  const { recipient, where, place, door, way, points, payment } = draft;
  // An order without a carrier leaves the consent to one as it was.
  const carrier = given.carrier ?? get(lastOrderAtom)?.carrier ?? null;
  const last: LastOrder = {
    v: 1,
    recipient,
    where,
    place,
    door,
    way,
    points,
    payment,
    consent: given.consent,
    carrier,
  };
  await keep(get, uid, LAST, last);
  await keep(get, uid, DRAFT_KEY, undefined);
  set(heldDraftAtom, null);
});
async function keep(get: Getter, uid: string, key: string, value: unknown): Promise<void> {
  await get(storesAtom)
    .person(uid)
    .then((store) => (value === undefined ? store.del([key]) : store.set(key, value)))
    // Without room the draft lives as long as the page.
    .catch(() => {});
}

// ── Ways of delivery ────────────────────────────────────────────────────────────────────────────
export type Quoted = {
  /** `kept`: an earlier answer of the shop; `own`: counted on the phone by the same tariff. */
  from: 'shop' | 'kept' | 'own';
  /** When the shop said so. */
  at: string | null;
  weight: number;
  freeFrom: number | null;
  isFreeZone: boolean;
};
export const startingBoard = (): Board => startBoard(ALL_DELIVERY_TYPES.map((type) => startRow(type, SHOP_NAME)));
export const boardAtom = atom<Board>(startingBoard());
export const quotedAtom = atom<Quoted | null>(null);
export const hasDoor = (place: CheckoutDraft['place']): boolean => !!place?.address.street && !!place.address.house;
export const groupsAtom = atom((get) => {
  const draft = get(draftAtom);
  if (!draft?.place) return [];
  return groupsOf(get(boardAtom), { points: draft.points, hasDoor: hasDoor(draft.place) });
});
/** Why no way at all has a price, said once for all of them; null when at least one can be had, or they differ in the reason. */
export const noPricesAtom = atom((get): string | null => {
  const ways = get(groupsAtom).flatMap(({ ways: of }) => of);
  const error = ways[0]?.error ?? null;
  return ways.length > 1 && ways.every((way) => way.state === 'error' && way.error === error) ? error : null;
});
export const currentWayAtom = atom((get): Way | null => {
  const way = get(draftAtom)?.way;
  if (!way) return null;
  const key = wayKey(way.type, way.mode);
  return (
    get(groupsAtom)
      .flatMap(({ ways }) => ways)
      .find((one) => one.key === key) ?? null
  );
});

// ── Money ───────────────────────────────────────────────────────────────────────────────────────
/** Null: not asked yet, or a guest. */
export const fundsAtom = atom<FundsByType | null>(null);
export const wishAtom = atom<Spends | null>(null);
export type Methods = {
  methods: readonly OfferedMethod[];
  requisites: (typeof getPaymentMethods.reply)['_zod']['output']['requisites'];
};
export const methodsAtom = atom<Methods | null>(null);

export type Sums = {
  count: number;
  goods: number;
  points: number | null;
  weight: number;
  delivery: number | null;
  /** The delivery is paid to its carrier, beside this sum. */
  isPaidThere: boolean;
  spends: Spends;
  debt: number;
  due: number;
};
/** The sum as the shop will count it: by the real prices, whatever prices the screen shows a client. */
export const sumsAtom = atom((get): Sums => {
  const result = get(storedCartAtom)?.data.result;
  const way = get(currentWayAtom);
  const goods = result?.sum_amount ?? 0;
  // «от 220 ₽» of a way that still misses its point is no sum yet.
  const isPriced = way !== null && way.state !== 'error' && !way.isFrom;
  const delivery = isPriced ? (way.isPaidThere ? 0 : way.cost) : null;
  const funds = get(fundsAtom) ?? noFunds();
  const debitUse = get(draftAtom)?.debitUse ?? false;
  const spends = fitSpends(get(wishAtom) ?? noSpends(), { goods, delivery: delivery ?? 0, funds });
  const debts = debtsOf(funds, debitUse);
  return {
    count: result?.count ?? 0,
    goods,
    points: result?.price_type === 1 ? result.sum_balls : null,
    weight: get(quotedAtom)?.weight ?? packedGrams(result?.sum_weight ?? 0),
    delivery,
    isPaidThere: delivery !== null && way?.isPaidThere === true,
    spends,
    debt: debts[0] + debts[1] + debts[2],
    due: amountToPay({ goods, delivery: delivery ?? 0, spends, funds, debitUse }),
  };
});

// ── Placing ─────────────────────────────────────────────────────────────────────────────────────
/** `checking`: an answer got lost, and the shop is asked which it was. */
export type Stage = 'filling' | 'placing' | 'checking';
export const stageAtom = atom<Stage>('filling');
export type Commands = { get: Getter; set: Setter };
