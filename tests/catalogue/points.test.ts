import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categories, products } from '#server/db/tables/catalogue.ts';
import { setPrice } from '#server/features/catalogue/catalogue.commands.ts';
import { ballsHalfIn } from '#server/features/catalogue/points.rules.ts';
import { change, openCatalogueShop } from '#tests/catalogue/server-shop.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// Points by category (docs/product/network.md#points): the seed and a change of price follow one rule.
describe('points', () => {
  it.each([
    ['Витамин C «Рябинка»', [101, 1], 38_000, 7.5],
    ['Омега-3 «Полярная рыбка»', [103, 1], 99_000, 20],
    ['Набор «Первый шаг»', [801, 8], 230_000, 41],
    ['a set in the top category itself', [8], 230_000, 41],
    ['printed matter', [901, 9], 230_000, 0],
    ['a category of an import', [1008, 1009], 230_000, 46],
    ['nothing for nothing', [801, 8], 0, 0],
  ] as const)('%s', (_name, branch, consKopecks, points) => {
    expect(ballsHalfIn(branch, consKopecks) / 2).toBe(points);
  });

  it('of a set are never above nine tenths and never half a point below', () => {
    for (let cons = 0; cons < 1_000_000; cons += 700) {
      const [full, set] = [ballsHalfIn([1], cons), ballsHalfIn([8], cons)];
      expect(set).toBeLessThanOrEqual(full * 0.9);
      expect(set).toBeGreaterThan(full * 0.9 - 1);
    }
  });
});

describe('a new consultant price', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openCatalogueShop(40);
    // The generated catalogue numbers its categories otherwise: make the two branches that the rule speaks of.
    await shop.db
      .insert(categories)
      .values([
        { id: 8, title: 'Наборы', slug: 't-8' },
        { id: 9, title: 'Материалы', slug: 't-9' },
        { id: 801, parentId: 8, title: 'Наборы дома', slug: 't-801' },
        { id: 901, parentId: 9, title: 'Каталоги', slug: 't-901' },
      ])
      .onConflictDoUpdate({ target: categories.id, set: { parentId: sql`excluded.parent_id` } });
  });
  afterAll(() => shop.close());

  it.each([
    [801, 82],
    [8, 82],
    [901, 0],
  ])('in category %i gives %i half-points for 2 300 ₽', async (categoryId, half) => {
    const of = eq(products.id, 7);
    await shop.db.update(products).set({ categoryId, ballsHalf: 1 }).where(of);
    await change(shop, (tx) => setPrice(tx, { productId: 7, now: new Date(), jobs: shop.jobs, price: 299_000 }));
    expect((await shop.db.select().from(products).where(of))[0]?.ballsHalf).toBe(1);
    await change(shop, (tx) => setPrice(tx, { productId: 7, now: new Date(), jobs: shop.jobs, consPrice: 230_000 }));
    expect((await shop.db.select().from(products).where(of))[0]?.ballsHalf).toBe(half);
  });
});
