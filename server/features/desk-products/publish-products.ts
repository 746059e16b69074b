import { stockBucket } from '#contract/cart-arithmetic.ts';
import type {
  DeskProductField,
  DeskProductRow,
  deskPublishProducts,
  ProductConflict,
  ProductFaults,
} from '#contract/desk-products.ts';
import { MESSAGES } from '#contract/messages.ts';
import { cleanDescription } from '#server/features/catalogue/clean-description.commands.ts';
import { insertPriceHistory, findBranch, updateProduct } from '#server/features/catalogue/catalogue-changes.queries.ts';
import { ballsHalfIn } from '#server/features/catalogue/points.rules.ts';
import { publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { notifyNodes } from '#server/features/catalogue/publish.queries.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import {
  findCategories,
  findDeskProductsById,
  findPriceHistory,
  lockProducts,
} from '#server/features/desk-products/desk-products.queries.ts';
import {
  categoryNames,
  columnsOf,
  deskRowOf,
  faultsOf,
  fieldsOf,
  isSame,
  type Judged,
  settled,
  stateOf,
  strikable,
} from '#server/features/desk-products/desk-products.rules.ts';
import { tellWhoWaits } from '#server/features/notify/notify.commands.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { notFound, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const PRICES: ReadonlySet<DeskProductField> = new Set(['price', 'cons_price', 'old_price', 'stock']);

/**
 * All changes or none, one publication (docs/product/desk.md#products). A price asks 14 days of history before it is struck out, a supplement
 * its fields before it is shown.
 * @throws not_found for an unknown product, `product_changed` with what others have written since, `validation` with words by product and field.
 */
export async function publishProducts(
  { jobs }: Pick<Shop, 'jobs'>,
  { body, tx, now, session, request }: Asked<typeof deskPublishProducts>,
): Promise<{ products: DeskProductRow[] }> {
  const ids = body.changes.map((change) => change.id);
  const rows = new Map((await lockProducts(tx, ids)).map((row) => [row.id, row]));
  if (new Set(ids).size !== rows.size || rows.size !== ids.length) throw notFound(MESSAGES.productNotFound);
  const judged = body.changes.map(({ id, was, set }) => judge(rows.get(id)!, was, set));
  const conflicts = judged.flatMap(({ conflict }) => conflict ?? []);
  if (conflicts.length > 0)
    throw new RefusedError('product_changed', 'Эти товары изменили, пока вы правили. Посмотрите, что оставить', {
      details: conflicts,
    });

  const history = Map.groupBy(await findPriceHistory(tx, ids), (row) => row.productId);
  const faults: ProductFaults = {};
  const categories = categoryNames(await findCategories(tx));
  for (const one of judged) {
    const prices = (history.get(one.row.id) ?? []).map((row) => ({ price: row.actualPrice, since: row.since }));
    const found = { ...faultsOf(one, strikable(prices, now)), ...(categories.has(one.next.category_id) ? {} : { category_id: 'Такого раздела нет' }) }; // prettier-ignore
    if (Object.keys(found).length > 0) faults[one.row.id] = found;
  }
  if (Object.keys(faults).length > 0)
    throw new RefusedError('validation', 'Исправьте отмеченное: пока ничего не опубликовано', { details: faults });

  const actorId = requireUser(session).id;
  const key = request.headers['idempotency-key'];
  const changed = new Set<DeskProductField>();
  for (const { row, next, set } of judged) {
    const columns = columnsOf(next);
    const names = [...set].filter((name) => !isSame(fieldsOf(row)[name], next[name]));
    if (row.oldPrice !== columns.oldPrice && !names.includes('old_price')) names.push('old_price');
    if (names.length === 0) continue;
    for (const name of names) changed.add(name);
    if (columns.actualPrice !== row.actualPrice || columns.actualConsPrice !== row.actualConsPrice) {
      const { actualPrice, actualConsPrice } = columns;
      await insertPriceHistory(tx, { productId: row.id, actualPrice, actualConsPrice, since: now });
    }
    const ballsHalf =
      columns.actualConsPrice === row.actualConsPrice && columns.categoryId === row.categoryId
        ? row.ballsHalf
        : ballsHalfIn(await findBranch(tx, columns.categoryId), columns.actualConsPrice);
    await updateProduct(tx, row.id, { ...columns, ballsHalf, updatedAt: now });
    await insertAudit(tx, {
      actorId,
      act: 'deskPublishProducts',
      targetType: 'product',
      targetId: row.id,
      reason: body.reason ?? '',
      asked: { set: Object.fromEntries(names.map((name) => [name, next[name]])) },
      before: stateOf(fieldsOf(row), names, categories),
      after: stateOf({ ...next, old_price: columns.oldPrice }, names, categories),
      key: typeof key === 'string' ? key.toLowerCase() : null,
      at: now,
    });
  }
  const answer = (await findDeskProductsById(tx, ids)).map(({ row, category }) => deskRowOf(row, category));
  // Exact stock is answered by the calls; the files change only when the published «many» does.
  const isStockAlone = [...changed].every((name) => name === 'stock');
  const isSameStock = judged.every(({ row, next }) => stockBucket(row.stockQty) === stockBucket(next.stock));
  if (changed.size > 0 && isStockAlone && isSameStock) await notifyNodes(tx);
  else if (changed.size > 0)
    await publishInTx(tx, now, [...changed].every((name) => PRICES.has(name)) ? 'prices' : 'all');
  if (judged.some(({ row, next }) => next.stock > 0 && (row.stockQty === 0 || !row.published)))
    await tellWhoWaits(tx, jobs);
  return { products: answer };
}

type Change = Asked<typeof deskPublishProducts>['body']['changes'][number];
function judge(row: Judged['row'], was: Change['was'], set: Change['set']): Judged & { conflict?: ProductConflict } {
  const names = (Object.keys(set) as DeskProductField[]).filter((name) => set[name] !== undefined);
  const now = fieldsOf(row);
  // Somebody else has given it another value, and not the one that is asked for here.
  const others = names.filter((name) => !isSame(now[name], was[name]) && !isSame(now[name], set[name]));
  const asked = new Set(names);
  const judged: Judged = { row, next: settled({ ...now, ...soundOf(set) }, asked), set: asked };
  if (others.length === 0) return judged;
  const conflict = { id: row.id, title: row.title, now: Object.fromEntries(others.map((name) => [name, now[name]])) };
  return { ...judged, conflict };
}
/** Only what was asked for, a description without whatever no description may hold. */
const soundOf = (set: Change['set']): Partial<Judged['next']> =>
  Object.fromEntries(
    Object.entries(set)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name === 'description_html' ? cleanDescription(value as string) : value]),
  );
