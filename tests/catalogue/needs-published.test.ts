import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { fromSteps } from '#contract/catalogue-pack.ts';
import type { NeedsShard } from '#contract/needs.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { needs } from '#server/db/tables/needs.ts';
import { insertNeeds, insertSynonyms, replaceRanks } from '#server/features/catalogue/needs.queries.ts';
import { needsShard, tiersOf } from '#server/features/catalogue/needs.rules.ts';
import { publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { change, fileOf, manifestOf, openCatalogueShop, settle } from '#tests/catalogue/server-shop.ts';

it('publishes topics, synonyms and ranks as one file, and an edit of the desk as another', async () => {
  const shop = await openCatalogueShop(10);
  const publish = async (work: Parameters<typeof change>[1]) => {
    await change(shop, async (tx) => {
      await work(tx);
      await publishInTx(tx, shop.clock.now);
    });
    const manifest = await settle(shop);
    return { manifest, shard: await fileOf<NeedsShard>(shop, manifest.needs!.sha256) };
  };
  const empty = await manifestOf(shop);
  expect(await fileOf<NeedsShard>(shop, empty.needs!.sha256)).toEqual({
    v: 1,
    needs: [],
    synonyms: [],
    popular: [[], [], []],
  });
  const first = await publish(async (tx) => {
    await insertNeeds(tx, [{ slug: 'son', title: 'Сон и отдых', words: ['сон', 'спать'], productIds: [7, 2, 9] }]);
    await insertSynonyms(tx, [['ночь', 'ночной']]);
    await replaceRanks(tx, [
      { productId: 3, tier: 1 },
      { productId: 8, tier: 0 },
    ]);
  });
  expect(fromSteps(first.shard.needs[0]!.products)).toEqual([7, 2, 9]);
  expect(first.shard).toMatchObject({ synonyms: [['ночь', 'ночной']], popular: [[8], [3], []] });
  // The other files are taken over by their hashes.
  expect(first.manifest.shards).toEqual(empty.shards);

  const edited = await publish((tx) => tx.update(needs).set({ title: 'Сон' }).where(eq(needs.slug, 'son')));
  expect(edited.shard.needs[0]!.title).toBe('Сон');
  const hidden = await publish((tx) => tx.update(products).set({ published: false }).where(eq(products.id, 2)));
  expect(fromSteps(hidden.shard.needs[0]!.products)).toEqual([7, 9]);
  // A price is no reason to publish topics again.
  await change(shop, async (tx) => {
    await tx.update(products).set({ actualPrice: 12_300 }).where(eq(products.id, 7));
    await publishInTx(tx, shop.clock.now, 'prices');
  });
  expect((await settle(shop)).needs).toEqual(hidden.manifest.needs);
});

it('sorts by what is bought most in the same order for everyone: the tier, then the newest', async () => {
  const shop = await openCatalogueShop(10);
  await change(shop, async (tx) => {
    await replaceRanks(tx, [
      { productId: 3, tier: 0 },
      { productId: 8, tier: 1 },
    ]);
    await publishInTx(tx, shop.clock.now);
  });
  await settle(shop);
  const ids = async (sort: string) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/eshop/produkt/list',
      payload: { sort },
      headers: { 'x-requested-with': 'rostok' },
    });
    return answer.json<{ items: { id: number }[] }>().items.map((item) => item.id);
  };
  const newest = (await ids('created_at-desc')).filter((id) => id !== 3 && id !== 8);
  expect(await ids('popularity-desc')).toEqual([3, 8, ...newest]);
});

it('leaves out a need without a published product', () => {
  const draft = needsShard(
    { needs: [{ slug: 'a', title: 'А', words: [], products: [5] }], synonyms: [], ranks: [{ productId: 5, tier: 0 }] },
    new Set([1]),
  );
  expect(JSON.parse(draft.json)).toEqual({ v: 1, needs: [], synonyms: [], popular: [[], [], []] });
});

it('counts tiers from the top: one in twenty, then three, then six; what nobody bought is in none', () => {
  const sold = Array.from({ length: 15 }, (_, i) => ({ productId: i + 1, pieces: i < 2 ? 50 : 20 - i }));
  const tiers = tiersOf(sold, 20);
  expect(tiers.filter(({ tier }) => tier === 0).map(({ productId }) => productId)).toEqual([1]);
  expect(tiers.filter(({ tier }) => tier === 1).map(({ productId }) => productId)).toEqual([2, 3, 4]);
  expect(tiers.filter(({ tier }) => tier === 2)).toHaveLength(6);
  expect(tiers).toHaveLength(10);
  expect(tiersOf([], 0)).toEqual([]);
});
