import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDb } from '#server/db/open.ts';
import { openShopDatabase } from '#server/db/shop-database.ts';
import { type Buyer, openBuyer } from '#tests/crash/buyer.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';
import { databaseProcesses, openShopFolder, type ShopFolder } from '#tests/support/shop-folder.ts';

// The database is killed (SIGKILL) while buyers fill their carts: whatever was acknowledged is there, nothing is there twice,
// and the shop is back by itself (docs/decisions/191-embedded-restart.md).

export type CrashReport = {
  rounds: number;
  acknowledged: number;
  /** Answers 503 and broken connections, each followed by the same key again. */
  repeated: number;
  /** From the kill until every buyer had a change acknowledged that was begun after it; one number per round. */
  backMs: number[];
};

const BUYERS = 8;

/** @throws when something acknowledged is missing or doubled, or an answer is neither a success nor 503. */
export async function crashDatabase(
  rounds: number,
  random: () => number,
  log: (line: string) => void,
): Promise<CrashReport> {
  const folder = await openShopFolder();
  try {
    await stock(folder);
    await folder.serve();
    const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, at) => openBuyer(folder.address, at + 1)));
    const backMs: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const ms = await crashOnce(folder, buyers, { loadMs: 300 + random() * 1200, isWhole: round % 2 === 0 });
      await compare(folder, buyers);
      backMs.push(ms);
      log(`${round}/${rounds}: ${ms} ms`);
    }
    const sum = (of: (buyer: Buyer) => number) => buyers.reduce((all, buyer) => all + of(buyer), 0);
    return {
      rounds,
      acknowledged: sum(({ acknowledged }) => acknowledged()),
      repeated: sum(({ repeated }) => repeated()),
      backMs,
    };
  } finally {
    await folder.end();
  }
}

/** A catalogue with more of everything than is bought here. */
async function stock({ dataDir }: ShopFolder): Promise<void> {
  const database = await openShopDatabase({ dataDir, databaseUrl: null });
  try {
    await migrateDb(database);
    await insertCatalogue(database.db, generateCatalogue(BUYERS));
    await database.pool.query('update products set stock_qty = 100000, published = true');
  } finally {
    await database.close();
  }
}

/** `isWhole`: the processes of the connections die too; else they notice by themselves that their server has gone. */
async function crashOnce(
  folder: ShopFolder,
  buyers: readonly Buyer[],
  { loadMs, isWhole }: { loadMs: number; isWhole: boolean },
): Promise<number> {
  let isOver = false;
  const seen = new Map<Buyer, number>();
  let killedAt = Infinity;
  const buying = buyers.map(async (buyer) => {
    while (!isOver) {
      const begun = performance.now();
      await buyer.buyOne();
      if (begun > killedAt && !seen.has(buyer)) seen.set(buyer, performance.now());
    }
  });
  const failed = Promise.all(buying).then(() => undefined);
  failed.catch(() => {});
  await Promise.race([sleep(loadMs), failed]);
  const server = folder.databasePid();
  const killed = isWhole ? databaseProcesses(server) : [server];
  killedAt = performance.now();
  for (const pid of killed) kill(pid);
  while (seen.size < buyers.length && performance.now() - killedAt < 60_000) await Promise.race([sleep(10), failed]);
  isOver = true;
  await failed;
  if (seen.size < buyers.length) throw new Error('the shop has not come back in a minute');
  if (folder.databasePid() === server) throw new Error('the database was not killed');
  return Math.round(Math.max(...seen.values()) - killedAt);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its server.
  }
}

/** Every cart holds what was acknowledged, by the database's own word. */
async function compare(folder: ShopFolder, buyers: readonly Buyer[]): Promise<void> {
  const { rows } = await folder.insideDb((client) =>
    client.query<{ guest_id: string; quantity: number }>(
      'select guest_id::text, quantity from carts join cart_items on cart_items.cart_id = carts.id',
    ),
  );
  const held = new Map(rows.map((row) => [row.guest_id, row.quantity]));
  const wrong = buyers
    .filter(({ guestId, quantity }) => (held.get(guestId) ?? 0) !== quantity())
    .map(({ guestId, quantity }) => `${guestId}: acknowledged ${quantity()}, held ${held.get(guestId) ?? 0}`);
  if (wrong.length > 0) throw new Error(`lost or doubled:\n${wrong.join('\n')}`);
}
