import { expect } from 'vitest';
import type { Manifest } from '#contract/catalogue.ts';
import type { Tx } from '#server/db/open.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

/** A real shop with a published generated catalogue. */
export async function openCatalogueShop(count: number): Promise<TestShop> {
  const shop = await openShop();
  await insertCatalogue(shop.db, generateCatalogue(count));
  await publishCatalogue(shop, shop.clock.now);
  await settle(shop);
  return shop;
}

/** Waits until this node answers with the current revision: it learns of a flip by NOTIFY, a moment after the commit. */
export async function settle(shop: TestShop): Promise<Manifest> {
  const { rows } = await shop.pool.query<{ manifest: string }>(
    'select manifest from catalogue_pointer join catalogue_revisions on id = revision_id',
  );
  const { rev } = JSON.parse(rows[0]!.manifest) as Manifest;
  return until(async () => {
    const manifest = await manifestOf(shop);
    expect(manifest.rev).toBe(rev);
    return manifest;
  });
}
export async function manifestOf(shop: Pick<TestShop, 'app'>): Promise<Manifest> {
  return (await shop.app.inject('/api/catalog/manifest')).json();
}
export async function fileOf<T>(shop: Pick<TestShop, 'app'>, sha256: string): Promise<T> {
  const answer = await shop.app.inject(`/api/catalog/s/${sha256}.json`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
export const change = (shop: TestShop, work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  shop.db.transaction(work);
export const filesOf = (manifest: Manifest): { id: string; sha256: string; bytes: number }[] => [
  { id: 'first', ...manifest.first },
  { id: 'categories', ...manifest.categories },
  { id: 'prices:0', ...manifest.prices[0] },
  { id: 'prices:1', ...manifest.prices[1] },
  ...(manifest.needs ? [{ id: 'needs', ...manifest.needs }] : []),
  ...manifest.shards,
];
export const post = async (
  shop: Pick<TestShop, 'app'>,
  url: string,
  payload: unknown,
  cookies: Record<string, string> = {},
) => {
  const answer = await shop.app.inject({
    method: 'POST',
    url,
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
    cookies,
  });
  return { http: answer.statusCode, body: answer.json() };
};
