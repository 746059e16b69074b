import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '#server/db/shop-database.ts';
import { sessions, users } from '#server/db/tables/people.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { compareOrders, INITIAL_STOCK } from '#tests/crash/compare-orders.ts';
import { openShopper, type Shopper } from '#tests/crash/shopper.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';
import { databaseProcesses, openShopFolder, type Ran, type ShopFolder } from '#tests/support/shop-folder.ts';

// The shop is killed (SIGKILL) while orders are placed and paid: whatever was acknowledged is there once, the goods are
// where the orders say, and the money of people adds up (docs/decisions/245-the-shop-killed-while-it-sells.md).

export type OrdersReport = {
  kills: number;
  orders: number;
  repeated: number;
  /** From the kill until the shop answers again, one number per kill. */
  backMs: number[];
};
const GUESTS = 4;
const CONSULTANTS = 10;
const PRODUCTS = 6;

/** @throws when something acknowledged is missing or doubled, an answer is neither a success nor «later», or the ledger differs. */
export async function crashOrders(
  { kills, orders }: { kills: number; orders: number },
  random: () => number,
  log: (line: string) => void,
): Promise<OrdersReport> {
  const folder = await openShopFolder();
  const over = new AbortController();
  try {
    const sids = await stock(folder);
    let shop = await serve(folder);
    const shoppers = await Promise.all(
      [...Array.from({ length: GUESTS }, () => undefined), ...sids].map((sid) =>
        openShopper({
          address: folder.address,
          productIds: Array.from({ length: PRODUCTS }, (_, at) => at + 1),
          random,
          signal: over.signal,
          ...(sid ? { sid, fromAccountKop: 5000 } : {}),
        }),
      ),
    );
    const load = buyUntil(shoppers, orders);
    const backMs: number[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await load.reaches(Math.floor((kill * orders) / (kills + 1)));
      await sleep(random() * 80);
      const began = performance.now();
      await killShop(folder, shop, kill % 4 === 0);
      shop = await serve(folder);
      backMs.push(Math.round(performance.now() - began));
      log(`${kill}/${kills}: ${load.paid()} orders paid, back after ${backMs.at(-1)} ms`);
    }
    await load.ended;
    const acknowledged = shoppers.flatMap((shopper) => shopper.orders);
    await folder.insideDb((client) => compareOrders(client, acknowledged));
    await folder.stop();
    await checkMoney(folder);
    const repeated = shoppers.reduce((sum, shopper) => sum + shopper.repeated(), 0);
    return { kills, orders: acknowledged.length, repeated, backMs };
  } finally {
    over.abort();
    await folder.end();
  }
}
const serve = (folder: ShopFolder): Promise<Ran> =>
  // Every buyer comes from one address.
  folder.serve({
    PUBLIC_URL: folder.address,
    CALL_LIMITS: 'getPaymentLink.caller=100000 getPaymentLink.network=100000 openGuest.address=100000',
  });

/** A catalogue with enough of everything, and consultants with money on ЛС; answers their sessions. */
function stock({ dataDir }: ShopFolder): Promise<string[]> {
  return withDatabase({ dataDir, databaseUrl: null }, async ({ db, pool }) => {
    await insertCatalogue(db, generateCatalogue(PRODUCTS));
    await pool.query('update products set stock_qty = $1, published = true', [INITIAL_STOCK]);
    const now = new Date();
    return Promise.all(
      Array.from({ length: CONSULTANTS }, async (_, at) => {
        const sid = randomBytes(32).toString('base64url');
        await db.transaction(async (tx) => {
          const [person] = await tx
            .insert(users)
            .values({ role: 'cons', name: 'Мария Соколова', consId: 2_000_000 + at })
            .returning({ id: users.id });
          const userId = person!.id; // One row in, one row out.
          await tx.insert(sessions).values({
            idHash: createHash('sha256').update(sid).digest('hex'),
            userId,
            seenAt: now,
            expiresAt: new Date(now.getTime() + 90 * 86_400_000),
          });
          await postLedger(tx, {
            key: `crash:${at}`,
            kind: 'deposit',
            ref: { type: 'desk', id: at + 1 },
            at: now,
            actor: 'seed',
            reason: 'Проверка',
            entries: [
              { account: { house: 'yookassa' }, amountKop: -100_000_000 },
              { account: { ownerId: userId, type: 0 }, amountKop: 100_000_000 },
            ],
          });
        });
        return sid;
      }),
    );
  });
}

/** All of them buy at once until so many orders are begun; `ended` when the last of these is paid. */
function buyUntil(shoppers: readonly Shopper[], orders: number) {
  let [begun, paid] = [0, 0];
  const buying = shoppers.map(async (shopper) => {
    while (begun < orders) {
      begun += 1;
      await shopper.buyOne();
      paid += 1;
    }
  });
  const ended = Promise.all(buying).then(() => undefined);
  ended.catch(() => {});
  return {
    ended,
    paid: () => paid,
    /** @throws what a shopper met meanwhile. */
    async reaches(count: number): Promise<void> {
      while (paid < count) await Promise.race([sleep(5), ended]);
    },
  };
}

/** `isWhole`: the database and the processes of its connections die in the same moment. */
async function killShop(folder: ShopFolder, { child }: Ran, isWhole: boolean): Promise<void> {
  const database = isWhole ? databaseProcesses(folder.databasePid()) : [];
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  for (const pid of database) killIfThere(pid);
  await gone;
}
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its server.
  }
}

/** `npm run ledger-check` as an operator runs it. */
async function checkMoney(folder: ShopFolder): Promise<void> {
  const check = folder.run('server/ledger-check.ts');
  if ((await check.ended) !== 0) throw new Error(`ledger-check:\n${check.output()}`);
}
