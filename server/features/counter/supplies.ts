import type { Accepted, punktAcceptParcel, punktFinishSupply, Supply } from '#contract/counter.ts';
import { boxCode } from '#contract/desk-shelves.ts';
import { parcelCode, PARCEL_STATE_NAMES } from '#contract/parcels.ts';
import { readBoxLabel, readLabel, readOrderNumber } from '#contract/scan.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { orderCame } from '#server/features/counter/arrival.commands.ts';
import type { PointRow } from '#server/features/counter/counter.queries.ts';
import { cellAt, cellName, readCell } from '#server/features/counter/counter.rules.ts';
import { assertHere, requireSite } from '#server/features/counter/own-site.ts';
import { acceptSupply, cellNamed, findCell, findSupplies, freeCell, leaveSupply, lockSupply, type SupplyRow } from '#server/features/counter/supplies.queries.ts'; // prettier-ignore
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { closeHold, findHolds, findParcels, insertHold, stepParcel, type ParcelRecord } from '#server/features/parcels/parcels.queries.ts'; // prettier-ignore
import { siteOf } from '#server/features/parcels/parcels.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// «Поставки» (docs/product/counter.md#supplies). Contents: 1 the list, 2 a scan, 3 the end

// ── 1 The list ──────────────────────────────────────────────────────────────────────────────────
export async function readSupplies(db: DbOrTx, site: string): Promise<Supply[]> {
  const rows = Map.groupBy(await findSupplies(db, site), ({ supplyId }) => supplyId);
  return [...rows].map(([id, parcels]) => ({
    id,
    sent_at: parcels[0]?.sentAt ?? '',
    parcels: parcels.map(toParcel),
  }));
}
const toParcel = ({ orderId, number, name, pieces, state, shelf, cell }: SupplyRow): Supply['parcels'][number] => ({
  code: parcelCode(orderId, number),
  exp_id: orderId,
  name,
  pieces,
  cell: shelf === null || cell === null ? null : cellName({ shelf, cell }),
  accepted: state !== 'sent',
});

// ── 2 A scan ────────────────────────────────────────────────────────────────────────────────────
/** One parcel comes to lie in its cell; scanned twice it counts once. @throws scan_unknown, other_point, parcel_changed, validation. */
export async function acceptsParcel(shop: Shop, asked: Asked<typeof punktAcceptParcel>): Promise<Accepted> {
  const { tx, body, now, session } = asked;
  const point = await requireSite(tx, session, body.site);
  const { order, parcel } = await parcelOf(tx, body.code, point);
  const code = parcelCode(order.id, parcel.number);
  if (parcel.state === 'at_point') return { code, exp_id: order.id, cell: await lyingIn(tx, parcel), again: true };
  if (parcel.state !== 'sent')
    refuse('parcel_changed', `Посылка ${code}: ${PARCEL_STATE_NAMES[parcel.state].toLowerCase()}. Принять её нельзя, отложите и позвоните в хозяйство`); // prettier-ignore
  const cell = await chosenCell(tx, { site: point.site, typed: body.cell, orderId: order.id });
  await stepParcel(tx, parcel.id, { state: 'at_point', stateAt: now, cellId: cell.id });
  const { id: by } = requireUser(session);
  const note = `${code} принята в пункте, ячейка ${cell.name}`;
  await insertEvent(tx, { orderId: order.id, kind: 'parcel', actor: `desk:${by}`, note, at: now });
  // It was missing and has been found.
  for (const hold of await findHolds(tx, order.id))
    if (hold.reason.startsWith(MISSING)) await closeHold(tx, hold.id, now);
  await orderCame(tx, { order, point, by, jobs: shop.jobs, now });
  return { code, exp_id: order.id, cell: cell.name, again: false };
}
async function lyingIn(tx: Tx, { cellId }: ParcelRecord): Promise<string> {
  const cell = cellId === null ? undefined : await findCell(tx, cellId);
  return cell ? cellName(cell) : '';
}
/** The label of a parcel, or the number of an order that has one on its way. */
async function parcelOf(tx: Tx, typed: string, point: PointRow): Promise<{ order: OrderRecord; parcel: ParcelRecord }> {
  const label = readLabel(typed);
  const box = readBoxLabel(typed);
  if (box !== null)
    return refuse('scan_unknown', `${boxCode(box)}: это наклейка коробки. Отсканируйте каждую посылку из неё`);
  const id = label?.orderId ?? readOrderNumber(typed);
  if (id === null || id > INT4_MAX)
    return refuse('scan_unknown', `Код ${typed.slice(0, 40)}: это не этикетка посылки «Ростка». Отложите её`);
  const order = await lockOrder(tx, { id });
  if (!order) return refuse('scan_unknown', `Заказа ${id} нет. Проверьте этикетку`);
  await assertHere(tx, label ? `Посылка ${parcelCode(id, label.number)}` : `Заказ № ${id}`, siteOf(order), point.site);
  const parcels = (await findParcels(tx, id)).filter(({ state }) => state !== 'cancelled');
  const named = label ? parcels.find(({ number }) => number === label.number) : undefined;
  if (named) return { order, parcel: named };
  if (label) return refuse('scan_unknown', `Посылки ${parcelCode(id, label.number)} нет. Проверьте этикетку`);
  const [only, ...more] = parcels;
  if (!only) return refuse('scan_unknown', `Заказ № ${id} ещё не собран. Проверьте номер`);
  if (more.length > 0)
    return refuse('scan_unknown', `В заказе № ${id} несколько посылок. Отсканируйте этикетку каждой`);
  return { order, parcel: only };
}
const INT4_MAX = 2_147_483_647;
async function chosenCell(
  tx: Tx,
  { site, typed, orderId }: { site: string; typed: string | undefined; orderId: number },
): Promise<{ id: number; name: string }> {
  if (typed === undefined || typed === '') {
    const free = await freeCell(tx, { site, orderId, cellAt });
    return { id: free.id, name: cellName(free) };
  }
  const cell = readCell(typed);
  if (!cell) throw invalid({ cell: ['Полка и ячейка, например А-12'] });
  return { id: await cellNamed(tx, site, cell), name: cellName(cell) };
}

// ── 3 The end ───────────────────────────────────────────────────────────────────────────────────
const MISSING = 'Не приехала с поставкой';
const MISSING_DAYS_MS = 2 * 86_400_000;
/** A supply that is short is ended only by whoever says so. @throws supply_short with what is missing, not_found. */
export async function finishesSupply(_shop: Shop, asked: Asked<typeof punktFinishSupply>): Promise<void> {
  const { tx, body, now, session } = asked;
  const point = await requireSite(tx, session, body.site);
  const supply = await lockSupply(tx, body.supply_id);
  if (supply?.site !== point.site) throw notFound('Такой поставки нет. Обновите список');
  if (supply.acceptedAt) return;
  const rows = (await findSupplies(tx, point.site)).filter(({ supplyId }) => supplyId === supply.id);
  const missing = rows.filter(({ state }) => state === 'sent');
  if (missing.length !== body.missing) {
    const codes = missing.map(({ orderId, number }) => parcelCode(orderId, number));
    const words = missing.length === 0 ? 'Все посылки уже приняты. Завершите поставку ещё раз' : `Не хватает: ${codes.join(', ')}. Поищите их; если их нет, примите поставку с недостачей`; // prettier-ignore
    throw new RefusedError('supply_short', words, { details: { missing: codes } });
  }
  const { id: by } = requireUser(session);
  for (const one of missing) await missParcel(tx, one, { supplyId: supply.id, by, now });
  await acceptSupply(tx, supply.id, now);
}
/** The desk finds it among the problems, its buyer reads why it takes longer. */
async function missParcel(
  tx: Tx,
  { parcelId, orderId, number }: SupplyRow,
  { supplyId, by, now }: { supplyId: number; by: number; now: Date },
): Promise<void> {
  await lockOrder(tx, { id: orderId });
  await leaveSupply(tx, parcelId);
  const reason = `${MISSING} № ${supplyId}: ${parcelCode(orderId, number)}`;
  await insertEvent(tx, { orderId, kind: 'parcel', actor: `desk:${by}`, note: reason, at: now });
  if ((await findHolds(tx, orderId)).some(({ kind }) => kind === 'stock')) return;
  const words = 'Посылка не приехала в пункт вместе с остальными. Ищем её и напишем, когда найдём.';
  const until = new Date(now.getTime() + MISSING_DAYS_MS);
  await insertHold(tx, { orderId, kind: 'stock', words, ownerId: by, until, reason, openedAt: now });
}
