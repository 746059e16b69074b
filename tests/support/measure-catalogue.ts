import { request } from 'node:http';
import { inArray, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Manifest } from '#contract/catalogue.ts';
import type { Db } from '#server/db/open.ts';
import { catalogueFiles, products } from '#server/db/tables/catalogue.ts';
import { publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { generateCatalogue, mulberry32 } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';

/** Bytes of bodies as sent with brotli, except `nothingChanged`: a whole 304 with its headers. */
export type CatalogueSizes = {
  products: number;
  list: number;
  listFiles: number;
  details: number;
  thumbs: number;
  first: number;
  categories: number;
  needs: number;
  manifest: number;
  prices0: number;
  prices1: number;
  nothingChanged: number;
  /** What a device that is up to date loads after one product in a hundred changed its price: manifest and prices. */
  onePercent: { guest: number; consultant: number; first: number };
  publishMs: number;
  priceChangeMs: number;
};

/** Publishes a generated catalogue in an empty database and asks the listening app for it, as a device would. */
export async function measureCatalogue(
  { db, app, address }: { db: Db; app: FastifyInstance; address: string },
  count: number,
): Promise<CatalogueSizes> {
  await insertCatalogue(db, generateCatalogue(count));
  const publish = async (at: string) => {
    const started = performance.now();
    await db.transaction((tx) => publishInTx(tx, new Date(at)));
    return Math.round(performance.now() - started);
  };
  const publishMs = await publish('2026-11-21T09:00:00Z');
  const manifest = await newest(app, db);
  const kept = await storedBytes(db, manifest);
  const sum = (kind: string) =>
    manifest.shards.filter((shard) => shard.kind === kind).reduce((bytes, shard) => bytes + kept.get(shard.sha256)!, 0);
  const manifestBytes = await brBytes(app, '/api/catalog/manifest');
  const nothingChanged = await bytesOfNothingChanged(app, address);

  // One product in a hundred becomes 3–10 % dearer or cheaper, in whole tens of roubles.
  const random = mulberry32(7);
  const changed = Array.from({ length: count / 100 }, () => 1 + Math.floor(random() * count));
  const factor = sql.raw(String(1 + (random() < 0.5 ? -0.06 : 0.06)));
  await db
    .update(products)
    .set({
      actualPrice: sql`(round(${products.actualPrice} * ${factor} / 1000) * 1000)::int`,
      actualConsPrice: sql`(round(${products.actualConsPrice} * ${factor} / 1000) * 1000)::int`,
    })
    .where(inArray(products.id, changed));
  const priceChangeMs = await publish('2026-11-22T09:00:00Z');
  const after = await newest(app, db);
  const keptAfter = await storedBytes(db, after);
  const afterManifest = await brBytes(app, '/api/catalog/manifest');
  return {
    products: count,
    list: sum('list'),
    listFiles: manifest.shards.filter((shard) => shard.kind === 'list').length,
    details: sum('details'),
    thumbs: sum('thumbs'),
    first: kept.get(manifest.first.sha256)!,
    categories: kept.get(manifest.categories.sha256)!,
    needs: kept.get(manifest.needs!.sha256)!,
    manifest: manifestBytes,
    prices0: kept.get(manifest.prices[0].sha256)!,
    prices1: kept.get(manifest.prices[1].sha256)!,
    nothingChanged,
    onePercent: {
      guest: afterManifest + keptAfter.get(after.prices[0].sha256)!,
      consultant: afterManifest + keptAfter.get(after.prices[0].sha256)! + keptAfter.get(after.prices[1].sha256)!,
      first: after.first.sha256 === manifest.first.sha256 ? 0 : keptAfter.get(after.first.sha256)!,
    },
    publishMs,
    priceChangeMs,
  };
}

async function newest(app: FastifyInstance, db: Db): Promise<Manifest> {
  const { rows } = await db.execute<{ rev: string }>(
    sql`select rev from catalogue_pointer join catalogue_revisions on id = revision_id`,
  );
  for (;;) {
    const manifest = (await app.inject('/api/catalog/manifest')).json<Manifest>();
    if (manifest.rev === rows[0]!.rev) return manifest;
    await new Promise((done) => setTimeout(done, 20));
  }
}
async function storedBytes(db: Db, manifest: Manifest): Promise<Map<string, number>> {
  const { first, categories, needs, prices, shards } = manifest;
  const names = [first, categories, needs!, prices[0], prices[1], ...shards].map((file) => file.sha256);
  const rows = await db
    .select({ sha256: catalogueFiles.sha256, br: sql<number>`octet_length(${catalogueFiles.bodyBr})` })
    .from(catalogueFiles)
    .where(inArray(catalogueFiles.sha256, names));
  return new Map(rows.map((row) => [row.sha256, row.br]));
}
const brBytes = async (app: FastifyInstance, url: string): Promise<number> =>
  (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).rawPayload.length;

async function bytesOfNothingChanged(app: FastifyInstance, address: string): Promise<number> {
  const { etag } = (await app.inject({ url: '/api/catalog/manifest', headers: { 'accept-encoding': 'br' } })).headers;
  return new Promise((done, fail) => {
    const asked = request(
      `${address}/api/catalog/manifest`,
      { headers: { 'if-none-match': String(etag), 'accept-encoding': 'br' } },
      (answer) => {
        const { socket } = answer;
        answer.resume().on('end', () => {
          if (answer.statusCode === 304) done(socket.bytesRead);
          else fail(new Error(`expected 304, got ${answer.statusCode}`));
          socket.destroy();
        });
      },
    );
    asked.on('error', fail).end();
  });
}
