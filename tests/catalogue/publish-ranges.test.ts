import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { categories, pictureOriginals, productPictures, products } from '#server/db/tables/catalogue.ts';
import { findPublishedCardRows } from '#server/features/catalogue/catalogue.queries.ts';
import { findNeeds } from '#server/features/catalogue/needs.queries.ts';
import { needsShard } from '#server/features/catalogue/needs.rules.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { detailShards } from '#server/features/catalogue/detail-shards.rules.ts';
import {
  categoriesShard,
  firstShard,
  listShards,
  priceShard,
  thumbShards,
} from '#server/features/catalogue/shards.rules.ts';
import { filesOf, openCatalogueShop, settle } from '#tests/catalogue/server-shop.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// Publishing goes range by range for the sake of memory; its files must be those of the whole catalogue built at once.
let shop: TestShop;
beforeAll(async () => {
  shop = await openCatalogueShop(650);
  // Groups across ranges, hidden members and hidden neighbours, a range with a gap and one that is hidden altogether.
  await shop.db.execute(sql`
    update products set variant_group = 'g' || (id % 40), related = array[(id * 7) % 650 + 1, (id * 11) % 650 + 1],
      params = jsonb_build_array(jsonb_build_object('name', 'Цвет', 'value', 'цвет ' || id % 3),
        jsonb_build_object('name', 'Вес', 'value', '100 г'))
    where id % 3 = 0`);
  await shop.db.execute(sql`update products set published = false where id % 13 = 0 or id between 401 and 600`);
});
afterAll(() => shop.close());

it('gives byte for byte the files of the whole catalogue built at once, in the same order', async () => {
  await publishCatalogue(shop, new Date('2026-11-21T12:00:00Z'));
  const manifest = await settle(shop);

  const cards = await findPublishedCardRows(shop.db);
  const details = await shop.db.select().from(products).where(eq(products.published, true)).orderBy(asc(products.id));
  const pictures = await shop.db
    .select({
      productId: productPictures.productId,
      sha256: productPictures.sha256,
      thumbhash: pictureOriginals.thumbhash,
    })
    .from(productPictures)
    .innerJoin(products, eq(products.id, productPictures.productId))
    .innerJoin(pictureOriginals, eq(pictureOriginals.sha256, productPictures.sha256))
    .where(eq(products.published, true))
    .orderBy(asc(productPictures.productId), asc(productPictures.position));
  const drafts = [
    firstShard(cards, pictures),
    categoriesShard(await shop.db.select().from(categories), cards),
    priceShard(cards, 0),
    priceShard(cards, 1),
    needsShard(await findNeeds(shop.db), new Set(cards.map(({ id }) => id))),
    ...listShards(cards, details),
    ...detailShards(cards, details, pictures),
    ...thumbShards(pictures),
  ];
  expect(filesOf(manifest).map((file) => [file.id, file.sha256])).toEqual(
    drafts.map((draft) => [draft.id, createHash('sha256').update(draft.json).digest('hex')]),
  );
  expect(manifest.shards.filter((shard) => shard.kind === 'details').map((shard) => [shard.id, shard.count])).toEqual([
    ['details:1', 185],
    ['details:201', 185],
    ['details:601', 46],
  ]);
  expect(details.some((detail) => detail.variantGroup !== null)).toBe(true);
});
