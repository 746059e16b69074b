import { pictureKey } from '#contract/catalogue-pack.ts';
import type { CallReply } from '#contract/call.ts';
import { photoPath } from '#contract/photos.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { addReturnPhoto, askReturn, getReturnOptions, withdrawReturn } from '#contract/return-calls.ts';
import { isOpen, mayFollow, needsWords, RETURN_PHOTOS_MAX, returnCode, whyNotBack } from '#contract/returns.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findOrder, lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { assertTheirs, readOrder, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import { keepPhoto, readUpload } from '#server/features/photos/photos.commands.ts';
import { findReceivedAt, findReturnable } from '#server/features/returning/return-options.queries.ts';
import { countLoosePhotos, findReturns, insertReturn, insertReturnPhoto, stepReturn, takePhotos } from '#server/features/returns/returns.queries.ts'; // prettier-ignore
import { ruleOf, spokenFor } from '#server/features/returns/returns.rules.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';
import { withRetry } from '#server/platform/retry.ts';

// What a buyer does with a return (docs/product/returns.md). Contents: 1 what may go back, 2 photographs, 3 asking, 4 changing one's mind

// ── 1 What may go back ──────────────────────────────────────────────────────────────────────────
export async function readOptions(
  shop: Shop,
  { session, body, now }: Asked<typeof getReturnOptions>,
): Promise<Omit<CallReply<typeof getReturnOptions>, 'status'>> {
  const which = whichOrderOf(session, body, 'order.cancel');
  const order = assertTheirs((await findOrder(shop.db, which))?.order, which, session);
  const lines = await linesOf(shop.db, order);
  return {
    options: lines.map(({ id, title, image, free, rule }) => ({
      line_id: id,
      title,
      image: image && pictureKey(image),
      pieces: free,
      limited: rule.isLimited,
      unwanted_until: rule.unwantedUntil.toISOString(),
      guarantee_until: rule.guaranteeUntil.toISOString(),
    })),
    server_time: now.toISOString(),
  };
}
/** Lines of a received order with their rules; `free`: in no return yet. @throws order_closed. */
async function linesOf(db: DbOrTx, order: OrderRecord) {
  const receivedAt = await findReceivedAt(db, order.id);
  if (order.status !== ORDER_STATUSES.received || !receivedAt) refuse('order_closed', whyClosed(order.status));
  const returns = await findReturns(db, order.id);
  return (await findReturnable(db, order.id)).map((line) => ({
    ...line,
    free: line.left - spokenFor(returns, line.id),
    // `refuse` above never returns.
    rule: ruleOf(line, receivedAt as Date),
  }));
}
const whyClosed = (status: number): string =>
  status === ORDER_STATUSES.cancelled || status === ORDER_STATUSES.returned
    ? 'Деньги за этот заказ уже возвращены'
    : 'Возврат оформляют после получения. До него заказ можно отменить или не забирать';

// ── 2 Photographs ───────────────────────────────────────────────────────────────────────────────
/** Decoded without a transaction, which is opened when there is something to store. @throws validation of `image`, too_many. */
export async function takePhoto(
  shop: Shop,
  { tx, session, body, request, now }: Asked<typeof addReturnPhoto>,
): Promise<Omit<CallReply<typeof addReturnPhoto>, 'status'>> {
  await assertOwner(tx, shop, session, request);
  const which = whichOrderOf(session, body, 'order.cancel');
  const order = assertTheirs((await findOrder(shop.db, which))?.order, which, session);
  if (order.status !== ORDER_STATUSES.received) refuse('order_closed', whyClosed(order.status));
  const picture = await readUpload(body.image, 'return');
  return withRetry(() =>
    shop.db.transaction(async (own) => {
      await lockOrder(own, { id: order.id });
      if ((await countLoosePhotos(own, order.id)) >= 4 * RETURN_PHOTOS_MAX)
        refuse('too_many', 'Слишком много фото ждут отправки. Отправьте возврат с теми, что есть');
      const id = await keepPhoto(own, { userId: order.userId, purpose: 'return', picture, now });
      await insertReturnPhoto(own, id, order.id);
      const query = 'token' in which ? `?token=${which.token}` : '';
      return { photo: { id, url: `${photoPath(id)}${query}` } };
    }),
  );
}

// ── 3 Asking ────────────────────────────────────────────────────────────────────────────────────
type OneOrder = Omit<CallReply<typeof askReturn>, 'status'>;
/** @throws order_closed, validation (`line_<id>`, `words`, `photos`). */
export async function asksReturn(shop: Shop, { tx, session, body, now }: Asked<typeof askReturn>): Promise<OneOrder> {
  const which = whichOrderOf(session, body, 'order.cancel');
  const order = assertTheirs(await lockOrder(tx, which), which, session);
  const faults = faultsOf(await linesOf(tx, order), body, now);
  if (Object.keys(faults).length > 0) throw invalid(faults, Object.values(faults)[0]?.[0]);
  const lines = body.lines.map(({ line_id: lineId, pieces, reason, unopened: isUnopened }) => ({
    lineId,
    pieces,
    reason,
    isUnopened,
  }));
  const row = { orderId: order.id, state: 'asked', stateAt: now, askedAt: now, words: body.words } as const;
  const made = await insertReturn(tx, row, lines);
  if (!(await takePhotos(tx, body.photos, { orderId: order.id, returnId: made.id })))
    throw invalid({ photos: ['Одно из фото пропало. Добавьте его ещё раз'] });
  const code = returnCode(order.id, made.number);
  await noteReturn(tx, order.id, { actor: 'buyer', note: `${code}: покупатель просит возврат`, at: now });
  await tellNews(tx, shop.jobs, order.id, { what: 'return_asked', ref: made.id, code });
  return { order: await readOrder(tx, which), server_time: now.toISOString() };
}
function faultsOf(
  known: Awaited<ReturnType<typeof linesOf>>,
  { lines, words }: Asked<typeof askReturn>['body'],
  now: Date,
): FieldErrors {
  const faults: FieldErrors = {};
  for (const { line_id: id, pieces, reason, unopened: isUnopened } of lines) {
    const line = known.find((one) => one.id === id);
    const why = !line
      ? 'Такой строки в заказе нет'
      : lines.filter((one) => one.line_id === id).length > 1
        ? 'Одна строка названа дважды'
        : pieces > line.free
          ? 'Столько вернуть нельзя: часть уже в другом возврате'
          : whyNotBack(line.rule, { reason, isUnopened, now });
    if (why !== null) faults[`line_${id}`] = [why];
  }
  if (lines.some(({ reason }) => needsWords(reason)) && words.length < 3)
    faults['words'] = ['Опишите, что с товаром не так'];
  return faults;
}
/** In the history of the order. */
const noteReturn = (tx: Tx, orderId: number, event: { actor: string; note: string; at: Date }): Promise<void> =>
  insertEvent(tx, { orderId, kind: 'refund', ...event });

// ── 4 Changing one's mind ───────────────────────────────────────────────────────────────────────
/** One that is withdrawn already is answered as it is. @throws not_found, order_changed. */
export async function withdrawsReturn(
  _shop: Shop,
  { tx, session, body, now }: Asked<typeof withdrawReturn>,
): Promise<OneOrder> {
  const which = whichOrderOf(session, body, 'order.cancel');
  const order = assertTheirs(await lockOrder(tx, which), which, session);
  const one = (await findReturns(tx, order.id)).find(({ id }) => id === body.return_id);
  if (!one) return refuse('not_found', 'Такого возврата в заказе нет');
  if (one.state !== 'withdrawn') {
    if (!mayFollow(one.state, 'withdrawn'))
      refuse('order_changed', isOpen(one.state) ? 'Товар уже у нас: отозвать нельзя' : 'Этот возврат уже закрыт');
    await stepReturn(tx, one.id, { state: 'withdrawn', stateAt: now });
    const note = `${returnCode(order.id, one.number)}: покупатель отозвал возврат`;
    await noteReturn(tx, order.id, { actor: 'buyer', note, at: now });
  }
  return { order: await readOrder(tx, which), server_time: now.toISOString() };
}
