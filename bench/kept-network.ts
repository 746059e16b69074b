import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { grouped, tellProgress } from '#bench/report.ts';
import type { Db } from '#server/db/open.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { makeNetwork } from '#server/demo/network/make-network.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';

/** A folder of data that is kept: a network that stands in it already is measured as it is. */
const KEPT = process.env.DATA_DIR;

type Made = { viewerId: number; madeS: number | null };
type Network = Made & { db: Db; url: string };
/** Works over a generated network of fourteen months (docs/operations.md#generated-network): the kept one, or one that is made for it. */
export async function withNetwork(
  wanted: { people: number; open: number },
  work: (network: Network) => Promise<void>,
): Promise<void> {
  const dataDir = KEPT ?? mkdtempSync(join(tmpdir(), 'rostok-bench-'));
  try {
    await withDatabase({ dataDir, databaseUrl: null }, async ({ db, url }) => {
      const made = (await findNetwork(db, wanted.people)) ?? (await makeOne(db, url, wanted));
      await work({ db, url, ...made });
    });
  } finally {
    if (KEPT === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function makeOne(db: Db, url: string, { people, open }: { people: number; open: number }): Promise<Made> {
  tellProgress(`a network of ${grouped(people)} people is being made`);
  await insertCatalogue(db, generateCatalogue(100));
  const begun = performance.now();
  const viewerId = await makeNetwork({ db, url, say: tellProgress }, { people, seed: 'bench', months: 14, open });
  return { viewerId, madeS: (performance.now() - begun) / 1000 };
}
/** The head of the largest network that is there: it has no sponsor, and nobody of its size stands above it. */
async function findNetwork(db: Db, people: number): Promise<Made | null> {
  const { rows } = await db.execute<{ id: number; people: number }>(sql`
    select u.id, (select count(*)::int from users) as people from users u where u.sponsor_id is null and u.cons_id is not null order by u.id limit 1`);
  return rows[0] && rows[0].people >= people ? { viewerId: rows[0].id, madeS: null } : null;
}
