import type { FastifyInstance } from 'fastify';
import { COUNTER_FOUND_MOST, punktAcceptParcel, punktCloseShift, punktFetchDay, punktFetchOrders, punktFetchSupplies, punktFindOrders, punktFinishSupply, punktGetOrder, punktHandOver, punktOpenShift, punktSendBack, punktShowPhone } from '#contract/counter.ts'; // prettier-ignore
import { deskRenewCode } from '#contract/desk-codes.ts';
import { setOrderProxy } from '#contract/order-proxy.ts';
import {
  countWaiting,
  findAtPoint,
  findOwnPoints,
  findPointOrder,
  type WaitingRow,
} from '#server/features/counter/counter.queries.ts';
import { dayAt, dayBounds } from '#server/features/counter/counter.rules.ts';
import { readWanted } from '#server/features/counter/find-orders.rules.ts';
import { handsOver, sendsBack } from '#server/features/counter/hand-over.ts';
import { holdHere, readHere, requireSite, toPoint } from '#server/features/counter/own-site.ts';
import { renewsCode, setsProxy } from '#server/features/counter/proxy.ts';
import { readCounterOrder, readWaiting, toFound } from '#server/features/counter/read-counter.ts';
import { closesShift, opensShift, toShift } from '#server/features/counter/shift-acts.ts';
import { findDay, findOpenShift, findShiftsOf } from '#server/features/counter/shifts.queries.ts';
import { acceptsParcel, finishesSupply, readSupplies } from '#server/features/counter/supplies.ts';
import { countSupplies } from '#server/features/counter/supplies.queries.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import type { Tx } from '#server/db/open.ts';
import { findOrder, lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { type Asked, mount, type Shop } from '#server/platform/mount.ts';
import { invalid, notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const INT4_MAX = 2_147_483_647;

/** The counter of a point (docs/product/counter.md). */
export function counterRoutes(app: FastifyInstance, shop: Shop): void {
  readingRoutes(app, shop);
  handingRoutes(app, shop);
  supplyRoutes(app, shop);
  codeRoutes(app, shop);
}

function readingRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop;
  mount(app, shop, punktFetchOrders, async ({ body, session, now }) => {
    const own = await findOwnPoints(db, requireUser(session).id);
    const point = (body.site === undefined ? undefined : own.find(({ site }) => site === body.site)) ?? own[0];
    return {
      point: point ? toPoint(point) : null,
      points: own.map(toPoint),
      shift: point ? toShift(await findOpenShift(db, point.site)) : null,
      ...(point ? await readWaiting(db, point.site, body.after) : { orders: [], next: null }),
      total: point ? await countWaiting(db, point.site) : 0,
      supplies: point ? await countSupplies(db, point.site) : 0,
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, punktFindOrders, async ({ body, session, now }) => {
    const { site } = await requireSite(db, session, body.site);
    let rows: WaitingRow[] = [];
    for (const wanted of readWanted(body.q))
      if (rows.length === 0) rows = await findAtPoint(db, site, wanted, COUNTER_FOUND_MOST);
    return { orders: await toFound(db, rows), server_time: now.toISOString() };
  });
  mount(app, shop, punktGetOrder, async ({ params, session, now }) => {
    const order = params.id <= INT4_MAX ? (await findOrder(db, { id: params.id }))?.order : undefined;
    if (!order) throw notFound('Такого заказа нет. Проверьте номер');
    const { at } = await readHere(db, session, order);
    return { order: await readCounterOrder(db, order, at), server_time: now.toISOString() };
  });
  mount(app, shop, punktFetchDay, async ({ body, session, now }) => {
    const point = await requireSite(db, session, body.site);
    const today = dayAt(now, point.utcOffset);
    const day = body.day ?? today;
    const bounds = dayBounds(day, point.utcOffset);
    if (!bounds) throw invalid({ day: ['Такого дня нет'] });
    return {
      day,
      today,
      rows: (await findDay(db, point.site, bounds)).map(({ orderId, at, what, operator, pieces }) => ({
        exp_id: orderId,
        at,
        what,
        operator: operator ?? '',
        pieces,
      })),
      shifts: (await findShiftsOf(db, point.site, bounds)).map((one) => ({
        opened_at: one.openedAt.toISOString(),
        closed_at: one.closedAt?.toISOString() ?? null,
        operator: one.operator,
        expected: one.expected,
        counted: one.counted,
        note: one.note,
      })),
      server_time: now.toISOString(),
    };
  });
}

function handingRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, punktHandOver, async (asked) => {
    await handsOver(shop, asked);
    await journal(asked, 'punktHandOver', asked.body.exp_id);
    return answer(asked, asked.body.exp_id);
  });
  mount(app, shop, punktSendBack, async (asked) => {
    await sendsBack(shop, asked);
    await journal(asked, 'punktSendBack', asked.body.exp_id);
    return answer(asked, asked.body.exp_id);
  });
  // Who called whom stands in the journal: a telephone is shown for calling about this order.
  mount(app, shop, punktShowPhone, async (asked) => {
    const { order } = await holdHere(asked.tx, asked.session, asked.body.exp_id);
    await journal(asked, 'punktShowPhone', order.id);
    return { phone: order.recipientPhone };
  });
}

function supplyRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, punktFetchSupplies, async ({ body, session, now }) => {
    const { site } = await requireSite(shop.db, session, body.site);
    return { supplies: await readSupplies(shop.db, site), server_time: now.toISOString() };
  });
  mount(app, shop, punktAcceptParcel, async (asked) => {
    const accepted = await acceptsParcel(shop, asked);
    return { accepted, supplies: await readSupplies(asked.tx, asked.body.site), server_time: asked.now.toISOString() };
  });
  mount(app, shop, punktFinishSupply, async (asked) => {
    await finishesSupply(shop, asked);
    return { supplies: await readSupplies(asked.tx, asked.body.site), server_time: asked.now.toISOString() };
  });
  mount(app, shop, punktOpenShift, async (asked) => ({
    shift: await opensShift(asked),
    server_time: asked.now.toISOString(),
  }));
  mount(app, shop, punktCloseShift, async (asked) => {
    await closesShift(asked);
    return { shift: null, server_time: asked.now.toISOString() };
  });
}

function codeRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, setOrderProxy, async (asked) => ({
    order: await setsProxy(shop, asked),
    server_time: asked.now.toISOString(),
  }));
  mount(app, shop, deskRenewCode, async (asked) => {
    await renewsCode(shop, asked);
    await journal(asked, 'deskRenewCode', asked.body.exp_id, asked.body.reason);
    return { message: 'Новый код отправлен покупателю' };
  });
}

type Acting = Pick<Asked<typeof punktHandOver>, 'tx' | 'session' | 'now' | 'request'>;
/** The code that was typed stands nowhere: only which order it was about. */
async function journal(
  { tx, session, now, request }: Acting,
  act: string,
  orderId: number,
  reason = '',
): Promise<void> {
  const key = request.headers['idempotency-key'];
  await insertAudit(tx, {
    actorId: requireUser(session).id,
    act,
    targetType: 'order',
    targetId: orderId,
    reason,
    asked: { exp_id: orderId },
    key: typeof key === 'string' ? key.toLowerCase() : null,
    at: now,
  });
}
async function answer({ tx, now }: Acting, orderId: number) {
  const order = await mustHave(tx, orderId);
  const at = await findPointOrder(tx, orderId);
  if (!at) throw new Error(`the order ${orderId} is at no point`);
  return { order: await readCounterOrder(tx, order, at), server_time: now.toISOString() };
}
async function mustHave(tx: Tx, id: number): Promise<OrderRecord> {
  const order = await lockOrder(tx, { id });
  if (!order) throw new Error(`the order ${id} is gone`);
  return order;
}
