import { CART_TYPES, PRICE_TYPES } from '#contract/tables.ts';
import { daysBefore } from '#server/demo/chance.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import { findDemoProducts, findUserIds, insertCart, insertFavourites } from '#server/demo/seed.queries.ts';
import type { Db, Tx } from '#server/db/open.ts';

type DemoCart = {
  key: string; kind: 'retail' | 'wholesale'; priceType: 0 | 1;
  lines: readonly (readonly [code: string, quantity: number])[]; favourites: readonly string[];
}; // prettier-ignore
/** docs/product/demo.md#carts: the newcomer's is under way to the hello bonus; the wholesale buyer has three lots. */
const DEMO_CARTS: readonly DemoCart[] = [
  { key: 'client', kind: 'retail', priceType: PRICE_TYPES.client, lines: [['10201', 1], ['30201', 2], ['40103', 1]], favourites: ['40104', '10601', '30204', '50202', '10301', '20304'] },
  { key: 'cons', kind: 'retail', priceType: PRICE_TYPES.cons, lines: [['10201', 2], ['10301', 1], ['40101', 1], ['30201', 3]], favourites: ['10201', '10501', '40101', '80101', '30104', '70101', '60101', '10705'] },
  { key: 'optovik', kind: 'wholesale', priceType: PRICE_TYPES.cons, lines: [['30201', 24], ['10101', 24], ['40204', 24]], favourites: ['30201', '10101'] },
  { key: 'newcomer', kind: 'retail', priceType: PRICE_TYPES.cons, lines: [['80101', 1]], favourites: ['80101', '90103'] },
]; // prettier-ignore

export async function seedCarts(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => {
    const products = await findDemoProducts(tx);
    const people = await findUserIds(
      tx,
      DEMO_CARTS.map(({ key }) => `${key}@rostok.test`),
    );
    const product = (code: string) => {
      const found = products.get(code);
      if (!found) throw new Error(`no demo product «${code}»`);
      return found;
    };
    for (const { key, kind, priceType, lines, favourites } of DEMO_CARTS) {
      const userId = people.get(`${key}@rostok.test`);
      if (userId === undefined) throw new Error(`no demo account «${key}»`);
      const addedAt = daysBefore(now, 1);
      const items = lines.map(([code, quantity]) => ({
        cartType: CART_TYPES.base,
        productId: product(code).id,
        quantity,
        priceSeen: priceType === PRICE_TYPES.cons ? product(code).actualConsPrice : product(code).actualPrice,
        priceType,
        addedAt,
      }));
      await insertCart(tx, { kind, userId, version: lines.length, updatedAt: addedAt }, items);
      await insertFavourites(
        tx,
        userId,
        favourites.map((code) => product(code).id),
        addedAt,
      );
    }
    return `корзины — ${DEMO_CARTS.length}`;
  };
}
