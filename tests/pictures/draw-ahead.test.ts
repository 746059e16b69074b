import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureKey } from '#contract/catalogue-pack.ts';
import { pictureOriginals } from '#server/db/tables/catalogue.ts';
import { findNewestPictures } from '#server/features/catalogue/pictures/pictures.queries.ts';
import { drawAhead } from '#server/features/catalogue/pictures/warm-pictures.ts';
import { drawPlaceholderSpec } from '#server/features/catalogue/pictures/packshot.rules.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
const dataDir = mkdtempSync(join(tmpdir(), 'rostok-ahead-'));
const drawn = () => {
  try {
    return readdirSync(join(dataDir, 'pictures')).sort();
  } catch {
    return [];
  }
};
beforeAll(async () => {
  shop = await openShop({ DATA_DIR: dataDir });
  await insertCatalogue(shop.db, generateCatalogue(5));
  await shop.db
    .update(pictureOriginals)
    .set({ spec: { ...drawPlaceholderSpec({ title: 'Магний', code: '10201', categoryTitle: '' }) } });
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('pictures drawn ahead', () => {
  it('are none when the shop closes first', async () => {
    await drawAhead(shop.db, { dataDir }, AbortSignal.abort());
    expect(drawn()).toEqual([]);
  });
  it('are those of the first cards, in the size the cards ask for', async () => {
    const newest = await findNewestPictures(shop.db, 24);
    expect(newest).toHaveLength(5);
    await drawAhead(shop.db, { dataDir }, new AbortController().signal);
    expect(drawn()).toEqual(newest.map(pictureKey).sort());
    for (const key of drawn()) expect(readdirSync(join(dataDir, 'pictures', key))).toEqual(['480.avif']);
  });
});
