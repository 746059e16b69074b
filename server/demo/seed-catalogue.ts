import { CITIES } from '#contract/cities.ts';
import { type DemoProduct, demoProducts } from '#server/demo/products/build.ts';
import { CATEGORIES } from '#server/demo/products/categories.ts';
import { viewSpecs } from '#server/demo/products/views.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import {
  findCategorySlugs, findDemoProducts, firstProductId, insertCategories, insertCities, insertPriceHistory,
  insertProductPictures, insertProducts,
} from '#server/demo/seed.queries.ts'; // prettier-ignore
import type { Db, Tx } from '#server/db/open.ts';
import { packshotSha } from '#server/features/catalogue/pictures/packshot.rules.ts';
import { insertPictures, type NewPicture } from '#server/features/catalogue/pictures/pictures.queries.ts';
import { renderRow } from '#server/features/catalogue/pictures/render-picture.ts';
import { thumbhashOf } from '#server/features/catalogue/pictures/thumbhash.ts';
import { categorySlug, productSlug } from '#server/features/catalogue/slug.rules.ts';

// Contents: 1 cities, 2 categories, 3 products, 4 pictures, 5 their views

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export async function seedCities(): Promise<(tx: Tx) => Promise<string>> {
  const rows = CITIES.map(([id, title, region, countryId, postIndex, lat, lon, utcOffset]) => ({
    id,
    title,
    region,
    countryId,
    postIndex,
    lat,
    lon,
    utcOffset,
  }));
  return async (tx) => {
    await insertCities(tx, rows);
    return `города — ${rows.length}`;
  };
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
export async function seedCategories(): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => {
    // An import may have been here before and taken «Чай и напитки».
    const taken = await findCategorySlugs(tx);
    const rows = CATEGORIES.map(([id, title, short], position) => {
      const slug = categorySlug(title, id, (one) => taken.has(one));
      taken.add(slug);
      return { id, parentId: id > 100 ? Math.floor(id / 100) : null, title, short, slug, position };
    });
    await insertCategories(tx, rows);
    return `категории — ${rows.length}`;
  };
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
export async function seedProducts(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  const all = demoProducts(now);
  return async (tx) => {
    const first = await firstProductId(tx);
    const idOf = new Map(all.map((one, at) => [one.code, first + at]));
    const id = (code: string): number => {
      const found = idOf.get(code);
      if (found === undefined) throw new Error(`no demo product «${code}»`);
      return found;
    };
    await insertProducts(
      tx,
      all.map((one) => toRow(one, id)),
    );
    await insertPriceHistory(
      tx,
      all.flatMap((one) => one.history.map((price) => ({ productId: id(one.code), ...price }))),
    );
    return `товары — ${all.length}, из них БАД — ${all.filter((one) => one.isBad).length}`;
  };
}
function toRow({ relatedCodes, spec: _spec, history: _history, ...row }: DemoProduct, id: (code: string) => number) {
  return { ...row, id: id(row.code), slug: productSlug(row.title, row.code), related: relatedCodes.map(id) };
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
/** The smallest size of every product is drawn here; AVIF and the larger ones come at the first request. */
export async function seedPictures(_db: Db, { env, now, note }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  const all = demoProducts(now);
  let drawn = 0;
  const pictures = await Promise.all(
    all.map(async ({ code, spec }): Promise<NewPicture & { code: string }> => {
      const sha256 = packshotSha(spec);
      const small = await renderRow(env, { sha256, spec, body: null }, { size: 240, format: 'webp' });
      drawn += 1;
      if (drawn % 50 === 0 && drawn < all.length) note(`картинки — ${drawn} из ${all.length}`);
      return {
        code,
        sha256,
        kind: 'packshot',
        mime: 'image/svg+xml',
        spec,
        thumbhash: await thumbhashOf(small),
        createdAt: now,
      };
    }),
  );
  return async (tx) => {
    const products = await findDemoProducts(tx);
    await insertPictures(
      tx,
      pictures.map(({ code: _code, ...picture }) => picture),
    );
    await insertProductPictures(
      tx,
      pictures.flatMap(({ code, sha256 }) => {
        const product = products.get(code);
        return product ? [{ productId: product.id, position: 0, sha256 }] : [];
      }),
    );
    return `картинки — ${pictures.length}`;
  };
}

// ── 5 ───────────────────────────────────────────────────────────────────────────────────────────
/** Label and size of every product, as specs only: each is drawn when somebody first asks for it. */
export async function seedViews(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  const all = demoProducts(now).flatMap((one) =>
    viewSpecs(one).map((spec, at) => ({ code: one.code, position: at + 1, spec, sha256: packshotSha(spec) })),
  );
  return async (tx) => {
    const products = await findDemoProducts(tx);
    await insertPictures(
      tx,
      all.map(({ sha256, spec }) => ({ sha256, kind: 'packshot', mime: 'image/svg+xml', spec, createdAt: now })),
    );
    await insertProductPictures(
      tx,
      all.flatMap(({ code, position, sha256 }) => {
        const product = products.get(code);
        return product ? [{ productId: product.id, position, sha256 }] : [];
      }),
    );
    return `виды товаров — ${all.length}`;
  };
}
