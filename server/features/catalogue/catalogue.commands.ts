import { MESSAGES } from '#contract/messages.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import {
  type ChangingRow,
  findBranch,
  insertPriceHistory,
  isSlugTaken,
  lockProduct,
  moveSlug,
  updateProduct,
} from '#server/features/catalogue/catalogue-changes.queries.ts';
import { stockBucket } from '#contract/cart-arithmetic.ts';
import { ballsHalfIn } from '#server/features/catalogue/points.rules.ts';
import { publishInTx, type PublishScope } from '#server/features/catalogue/publish.commands.ts';
import { notifyNodes } from '#server/features/catalogue/publish.queries.ts';
import { tellWhoWaits } from '#server/features/notify/notify.commands.ts';
import { invalid, notFound } from '#server/platform/refuse.ts';

// Contents: 1 price, 2 stock, 3 visibility, 4 name and address. Each changes one product and publishes in the same
// transaction, so that nobody ever reads a price that the shop does not have. All throw 404 for an unknown id.

export type Change = { productId: number; now: Date; jobs: JobSender };
const MAX_KOPECKS = 100_000_000;
const MAX_STOCK = 1_000_000;

/**
 * Kopecks. A new consultant price recomputes the points by the rule of its category; without one it stays as it is. `oldPrice` null
 * removes the struck price; a rise up to it removes it too (docs/product/prices.md#old-prices).
 * @throws validation for a price that is no integer from 0 to 1 000 000 ₽, and for a struck price that is not above the price.
 */
export async function setPrice(
  tx: Tx,
  {
    productId,
    now,
    price,
    consPrice,
    oldPrice,
  }: Change & { price?: number; consPrice?: number; oldPrice?: number | null },
): Promise<void> {
  for (const value of [price, consPrice, oldPrice ?? undefined]) {
    if (value !== undefined && !isWithin(value, MAX_KOPECKS))
      throw invalid({ price: ['Цена — целое число копеек от 0 до 1 000 000 ₽'] });
  }
  await change(tx, productId, now, 'prices', async (row) => {
    const actualPrice = price ?? row.actualPrice;
    const actualConsPrice = consPrice ?? row.actualConsPrice;
    if (typeof oldPrice === 'number' && oldPrice <= actualPrice)
      throw invalid({ price: ['Зачёркнутая цена должна быть выше цены'] });
    const struck = oldPrice === undefined ? row.oldPrice : oldPrice;
    if (actualPrice !== row.actualPrice || actualConsPrice !== row.actualConsPrice) {
      await insertPriceHistory(tx, { productId, actualPrice, actualConsPrice, since: now });
    }
    return {
      actualPrice,
      actualConsPrice,
      ballsHalf: consPrice === undefined ? row.ballsHalf : ballsHalfIn(await findBranch(tx, row.categoryId), consPrice),
      oldPrice: struck !== null && struck > actualPrice ? struck : null,
    };
  });
}

/** Pieces. While the published «many» stays many, no file changes: only the nodes hear of it. @throws validation. */
export async function setStock(tx: Tx, { productId, now, jobs, stock }: Change & { stock: number }): Promise<void> {
  if (!isWithin(stock, MAX_STOCK)) throw invalid({ stock: ['Остаток — целое число от 0 до 1 000 000'] });
  const row = await getLocked(tx, productId);
  await updateProduct(tx, productId, { stockQty: stock, updatedAt: now });
  if (row.published && stockBucket(stock) !== stockBucket(row.stockQty)) await publishInTx(tx, now, 'prices');
  else await notifyNodes(tx);
  if (stock > 0 && row.stockQty === 0) await tellWhoWaits(tx, jobs);
}

/** A hidden product leaves every shard and answer; carts keep its line as unavailable. */
export async function setPublished(
  tx: Tx,
  { productId, now, jobs, published }: Change & { published: boolean },
): Promise<void> {
  await change(tx, productId, now, 'all', async () => ({ published }));
  if (published) await tellWhoWaits(tx, jobs);
}
export const hideProduct = (tx: Tx, of: Change): Promise<void> => setPublished(tx, { ...of, published: false });

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/**
 * A new title leaves the address as it is (docs/product/addresses.md#slugs); a new address keeps the old one leading here (301).
 * @throws validation for an empty title, a malformed or taken address.
 */
export async function renameProduct(
  tx: Tx,
  { productId, now, title, slug }: Change & { title?: string; slug?: string },
): Promise<void> {
  if (title !== undefined && title.trim() === '') throw invalid({ title: [MESSAGES.fillField] });
  if (slug !== undefined && (!SLUG.test(slug) || slug.length > 100))
    throw invalid({ slug: ['Адрес — латинские буквы, цифры и дефисы, до 100 знаков'] });
  await change(tx, productId, now, 'all', async (row) => {
    if (slug !== undefined && slug !== row.slug) {
      if (await isSlugTaken(tx, slug, productId)) throw invalid({ slug: ['Этот адрес занят другим товаром'] });
      await moveSlug(tx, productId, row.slug, slug);
    }
    return { title: title?.trim() ?? row.title, slug: slug ?? row.slug };
  });
}

async function change(
  tx: Tx,
  productId: number,
  now: Date,
  scope: PublishScope,
  set: (row: ChangingRow) => Promise<Parameters<typeof updateProduct>[2]>,
): Promise<void> {
  const row = await getLocked(tx, productId);
  await updateProduct(tx, productId, { ...(await set(row)), updatedAt: now });
  await publishInTx(tx, now, scope);
}
async function getLocked(tx: Tx, productId: number): Promise<ChangingRow> {
  const row = await lockProduct(tx, productId);
  if (!row) throw notFound(MESSAGES.productNotFound);
  return row;
}
const isWithin = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max;
