import type { Getter, Setter } from 'jotai';
import { answered, recalculate } from '#contract/delivery-board.ts';
import { calculateDelivery } from '#contract/delivery.ts';
import type { DeliveryRow, DeliveryType } from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import type { CheckoutDraft, PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import {
  boardAtom,
  draftAtom,
  quotedAtom,
  startingBoard,
  writeDraftAtom,
} from '#src/features/checkout/checkout.atoms.ts';
import { keepQuote, ownRows, readQuote } from '#src/features/checkout/offline-quote.ts';
import { storedCartAtom } from '#src/features/cart/cart.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';

// What delivery costs (docs/product/delivery.md#states): asked of the shop, else as the shop last said it, else counted here.

type Wish = { types?: readonly DeliveryType[]; force?: boolean };

/** Address, cart or point have changed, or «Повторить» was pressed. Late answers are not listened to: see the board. */
export async function quote(get: Getter, set: Setter, { types, force }: Wish = {}): Promise<void> {
  const draft = get(draftAtom);
  if (!draft?.place) {
    set(boardAtom, startingBoard());
    return;
  }
  const board = recalculate(get(boardAtom), types);
  const rid = board.lastRid;
  set(boardAtom, { ...board, current: draft.way?.type ?? null });
  const { place, way } = draft;
  const gate = way?.mode === 'gate' ? draft.points[way.type] : undefined;
  try {
    const reply = await get(apiAtom).send(
      calculateDelivery,
      {
        body: {
          cartType: 'all',
          address: place.address,
          rid,
          ...(types ? { types: [...types] } : {}),
          ...(gate && way ? { gate: { type: way.type, gateId: gate.id } } : {}),
          ...(force ? { force } : {}),
        },
      },
      { headers: { 'X-Client-User': await get(ownerAtom) } },
    );
    set(reportNetworkAtom, true);
    take(get, set, rid, reply.deliveries);
    if (rid === get(boardAtom).lastRid) {
      const at = new Date().toISOString();
      set(quotedAtom, {
        from: 'shop',
        at,
        weight: reply.weight,
        freeFrom: reply.free_from,
        isFreeZone: reply.isFreeZone,
      });
      if (!types) void keepQuote(get, { place, weight: reply.weight, at, rows: reply.deliveries });
    }
    forgetClosedPoint(get, set, reply.deliveries, gate && way ? way.type : null);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline' || failure.kind === 'timeout') await withoutShop(get, set, rid, place);
    else if (failure.kind === 'refused' && failure.refusal.code !== 'server_error')
      take(get, set, rid, failedRows(get, failure.refusal.message));
    else {
      // Nothing was said of any way: what was chosen stays chosen, and is asked for again.
      set(boardAtom, answered(get(boardAtom), rid, failedRows(get, failureText(failure))).board);
    }
  }
}

/** Applies an answer; a chosen way that is gone says so in a toast, and the word stays on its line. */
function take(get: Getter, set: Setter, rid: number, rows: readonly DeliveryRow[]): void {
  const { board, dropped } = answered(get(boardAtom), rid, rows);
  set(boardAtom, board);
  if (!dropped) return;
  set(writeDraftAtom, { way: null });
  const name = rows.find(({ type }) => type === dropped.type)?.name ?? '';
  if (dropped.why === 'error')
    set(showToastAtom, { text: `${name}: ${DELIVERY_WORDS.unavailable}. Выберите другой способ` });
}
const failedRows = (get: Getter, error: string): DeliveryRow[] =>
  get(boardAtom).rows.map((row) => ({ ...row, state: 'error', error }));

/** The point that was sent does not exist any more: it is chosen anew. */
function forgetClosedPoint(get: Getter, set: Setter, rows: readonly DeliveryRow[], type: DeliveryType | null): void {
  const row = type === null ? undefined : rows.find((one) => one.type === type);
  if (type === null || !row || row.gateId !== null || row.notice !== DELIVERY_WORDS.pointClosed) return;
  const { [type]: _closed, ...points } = get(draftAtom)?.points ?? {};
  set(writeDraftAtom, { points: points as CheckoutDraft['points'] });
}

async function withoutShop(get: Getter, set: Setter, rid: number, place: PlaceDraft): Promise<void> {
  if (get(networkAtom).isOnline) set(reportNetworkAtom, false);
  const result = get(storedCartAtom)?.data.result;
  const own = await ownRows(get, place);
  const kept = await readQuote(get, place, own.weight);
  take(get, set, rid, kept?.rows ?? own.rows);
  if (rid !== get(boardAtom).lastRid) return;
  set(quotedAtom, {
    from: kept ? 'kept' : 'own',
    at: kept?.at ?? null,
    weight: kept?.weight ?? own.weight ?? result?.sum_weight ?? 0,
    freeFrom: null,
    isFreeZone: own.isFreeZone,
  });
}
