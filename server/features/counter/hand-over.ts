import type { punktHandOver, punktSendBack } from '#contract/counter.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { settleOrder } from '#server/features/acquiring/settle.commands.ts';
import { countWrongCode, findCounterLines, findNamesOf, setPointOrder, writeHanded, type PointOrder, type PointRow } from '#server/features/counter/counter.queries.ts'; // prettier-ignore
import { clockOf, LOCK_MS, LOCKS, TRIES } from '#server/features/counter/counter.rules.ts';
import { takeMarks } from '#server/features/marking/marks.commands.ts';
import { findMarksOf } from '#server/features/marking/marks.queries.ts';
import { holdHere, requireShift, type HeldHere } from '#server/features/counter/own-site.ts';
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import { insertEvent, updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { dropProxy, findProxy } from '#server/features/orders/proxies.queries.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findParcels, stepParcel } from '#server/features/parcels/parcels.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// An order leaves its point (docs/product/counter.md#handing-over). Contents: 1 into the hand, 2 whether it may, 3 the code, 4 back to the warehouse

// ── 1 Into the hand ─────────────────────────────────────────────────────────────────────────────
/** Once, whole, by its code. @throws other_point, handed_already, shift_closed, code_locked, code_wrong, marks_wrong. */
export async function handsOver(shop: Shop, asked: Asked<typeof punktHandOver>): Promise<void> {
  const { tx, body, now, session } = asked;
  const held = await holdHere(tx, session, body.exp_id);
  const { order, point } = held;
  await assertWaits(tx, held);
  const { id: shiftId } = await requireShift(tx, point.site);
  const handedTo = await whoseCode(tx, held, { code: body.code, now });
  await takeMarks(tx, await findCounterLines(tx, [order.id]), body.marks, now);
  const { id: handedBy } = requireUser(session);
  const isFirst = await writeHanded(tx, order.id, { handedAt: now, handedBy, handedTo, shiftId });
  if (!isFirst) refuse('handed_already', `Заказ ${orderName(order.id)} только что выдали с другого планшета`);
  for (const { id, state } of await findParcels(tx, order.id))
    if (state === 'at_point') await stepParcel(tx, id, { state: 'handed', stateAt: now });
  const note = handedTo === 'proxy' ? 'Выдан по коду доверенного лица' : 'Выдан по коду покупателя';
  const to = { orderId: order.id, status: ORDER_STATUSES.received, actor: `desk:${handedBy}`, note, at: now };
  await writeStatus(tx, to);
  // What opens nothing any more is not kept.
  await updateOrder(tx, order.id, { issueCode: null });
  await dropProxy(tx, order.id);
  await settleOrder(tx, shop.jobs, { order, marks: await findMarksOf(tx, order.id), now });
  await tellNews(tx, shop.jobs, order.id, { what: 'handed', by: handedTo });
}

// ── 2 Whether it may ────────────────────────────────────────────────────────────────────────────
async function assertWaits(tx: Tx, { order, at, point }: HeldHere): Promise<void> {
  const name = `Заказ ${orderName(order.id)}`;
  if (at.handedAt) refuse('handed_already', `${name} уже выдан в ${clockOf(at.handedAt, point.utcOffset)}${await whoIn(tx, at.handedBy)}. Второй раз выдать нельзя`); // prettier-ignore
  if (at.leftAt) refuse('order_closed', `${name} уехал на склад: срок хранения вышел`);
  if (order.status !== ORDER_STATUSES.ready)
    refuse('order_closed', `${name} сейчас нельзя выдать. Позвоните в хозяйство`);
}
async function whoIn(tx: Tx, id: number | null): Promise<string> {
  const name = id === null ? undefined : (await findNamesOf(tx, [id])).get(id);
  return name === undefined ? '' : `, оператор ${name}`;
}

// ── 3 The code ──────────────────────────────────────────────────────────────────────────────────
type Tried = { code: string; now: Date };
async function whoseCode(tx: Tx, held: HeldHere, { code, now }: Tried): Promise<'buyer' | 'proxy'> {
  assertMayTry(held.at, held.point, now);
  if (held.order.issueCode === code) return 'buyer';
  if ((await findProxy(tx, held.order.id))?.code === code) return 'proxy';
  // Counted while the order is held: of a burst of tries no more than five are looked at. Nothing else has been written yet.
  await countWrongCode(tx, held.order.id, { now, until: new Date(now.getTime() + LOCK_MS), tries: TRIES });
  throw new RefusedError('code_wrong', wrongInWords(held.at, held.point, now), {
    errors: { code: ['Код не подошёл'] },
    stays: true,
  });
}
/** @throws code_locked. */
function assertMayTry({ locks, lockedUntil }: PointOrder, { utcOffset }: PointRow, now: Date): void {
  if (locks >= LOCKS)
    refuse(
      'code_locked',
      'Код трижды набирали неверно. Позвоните в хозяйство: там проверят и пришлют покупателю новый код',
    );
  if (lockedUntil && lockedUntil > now)
    refuse('code_locked', `Код набрали неверно ${TRIES} раз. Заказ закрыт до ${clockOf(lockedUntil, utcOffset)}`);
}
function wrongInWords({ wrongTries, locks }: PointOrder, { utcOffset }: PointRow, now: Date): string {
  const left = TRIES - wrongTries - 1;
  if (left > 0) return `Код не подошёл. Попросите покупателя открыть заказ или письмо. Осталось попыток: ${left}`;
  if (locks + 1 >= LOCKS) return 'Код не подошёл. Теперь заказ откроет только хозяйство: позвоните туда';
  return `Код не подошёл пятый раз. Заказ закрыт до ${clockOf(new Date(now.getTime() + LOCK_MS), utcOffset)}`;
}

// ── 4 Back to the warehouse ─────────────────────────────────────────────────────────────────────
/** By the operator, once its days are over. @throws not_possible before. */
export async function sendsBack(shop: Shop, asked: Asked<typeof punktSendBack>): Promise<void> {
  const { tx, body, now, session } = asked;
  const held = await holdHere(tx, session, body.exp_id);
  await assertWaits(tx, held);
  if (held.at.keepUntil > now)
    refuse('not_possible', 'Срок хранения ещё не вышел. Раньше заказ на склад не отправляют');
  const { id } = requireUser(session);
  await sendBack(tx, { order: held.order, jobs: shop.jobs, by: id, now });
}
/** `by`: null for the shop itself. The order is held. */
export async function sendBack(
  tx: Tx,
  { order, jobs, by, now }: { order: OrderRecord; jobs: JobSender; by: number | null; now: Date },
): Promise<void> {
  const actor = by === null ? 'shop' : `desk:${by}`;
  await setPointOrder(tx, order.id, { leftAt: now, leftBy: by });
  for (const { id, state } of await findParcels(tx, order.id))
    if (state === 'at_point') await stepParcel(tx, id, { state: 'returned', stateAt: now });
  await writeStatus(tx, {
    orderId: order.id,
    status: ORDER_STATUSES.sent,
    actor,
    note: 'Едет обратно на склад',
    at: now,
  });
  await insertEvent(tx, { orderId: order.id, kind: 'parcel', actor, note: 'Срок хранения в пункте вышел', at: now });
  await updateOrder(tx, order.id, { issueCode: null });
  await dropProxy(tx, order.id);
  await tellNews(tx, jobs, order.id, { what: 'sent_back', ref: now.getTime() });
}
