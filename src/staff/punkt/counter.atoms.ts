import { atom, type Getter, useStore } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { type CounterOrder, punktAcceptParcel, punktFetchOrders, punktFinishSupply, punktGetOrder, punktHandOver, punktSendBack } from '#contract/counter.ts'; // prettier-ignore
import { punktAcceptReturn } from '#contract/counter-returns.ts';
import { newUuid } from '#src/device/uuid.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { askKept, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { dropKept } from '#src/offline/kept/kept.ts';
import { unanswered, unansweredNames } from '#src/platform/api/keyed-draft.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { joinPieces } from '#src/staff/punkt/join-pieces.ts';
import { toSearchable } from '#src/staff/punkt/counter.rules.ts';

// Read: counterAtom, searchableAtom, cardAtom, unsureAtom. Commands: loadCounterAtom, loadCardAtom, useCounterAct, useHandOver, whatIsUnsent.
// The list is kept on the device, one order is not: its comment and its code never are (docs/product/counter.md#on-the-device).

export type Counter = CallReply<typeof punktFetchOrders>;
/** The point in its pieces, the first of which has all but the rest of its orders. */
type Pieces = readonly Shown<Counter>[];
const heldAtom = atom<{ uid: string; pieces: Pieces }>({ uid: '', pieces: [] });
/** The point that this operator has chosen here; null: their first. */
export const siteAtom = atom<string | null>(null);

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const counterAtom = atom((get): Shown<Counter> => {
  const { uid, pieces } = get(heldAtom);
  if (uid !== get(sessionAtom).uid) return NOTHING_SHOWN;
  const shown = joinPieces(pieces);
  return shown.data !== null && !get(networkAtom).isOnline ? { ...shown, isCopy: true } : shown;
});
export const searchableAtom = atom((get) => (get(counterAtom).data?.orders ?? []).map(toSearchable));
type Card = { id: number; order: CounterOrder | null; failure: Failure | null };
export const cardAtom = atom<Card>({ id: 0, order: null, failure: null });
/** A hand-over of which nobody has said yet whether it was done. */
export const unsureAtom = atom<number | null>(null);

const turnAtom = atom<object>({});
/** So many orders are ten times what a large point has; the shop finds the rest. */
const PIECES_MOST = 10;
const pieceName = (at: number): string => (at === 0 ? 'punkt' : `punkt:${at}`);

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** One piece after the other: each is kept by itself, and shown as soon as it is here. The last load that was begun goes on alone. */
export const loadCounterAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const site = get(siteAtom);
  const turn = {};
  set(turnAtom, turn);
  const store = await get(storesAtom).person(uid);
  let after: number | null = 0;
  let at = 0;
  for (; after !== null && at < PIECES_MOST; at += 1) {
    const input = { body: { after, ...(site === null ? {} : { site }) } };
    const here = at;
    const before = get(heldAtom);
    const others: Pieces = before.uid === uid ? before.pieces : [];
    let piece: Shown<Counter> = NOTHING_SHOWN;
    await askKept({ api: get(apiAtom), store }, { name: pieceName(here), call: punktFetchOrders, input }, (shown) => {
      if (get(turnAtom) !== turn) return;
      piece = shown;
      set(heldAtom, { uid, pieces: [...others.slice(0, here), shown, ...others.slice(here + 1)] });
      if (!shown.isCopy && shown.data !== null) set(reportNetworkAtom, true);
      if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
    });
    if (get(turnAtom) !== turn) return;
    after = piece.data?.next ?? null;
  }
  const held = get(heldAtom);
  if (held.uid === uid && held.pieces.length > at) set(heldAtom, { uid, pieces: held.pieces.slice(0, at) });
  // What a busier day has left: nobody reads it any more.
  for (let left = at; left < PIECES_MOST; left += 1) await dropKept(store, pieceName(left)).catch(() => {});
});
export const loadCardAtom = atom(null, async (get, set, id: number): Promise<void> => {
  set(cardAtom, (before) => (before.id === id ? { ...before, failure: null } : { id, order: null, failure: null }));
  const isLast = () => get(cardAtom).id === id;
  try {
    const { order } = await get(apiAtom).send(punktGetOrder, { params: { id: String(id) } });
    if (isLast()) set(cardAtom, { id, order, failure: null });
    if (get(unsureAtom) === id) set(unsureAtom, null);
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(cardAtom, (before) => ({ ...before, failure }));
  }
});

type Acting<C extends Call> = { call: C; ref: string | number; input: CallInput<C> };
/** An act whose key stands on the device until the shop has answered; nothing secret is in it. @throws ApiError. */
export function useCounterAct(): <C extends Call>(act: Acting<C>) => Promise<CallReply<C>> {
  const { get } = useStore();
  return async ({ call, ref, input }) => {
    const by = await keyedBy(get);
    return sendSurely(by, { name: `${call.name}:${ref}`, call, input });
  };
}
const keyedBy = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
  owner: await get(ownerAtom),
  timers: get(timersAtom),
});

const PAUSES_MS = [1000, 3000];
type HandOver = { input: CallInput<typeof punktHandOver>; onDoubt: () => void };
/**
 * The one act whose key is kept in memory alone: what is asked for holds the code, which a tablet never keeps. A page that is loaded anew
 * reads from the order itself whether it was handed over. @throws ApiError.
 */
export function useHandOver(): (act: HandOver) => Promise<void> {
  const { get, set } = useStore();
  return async ({ input, onDoubt }) => {
    const { exp_id: id } = input.body;
    const headers = { 'Idempotency-Key': newUuid(), 'X-Client-User': await get(ownerAtom) };
    set(unsureAtom, id);
    for (let tries = 0; ; tries += 1) {
      try {
        const { order } = await get(apiAtom).send(punktHandOver, input, { headers });
        set(cardAtom, { id, order, failure: null });
        return set(unsureAtom, null);
      } catch (error) {
        const failure = failureOf(error);
        const isKnown = failure.kind === 'refused' && failure.refusal.code !== 'idempotency_in_flight';
        if (isKnown) set(unsureAtom, null);
        const pause = PAUSES_MS[tries];
        if (isKnown || pause === undefined) throw error;
        onDoubt();
        await new Promise<void>((done) => get(timersAtom).after(pause, done));
      }
    }
  };
}

const KEPT_ACTS: readonly Call[] = [punktAcceptParcel, punktAcceptReturn, punktFinishSupply, punktSendBack];
/**
 * Asks once more, under its own key, for whatever nobody has answered yet, wherever it was begun. What is unknown even then, in words; null:
 * a shift may be closed.
 */
export async function whatIsUnsent(get: Getter): Promise<string | null> {
  if (get(unsureAtom) !== null) return 'Неизвестно, выдан ли последний заказ. Откройте его и дождитесь ответа';
  const by = await keyedBy(get);
  for (const name of await unansweredNames(by)) {
    const call = KEPT_ACTS.find((one) => name.startsWith(`${one.name}:`));
    const draft = call && (await unanswered(by, name));
    if (!draft) continue;
    // A refusal is an answer too: its draft is gone then.
    await sendSurely(by, { name, call, input: draft.input }).catch(() => {});
    if (await unanswered(by, name)) return 'Приёмка или возврат ещё не отправлены. Проверьте связь и закройте смену ещё раз'; // prettier-ignore
  }
  return null;
}
