import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { readEnv } from '#server/platform/env.ts';
import { type CatalogueSizes, measureCatalogue } from '#tests/support/measure-catalogue.ts';
import { grouped, printTable, writeResult } from '#bench/report.ts';

// Bytes of generated catalogues (docs/product/start.md#catalogue-of-10000). Deterministic; the 10,000 are also a gate in npm test.
const COUNTS = [200, 3000, 10_000];

export async function benchCatalogueSizes(): Promise<void> {
  const sizes: CatalogueSizes[] = [];
  for (const count of COUNTS) sizes.push(await measureOne(count));
  const row = (what: string, goal: string, value: (one: CatalogueSizes) => number) => [
    what,
    ...sizes.map((one) => grouped(value(one))),
    goal,
  ];
  printTable(
    'Published catalogue, bytes as sent (brotli)',
    ['products', ...COUNTS.map(grouped), 'goal at 10 000'],
    [
      row('list snapshot', '≤ 250 000', (one) => one.list),
      row('  its files', '', (one) => one.listFiles),
      row('nothing changed (whole 304)', '≤ 300', (one) => one.nothingChanged),
      row('1 % of prices changed: manifest + prices', '≤ 25 000', (one) => one.onePercent.guest),
      row('  the same for a consultant', '', (one) => one.onePercent.consultant),
      row('first screen: 24 cards with prices and thumbs', '', (one) => one.first),
      row('manifest', '', (one) => one.manifest),
      row('prices, everyone', '', (one) => one.prices0),
      row('prices, consultants', '', (one) => one.prices1),
      row('thumbhashes', '', (one) => one.thumbs),
      row('details', '', (one) => one.details),
      row('publishing everything, ms', '', (one) => one.publishMs),
      row('publishing a price change, ms', '', (one) => one.priceChangeMs),
    ],
  );
  writeResult('catalogue-sizes', { sizes });
}

async function measureOne(count: number): Promise<CatalogueSizes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rostok-sizes-'));
  try {
    return await withDatabase({ dataDir, databaseUrl: null }, async ({ db, jobs }) => {
      const app = await buildApp({
        db,
        jobs,
        env: readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://127.0.0.1' }),
      });
      try {
        const address = await app.listen({ host: '127.0.0.1', port: 0 });
        return await measureCatalogue({ db, app, address }, count);
      } finally {
        await app.close();
      }
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await benchCatalogueSizes();
