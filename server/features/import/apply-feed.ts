import { categorySlug, productSlug } from '#server/features/catalogue/slug.rules.ts';
import type { Tx } from '#server/db/open.ts';
import type { FeedCategory } from '#server/features/import/categories.rules.ts';
import { applyTopics } from '#server/features/import/apply-topics.ts';
import { FeedError } from '#server/features/import/feed-error.ts';
import { short } from '#server/features/import/feed-values.rules.ts';
import {
  findCategorySlugs,
  findMissing,
  findSourceCategories,
  freeCodes,
  hideProducts,
  insertCategories,
  insertPrices,
  insertProducts,
  markSeen,
  nextCategoryIds,
  type ProductRow,
  saveSources,
  type SourceRow,
  updateCategory,
  updateProducts,
} from '#server/features/import/import.queries.ts';
import type { ImportReport } from '#server/features/import/report.rules.ts';
import { roubles } from '#server/features/orders/letter-frame.rules.ts';
import type { SaidRow, Say } from '#server/features/import/stage-feed.ts';
import { decidePublished, type StagedProduct } from '#server/features/import/staged.rules.ts';
import { countUnknown, readStaged, type StagedOffer, unstageOffers } from '#server/features/import/staging.queries.ts';

// Contents: 1 the whole, 2 categories, 3 offers, 4 rows

export type Applying = {
  file: string;
  source: string;
  hideMissing: boolean;
  isDryRun: boolean;
  now: Date;
  report: ImportReport;
  say: Say;
};
const BATCH = 500;
const WITHHELD_SHOWN = 20;

// ── 1 The whole ─────────────────────────────────────────────────────────────────────────────────
/** Writes the staged feed into the shop inside the caller's transaction; a dry run only counts. */
export async function applyFeed(
  tx: Tx,
  feed: { categories: FeedCategory[]; offers: number },
  parts: Applying,
): Promise<void> {
  const { report, source, isDryRun, now } = parts;
  const ids = await applyCategories(tx, feed.categories, parts);
  const names = new Map(feed.categories.map(({ key, title }) => [key, title]));
  const codes = isDryRun ? [] : await freeCodes(tx, await countUnknown(tx, source));
  for (let after = 0; after < feed.offers; after += BATCH) {
    await applyBatch(tx, await readStaged(tx, source, after, BATCH), { ids, codes, names }, parts);
    const percent = Math.floor((Math.min(after + BATCH, feed.offers) / feed.offers) * 100);
    parts.say.progress(
      `${isDryRun ? 'сверка' : 'запись'} ${percent} %, добавлено ${report.offers.added}, изменено ${report.offers.changed}`,
    );
  }
  if (!isDryRun) await markSeen(tx, source, now);
  const missing = await findMissing(tx, source);
  report.missing = missing.total;
  if (parts.hideMissing) {
    report.hidden = missing.shown.length;
    if (!isDryRun) await hideProducts(tx, missing.shown, now);
  }
}

// ── 2 Categories ────────────────────────────────────────────────────────────────────────────────
/** Feed key → our id. The title and parent of a known category follow the feed, its slug never changes (docs/product/addresses.md#slugs). */
async function applyCategories(
  tx: Tx,
  feed: readonly FeedCategory[],
  { source, isDryRun, report }: Applying,
): Promise<Map<string, number>> {
  const known = new Map((await findSourceCategories(tx, source)).map((category) => [category.key, category]));
  const fresh = feed.filter(({ key }) => !known.has(key));
  report.categories.added = fresh.length;
  // A dry run takes no id: that would move the sequence.
  const freshIds = isDryRun ? fresh.map(() => 0) : await nextCategoryIds(tx, fresh.length);
  const ids = new Map([...known].map(([key, { id }]) => [key, id]));
  fresh.forEach(({ key }, at) => ids.set(key, freshIds[at] ?? 0));
  const parentOf = ({ parentKey }: FeedCategory) => (parentKey === null ? null : (ids.get(parentKey) ?? null));

  for (const category of feed) {
    const before = known.get(category.key);
    const change = { title: category.title, parentId: parentOf(category) };
    if (!before || (before.title === change.title && before.parentId === change.parentId)) continue;
    report.categories.changed += 1;
    if (!isDryRun) await updateCategory(tx, before.id, change);
  }
  if (isDryRun) return ids;
  const slugs = await findCategorySlugs(tx);
  const rows = fresh.map((category) => {
    const id = ids.get(category.key) ?? 0;
    const slug = categorySlug(category.title, id, (taken) => slugs.has(taken));
    slugs.add(slug);
    return {
      id,
      parentId: parentOf(category),
      title: category.title,
      slug,
      position: 1000 + category.position,
      key: category.key,
    };
  });
  await insertCategories(tx, source, rows);
  return ids;
}

// ── 3 Offers ────────────────────────────────────────────────────────────────────────────────────
async function applyBatch(
  tx: Tx,
  batch: readonly StagedOffer[],
  {
    ids: categoryIds,
    codes: freeCodesLeft,
    names,
  }: { ids: Map<string, number>; codes: string[]; names: Map<string, string> },
  parts: Applying,
): Promise<void> {
  const { report } = parts;
  const orphans = batch.filter(({ categoryKey }) => !categoryIds.has(categoryKey));
  for (const { offerId, line, categoryKey, data } of orphans) {
    report.offers.refused += 1;
    const text = `нет категории «${short(categoryKey)}»`;
    parts.say.line(`${parts.file}:${line}: предложение «${short(offerId)}» — ${text}`);
    parts.say.row?.({ kind: 'refused', line, offerId: short(offerId), title: data?.title ?? '', category: '', text });
  }
  await unstageOffers(
    tx,
    orphans.map(({ offerId }) => offerId),
  );

  const sound = batch.filter(({ categoryKey }) => categoryIds.has(categoryKey));
  const added = sound.filter(({ known }) => known === null);
  const changed = sound.filter(({ known, data }) => known !== null && data !== null);
  report.offers.added += added.length;
  report.offers.changed += changed.length;
  report.offers.unchanged += sound.length - added.length - changed.length;
  for (const offer of sound) if (isWithheld(offer)) tellWithheld(offer, parts);
  for (const offer of sound) if (offer.data !== null) parts.say.row?.(rowOf(offer, names.get(offer.categoryKey) ?? ''));
  if (parts.isDryRun) return;

  const sources: SourceRow[] = [];
  const prices: { productId: number; actualPrice: number; actualConsPrice: number; since: Date }[] = [];
  const codes = freeCodesLeft.splice(0, added.length);
  if (codes.length < added.length) throw new FeedError('Кончились свободные шестизначные коды товаров.');
  const fresh = added.map((offer, at) => makeRow(offer, codes[at] ?? '', categoryIds, parts));
  const made = await insertProducts(
    tx,
    fresh.map(({ row }) => row),
  );
  for (const { row, offer, withheld } of fresh) keep(made.get(row.code) ?? 0, row, offer, withheld, true);

  const moved = changed.map((offer) => makeRow(offer, offer.known?.code ?? '', categoryIds, parts));
  await updateProducts(
    tx,
    moved.map(({ row, offer }) => ({ ...row, id: offer.known?.productId ?? 0 })),
  );
  for (const { row, offer, withheld } of moved) {
    const isNewPrice = offer.known?.price !== row.actualPrice || offer.known.consPrice !== row.actualConsPrice;
    keep(offer.known?.productId ?? 0, row, offer, withheld, isNewPrice);
  }
  await saveSources(tx, sources);
  await insertPrices(tx, prices);
  await applyTopics(
    tx,
    [...fresh, ...moved].map(({ row, offer }) => ({
      productId: offer.known?.productId ?? made.get(row.code) ?? 0,
      titles: offer.data?.topics ?? [],
    })),
    parts,
  );

  function keep(
    productId: number,
    row: ProductRow,
    offer: StagedOffer,
    withheld: SourceRow['withheld'],
    isNewPrice: boolean,
  ): void {
    sources.push({
      source: parts.source,
      offerId: offer.offerId,
      productId,
      digest: offer.digest,
      withheld,
      seenAt: parts.now,
    });
    // «Old price» is shown by right only where history proves it (docs/product/law.md row 11).
    if (isNewPrice)
      prices.push({ productId, actualPrice: row.actualPrice, actualConsPrice: row.actualConsPrice, since: parts.now });
  }
}

const isWithheld = ({ data, known }: StagedOffer): boolean =>
  data === null ? known?.withheld === 'compliance' : data.lacks.length > 0;

function tellWithheld({ data, line, offerId }: StagedOffer, { report, say, file }: Applying): void {
  report.withheld += 1;
  if (data === null || report.withheld > WITHHELD_SHOWN) return;
  say.line(
    `${file}:${line}: предложение «${short(offerId)}» — БАД записан, но не показан: не хватает (${data.lacks.join(', ')})`,
  );
}

/** What is new, or what of it has changed. */
function rowOf({ known, data, line, offerId }: StagedOffer, category: string): SaidRow {
  const { title, actualPrice, lacks, groupId } = data as StagedProduct;
  const about = { line, offerId: short(offerId), title, category };
  const variant = groupId === null ? '' : `, вариант группы «${short(groupId)}»`;
  if (lacks.length > 0)
    return { ...about, kind: 'withheld', text: `не будет показан: не хватает (${lacks.join(', ')})` };
  if (known === null) return { ...about, kind: 'added', text: `${roubles(actualPrice)}${variant}` };
  const isMoved = known.price !== actualPrice;
  const text = isMoved ? `цена ${roubles(known.price)} → ${roubles(actualPrice)}` : 'обновлены сведения';
  return { ...about, kind: 'changed', text: `${text}${variant}` };
}

// ── 4 Rows ──────────────────────────────────────────────────────────────────────────────────────
type Made = { row: ProductRow; offer: StagedOffer; withheld: SourceRow['withheld'] };

function makeRow(offer: StagedOffer, code: string, categoryIds: Map<string, number>, { source, now }: Applying): Made {
  const data = offer.data as StagedProduct;
  const { lacks, groupId, topics: _, ...fields } = data;
  const { published, withheld } = decidePublished(lacks, offer.known);
  const row: ProductRow = {
    ...fields,
    code,
    slug: offer.known?.slug ?? productSlug(data.title, code),
    categoryId: categoryIds.get(offer.categoryKey) ?? 0,
    variantGroup: groupId === null ? null : `${source}:${groupId}`,
    published,
    createdAt: now,
    updatedAt: now,
  };
  return { row, offer, withheld };
}
