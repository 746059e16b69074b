import { NeedsShard } from '#contract/needs.ts';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CategoriesShard,
  DetailsShard,
  FirstShard,
  ListShard,
  Manifest,
  PriceShard,
  ThumbShard,
} from '#contract/catalogue.ts';
import { fromSteps, unpackList } from '#contract/catalogue-pack.ts';
import { catalogueFiles, catalogueRevisions, products } from '#server/db/tables/catalogue.ts';
import { hideProduct, renameProduct, setPrice, setStock } from '#server/features/catalogue/catalogue.commands.ts';
import { publishCatalogue, publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { findSlugTarget } from '#server/features/catalogue/catalogue.queries.ts';
import { change, fileOf, filesOf, openCatalogueShop, settle } from '#tests/catalogue/server-shop.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let clockStep = 0;
const now = () => new Date(Date.parse('2026-11-21T10:00:00Z') + 1000 * (clockStep += 1));
beforeAll(async () => {
  shop = await openCatalogueShop(450);
});
afterAll(() => shop.close());

/** Ids of the files that a change replaced, added or dropped. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = new Map(filesOf(await settle(shop)).map((file) => [file.id, file.sha256]));
  await work();
  const after = new Map(filesOf(await settle(shop)).map((file) => [file.id, file.sha256]));
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id)).sort();
}
const outsideFirst = async (): Promise<number> => {
  const first = await fileOf<FirstShard>(shop, (await settle(shop)).first.sha256);
  return Array.from({ length: 450 }, (_, i) => i + 1).find((id) => !first.rows.some((row) => row.id === id))!;
};

describe('what is published', () => {
  it('is a manifest and shards of the contract, named by their own hash, 200 ids each', async () => {
    const manifest = await settle(shop);
    expect(Manifest.parse(manifest)).toEqual(manifest);
    expect(manifest.total).toBe(450);
    expect(manifest.shards.filter((one) => one.kind === 'list').map((one) => [one.id, one.count])).toEqual([
      ['list:1', 200],
      ['list:201', 200],
      ['list:401', 50],
    ]);
    const schemas = {
      list: ListShard,
      details: DetailsShard,
      thumbs: ThumbShard,
      first: FirstShard,
      categories: CategoriesShard,
      needs: NeedsShard,
      prices: PriceShard,
    };
    for (const file of filesOf(manifest).filter((one) => one.id !== 'prices:1')) {
      const answer = await shop.app.inject(`/api/catalog/s/${file.sha256}.json`);
      expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file.sha256);
      expect(answer.rawPayload.length).toBe(file.bytes);
      const kind = file.id.split(':')[0] as keyof typeof schemas;
      expect([file.id, schemas[kind].safeParse(answer.json()).success]).toEqual([file.id, true]);
    }
  });

  it('gives every product back from its columns', async () => {
    const manifest = await settle(shop);
    const lists = await Promise.all(
      manifest.shards.filter((one) => one.kind === 'list').map((one) => fileOf<ListShard>(shop, one.sha256)),
    );
    const rows = lists.flatMap((list) => unpackList(list)!);
    const prices = await fileOf<PriceShard>(shop, manifest.prices[0].sha256);
    const ids = fromSteps(prices.id_step);
    const kept = await shop.db.select().from(products).orderBy(products.id);
    expect(rows.map((row) => row.id)).toEqual(kept.map((product) => product.id));
    expect(ids).toEqual(kept.map((product) => product.id));
    kept.forEach((product, i) => {
      expect(rows[i]).toMatchObject({
        code: product.code,
        slug: product.slug,
        title: product.title,
        pack: product.pack,
        form: product.form,
        is_bad: product.isBad,
        labels: product.labels,
      });
      expect(rows[i]!.image).toMatch(/^[0-9a-f]{16}$/);
      expect([prices.price[i], prices.old_price[i], prices.stock[i]]).toEqual([
        product.actualPrice,
        product.oldPrice ?? 0,
        Math.min(product.stockQty, 10),
      ]);
    });
  });

  it('starts with the 24 newest, complete cards', async () => {
    const first = await fileOf<FirstShard>(shop, (await settle(shop)).first.sha256);
    const kept = await shop.db.select().from(products);
    const newest = [...kept]
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || a.id - b.id)
      .slice(0, 24)
      .map((product) => product.id);
    expect(first.rows.map((row) => row.id)).toEqual(newest);
    expect(fromSteps(first.prices.id_step)).toEqual(newest);
    expect(first.prices).not.toHaveProperty('cons_price');
    expect(Object.keys(first.thumbs).sort()).toEqual(first.rows.map((row) => row.image).sort());
  });
});

describe('a change republishes only what changed', () => {
  it('nothing: no revision, no file', async () => {
    const revisions = () => shop.db.$count(catalogueRevisions);
    const files = () => shop.db.$count(catalogueFiles);
    const before = [await revisions(), await files()];
    expect(await publishCatalogue(shop, now())).toMatchObject({ changed: 0 });
    expect([await revisions(), await files()]).toEqual(before);
  });

  it('a price: the two price shards, and the first screen only if the product is on it', async () => {
    const productId = await outsideFirst();
    expect(
      await changedBy(() =>
        change(shop, (tx) => setPrice(tx, { productId, now: now(), jobs: shop.jobs, price: 12300 })),
      ),
    ).toEqual(['prices:0', 'prices:1']);
    const manifest = await settle(shop);
    const first = await fileOf<FirstShard>(shop, manifest.first.sha256);
    const shown = first.rows[3]!.id;
    expect(
      await changedBy(() =>
        change(shop, (tx) => setPrice(tx, { productId: shown, now: now(), jobs: shop.jobs, price: 45600 })),
      ),
    ).toEqual(['first', 'prices:0', 'prices:1']);
    expect((await fileOf<FirstShard>(shop, (await settle(shop)).first.sha256)).prices.price[3]).toBe(45600);
  });

  it("a consultants' price: only their shard; the public one keeps its time", async () => {
    const before = await settle(shop);
    expect(
      await changedBy(() =>
        change(shop, (tx) => setPrice(tx, { productId: 7, now: now(), jobs: shop.jobs, consPrice: 30100 })),
      ),
    ).toEqual(['prices:1']);
    const after = await settle(shop);
    expect(after.prices[0].asOf).toBe(before.prices[0].asOf);
    expect(after.prices[1].asOf).not.toBe(before.prices[1].asOf);
    expect(after.rev).not.toBe(before.rev);
  });

  it('stock: nothing while «many» stays many, price shards when the bucket changes', async () => {
    const productId = await outsideFirst();
    await change(shop, (tx) => setStock(tx, { productId, now: now(), jobs: shop.jobs, stock: 60 }));
    expect(
      await changedBy(() => change(shop, (tx) => setStock(tx, { productId, now: now(), jobs: shop.jobs, stock: 59 }))),
    ).toEqual([]);
    expect(
      await changedBy(() => change(shop, (tx) => setStock(tx, { productId, now: now(), jobs: shop.jobs, stock: 3 }))),
    ).toEqual(['prices:0', 'prices:1']);
  });

  it('a new old product: the last ranges, prices and counts', async () => {
    const [sample] = await shop.db.select().from(products).where(eq(products.id, 450));
    const insert = async () => {
      await shop.db.insert(products).values({
        ...sample!,
        id: 451,
        code: '900451',
        slug: 'novyj-900451',
        title: 'Новый',
        createdAt: new Date('2020-01-01'),
      });
      await publishCatalogue(shop, now());
    };
    // Without a picture there is no thumbhash to add.
    expect(await changedBy(insert)).toEqual(['categories', 'details:401', 'first', 'list:401', 'prices:0', 'prices:1']);
  });

  it('a rename: its list and details ranges; the old address leads to the new one', async () => {
    const productId = await outsideFirst();
    const [{ slug: old } = { slug: '' }] = await shop.db
      .select({ slug: products.slug })
      .from(products)
      .where(eq(products.id, productId));
    expect(
      await changedBy(() =>
        change(shop, (tx) =>
          renameProduct(tx, { productId, now: now(), jobs: shop.jobs, slug: 'sovsem-drugoj-adres' }),
        ),
      ),
    ).toEqual(['list:1']);
    expect(await findSlugTarget(shop.db, old)).toEqual({ id: productId, slug: 'sovsem-drugoj-adres', moved: true });
    expect(await findSlugTarget(shop.db, 'sovsem-drugoj-adres')).toMatchObject({ moved: false });
    await change(shop, (tx) => renameProduct(tx, { productId, now: now(), jobs: shop.jobs, slug: old }));
    expect(await findSlugTarget(shop.db, 'sovsem-drugoj-adres')).toMatchObject({ slug: old, moved: true });
    expect(await findSlugTarget(shop.db, old)).toMatchObject({ moved: false });
  });

  it('prices alone give the same revision as everything anew', async () => {
    await change(shop, (tx) =>
      setPrice(tx, { productId: 20, now: now(), jobs: shop.jobs, price: 77700, consPrice: 50000, oldPrice: 99900 }),
    );
    const { rev } = await settle(shop);
    expect(await publishCatalogue(shop, now())).toEqual({ rev, changed: 0 });
  });
});

it('a struck price always stands above the price: another is refused, and a rise up to it takes it away', async () => {
  const productId = 21;
  const set = (more: { price?: number; oldPrice?: number | null }) =>
    change(shop, (tx) => setPrice(tx, { productId, now: now(), jobs: shop.jobs, ...more }));
  const struck = async () =>
    (
      await shop.db
        .select({ price: products.actualPrice, old: products.oldPrice })
        .from(products)
        .where(eq(products.id, productId))
    )[0];
  await set({ price: 50_000, oldPrice: 60_000 });
  expect(await struck()).toEqual({ price: 50_000, old: 60_000 });
  for (const wrong of [{ oldPrice: 50_000 }, { oldPrice: 49_999 }, { price: 70_000, oldPrice: 60_000 }])
    await expect(set(wrong)).rejects.toMatchObject({ errors: { price: ['Зачёркнутая цена должна быть выше цены'] } });
  expect(await struck()).toEqual({ price: 50_000, old: 60_000 });
  await set({ price: 59_999 });
  expect(await struck()).toEqual({ price: 59_999, old: 60_000 });
  await set({ price: 60_000 });
  expect(await struck()).toEqual({ price: 60_000, old: null });
});

describe('with the transaction', () => {
  it('a change that is rolled back publishes nothing', async () => {
    const { rev } = await settle(shop);
    await expect(
      change(shop, async (tx) => {
        await setPrice(tx, { productId: 5, now: now(), jobs: shop.jobs, price: 100 });
        throw new Error('power cut');
      }),
    ).rejects.toThrow('power cut');
    expect((await settle(shop)).rev).toBe(rev);
  });

  it('twenty changes at once: each is in the last revision', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        change(shop, (tx) => setPrice(tx, { productId: 100 + i, now: now(), jobs: shop.jobs, price: 500_00 + i })),
      ),
    );
    const manifest = await settle(shop);
    const prices = await fileOf<PriceShard>(shop, manifest.prices[0].sha256);
    const ids = fromSteps(prices.id_step);
    expect(Array.from({ length: 20 }, (_, i) => prices.price[ids.indexOf(100 + i)])).toEqual(
      Array.from({ length: 20 }, (_, i) => 500_00 + i),
    );
    expect(await publishCatalogue(shop, now())).toEqual({ rev: manifest.rev, changed: 0 });
  });

  it('keeps dropped files 30 days, and takes a returning one back', async () => {
    const at = (days: number) => new Date(Date.parse('2027-01-01T00:00:00Z') + days * 86_400_000);
    const first = await settle(shop);
    await shop.db.update(products).set({ actualPrice: 111_00 }).where(eq(products.id, 9));
    await publishCatalogue(shop, at(0));
    const old = () => shop.db.select().from(catalogueFiles).where(eq(catalogueFiles.sha256, first.prices[0].sha256));
    expect((await old())[0]?.droppedAt).toEqual(at(0));
    await fileOf(shop, first.prices[0].sha256);
    await shop.db.update(products).set({ actualPrice: 112_00 }).where(eq(products.id, 9));
    await publishCatalogue(shop, at(29));
    expect(await old()).toHaveLength(1);
    const [before] = await shop.db.select().from(products).where(eq(products.id, 10));
    await shop.db.update(products).set({ actualPrice: 113_00 }).where(eq(products.id, 10));
    await publishCatalogue(shop, at(31));
    expect(await old()).toHaveLength(0);
    // Back to the state of day 29: that file is live again.
    const day29 = (await shop.db.select().from(catalogueFiles)).filter(
      (file) => file.kind === 'prices' && file.droppedAt?.getTime() === at(31).getTime(),
    );
    expect(day29).toHaveLength(2);
    await shop.db.update(products).set({ actualPrice: before!.actualPrice }).where(eq(products.id, 10));
    await publishCatalogue(shop, at(32));
    const again = await shop.db.select().from(catalogueFiles).where(eq(catalogueFiles.sha256, day29[0]!.sha256));
    expect(again[0]?.droppedAt).toBeNull();
  });
});

describe('secrets', () => {
  it("no byte of a public file holds a consultant's price, points or a hidden product", async () => {
    const canary = { cons: 77_331_913, balls: 55_779_911, title: 'Тайный-Канарейкин', text: 'kanareika-hidden-text' };
    await shop.db
      .update(products)
      .set({ actualConsPrice: canary.cons, ballsHalf: canary.balls })
      .where(eq(products.id, 11));
    await shop.db
      .update(products)
      .set({ title: canary.title, descriptionHtml: canary.text, slug: 'kanareika-slug' })
      .where(eq(products.id, 12));
    await shop.db
      .update(products)
      .set({ related: [12, 13], variantGroup: 'g:1' })
      .where(eq(products.id, 11));
    await shop.db.update(products).set({ variantGroup: 'g:1' }).where(eq(products.id, 12));
    // The first screen must show the one with planted prices.
    await shop.db
      .update(products)
      .set({ createdAt: new Date('2030-01-01') })
      .where(eq(products.id, 11));
    await change(shop, (tx) => hideProduct(tx, { productId: 12, now: now(), jobs: shop.jobs }));
    const manifest = await settle(shop);
    const secret = await shop.db
      .select()
      .from(catalogueFiles)
      .where(eq(catalogueFiles.sha256, manifest.prices[1].sha256));
    expect(secret[0]?.audience).toBe(1);
    const rows = await shop.db.select().from(catalogueFiles).where(eq(catalogueFiles.audience, 0));
    expect(rows.length).toBeGreaterThan(8);
    const live = new Set(filesOf(manifest).map((file) => file.sha256));
    for (const { sha256, kind } of rows) {
      const { payload } = await shop.app.inject(`/api/catalog/s/${sha256}.json`);
      const planted = [canary.cons, canary.balls, canary.cons / 100, canary.balls / 2].map(String);
      // Files of earlier revisions were public when they held the product; they go after 30 days.
      if (live.has(sha256)) planted.push(canary.title, canary.text, 'kanareika-slug');
      expect([kind, planted.filter((word) => payload.includes(word)), /cons_price|balls/.test(payload)]).toEqual([
        kind,
        [],
        false,
      ]);
    }
    const details = await fileOf<DetailsShard>(shop, manifest.shards.find((one) => one.id === 'details:1')!.sha256);
    expect(details.products.find((one) => one.id === 11)).toMatchObject({ related: [13], variants: [] });
    expect(details.products.some((one) => one.id === 12)).toBe(false);
  });

  it('refuses nonsense from the owner', async () => {
    const of = { productId: 1, now: now(), jobs: shop.jobs };
    for (const price of [-1, 1.5, Number.NaN, 1e12])
      await expect(change(shop, (tx) => setPrice(tx, { ...of, price }))).rejects.toMatchObject({ code: 'validation' });
    for (const stock of [-1, 0.5, 1e9])
      await expect(change(shop, (tx) => setStock(tx, { ...of, stock }))).rejects.toMatchObject({ code: 'validation' });
    for (const slug of ['', 'А', 'a b', '../x', 'a--b', '-a'])
      await expect(change(shop, (tx) => renameProduct(tx, { ...of, slug }))).rejects.toMatchObject({
        code: 'validation',
      });
    await expect(change(shop, (tx) => renameProduct(tx, { ...of, slug: 'novyj-900451' }))).rejects.toMatchObject({
      code: 'validation',
    });
    await expect(change(shop, (tx) => hideProduct(tx, { ...of, productId: 10 ** 6 }))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('publishes an empty shop', async () => {
    await shop.db.update(products).set({ published: false });
    await shop.db.transaction((tx) => publishInTx(tx, now()));
    const manifest = await settle(shop);
    expect(manifest).toMatchObject({ total: 0, shards: [] });
    expect(await fileOf<FirstShard>(shop, manifest.first.sha256)).toMatchObject({ total: 0, rows: [] });
  });
});
