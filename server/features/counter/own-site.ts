import type { CounterPoint } from '#contract/counter.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { findOwnPoints, findPoint, findPointOrder, type PointOrder, type PointRow } from '#server/features/counter/counter.queries.ts'; // prettier-ignore
import { partsOf } from '#server/features/counter/counter.rules.ts';
import { findOpenShift, type ShiftRow } from '#server/features/counter/shifts.queries.ts';
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import { lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { siteOf } from '#server/features/parcels/parcels.rules.ts';
import { notFound, RefusedError, refuse } from '#server/platform/refuse.ts';
import { requireUser, type Session } from '#server/platform/session.ts';

// Whose point it is: every call of the counter asks here first (docs/product/counter.md#points).

export const toPoint = ({ site, name, city, address }: PointRow): CounterPoint => ({
  site,
  name,
  city: city ?? '',
  address,
});
const inWords = ({ city, address }: PointRow): string => [city, address].filter(Boolean).join(', ');

/** @throws other_point: the operator does not work there. */
export async function requireSite(db: DbOrTx, session: Session, site: string): Promise<PointRow> {
  const own = await findOwnPoints(db, requireUser(session).id);
  const found = own.find((one) => one.site === site);
  if (found) return found;
  throw new RefusedError('other_point', 'Этот пункт вам не назначен. Попросите хозяйство дать его или откройте свой');
}
/** @throws shift_closed. */
export async function requireShift(tx: Tx, site: string): Promise<ShiftRow> {
  const shift = await findOpenShift(tx, site);
  return shift ?? refuse('shift_closed', 'Смена не открыта. Откройте её и повторите');
}
/** @throws other_point, with where it belongs. `what`: «Заказ № 30 418» or «Посылка P30418-1». */
export async function assertHere(db: DbOrTx, what: string, where: string | null, site: string): Promise<void> {
  if (where === site) return;
  const point = where === null ? undefined : await findPoint(db, partsOf(where));
  const place = point ? `выдаёт другой пункт: ${inWords(point)}` : 'наши пункты не выдают';
  refuse('other_point', `${what}: ${place}. Отложите и позвоните в хозяйство`);
}

export type HeldHere = { order: OrderRecord; point: PointRow; at: PointOrder };
/** An order of one of the operator's points, held to the end of the transaction. @throws not_found (404), other_point, not_possible. */
export async function holdHere(tx: Tx, session: Session, orderId: number): Promise<HeldHere> {
  const order = await lockOrder(tx, { id: orderId });
  if (!order) throw notFound('Такого заказа нет. Проверьте номер');
  return { order, ...(await readHere(tx, session, order)) };
}
export async function readHere(
  db: DbOrTx,
  session: Session,
  order: Pick<OrderRecord, 'id' | 'deliveryType' | 'delivery'>,
): Promise<Omit<HeldHere, 'order'>> {
  const own = await findOwnPoints(db, requireUser(session).id);
  const at = await findPointOrder(db, order.id);
  const where = at?.site ?? siteOf(order);
  const point = own.find(({ site }) => site === where);
  if (!point) {
    await assertHere(db, `Заказ ${orderName(order.id)}`, where, own[0]?.site ?? '');
    throw new RefusedError('other_point', 'Вам не назначен ни один пункт. Попросите хозяйство дать его');
  }
  if (!at)
    throw new RefusedError(
      'not_possible',
      `Заказ ${orderName(order.id)} ещё не приехал в пункт целиком. Выдать его нельзя`,
    );
  return { point, at };
}
