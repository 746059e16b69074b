import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '#server/db/tables/people.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { addConsultant, addProduct } from '#tests/cart/shop-people.ts';
import { startProgram } from '#tests/jobs/run-command.ts';
import { NOVOSIBIRSK, putOnAccount, stockOf } from '#tests/orders/order-people.ts';
import { HEADERS } from '#tests/platform/calls.ts';
import { freePort } from '#tests/support/free-port.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#tests/support/open-shop.ts';

// The shop is killed again and again while orders are placed, paid and cancelled (docs/product/orders.md#placing). The gate kills it five
// times; `npm run crash` a hundred times while a thousand orders are placed.
const KILLS = Number(process.env.KILLS ?? 5);
const ORDERS = Number(process.env.ORDERS ?? 20);
const BUYERS = 3;
const STOCK = 1_000_000;
const PRICE = 10_000;

let shop: TestShop;
let product: number;
let port: number;
let server: ChildProcess;
beforeAll(async () => {
  shop = await openShop();
  product = await addProduct(shop, { stockQty: STOCK, actualConsPrice: PRICE });
  port = await freePort();
  await start();
});
afterAll(async () => {
  await kill();
  await shop.close();
});

async function start(): Promise<void> {
  server = await startProgram(shop.url, 'server/main.ts', {
    says: 'открыт',
    env: { JOBS: 'off', PORT: String(port), CALL_LIMITS: '' },
  });
}
async function kill(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

/** A killed shop answers nobody: without a repeat the run proves nothing. */
let repeats = 0;
/** Asks under one key until there is an answer: a dead shop, a lost answer and «still at it» are all asked again. */
async function ask(cookie: string, path: string, body: object): Promise<Record<string, unknown>> {
  const key = randomUUID();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...HEADERS, origin: TEST_ORIGIN, cookie, 'idempotency-key': key },
    }).catch(() => null);
    const told = answer?.status === 200 ? await answer.json().catch(() => null) : null;
    if (told) return told as Record<string, unknown>;
    repeats += 1;
    await sleep(50);
  }
}

/** Orders that were acknowledged, and those that were cancelled again. */
const acknowledged: { id: number; isPaid: boolean; isCancelled: boolean }[] = [];
let isOver = false;

async function buy(cookie: string): Promise<void> {
  for (let turn = 0; !isOver; turn += 1) {
    const cart = await ask(cookie, '/cart/change', { items: [{ product_id: product, delta: 1 }] });
    const isPaid = turn % 2 === 0;
    const placed = await ask(cookie, '/cart/create_payment', {
      delivery: { type: 8, address: { country_id: 1, city_id: NOVOSIBIRSK } },
      payment_type: isPaid ? 2 : 1,
      recipient: { name: 'Мария Соколова', phone: '+79000000157' },
      consents: { personal: true, offer: true, delivery: true },
      expected_due: PRICE,
      cart_version: cart.version,
    });
    expect(placed).toMatchObject({ status: 1, paid: isPaid });
    const order = { id: placed.exp_id as number, isPaid, isCancelled: false };
    acknowledged.push(order);
    if (isPaid && turn % 4 === 0) continue;
    expect((await ask(cookie, '/user/order/cancel', { exp_id: order.id })).status).toBe('success');
    order.isCancelled = true;
  }
}

it(
  'no acknowledged order or payment is lost, none is doubled, the ledger is balanced',
  async () => {
    const cookies = await Promise.all(
      Array.from({ length: BUYERS }, async () => {
        const userId = await addConsultant(shop);
        await putOnAccount(shop, userId, 0, 1_000_000_000);
        const sid = randomBytes(32).toString('base64url');
        const idHash = createHash('sha256').update(sid).digest('hex');
        await shop.db.insert(sessions).values({ idHash, userId, expiresAt: new Date(Date.now() + 86_400_000) });
        return `sid=${sid}`;
      }),
    );
    const buyers = cookies.map((cookie) => buy(cookie));
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = acknowledged.length;
      const wanted = Math.ceil((ORDERS * (kills + 1)) / KILLS);
      while (acknowledged.length < Math.max(before + 1, wanted)) await sleep(10);
      // In the middle of something, whatever it is.
      await sleep(Math.random() * 30);
      await kill();
      await start();
    }
    isOver = true;
    await Promise.all(buyers);

    expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS);
    expect(repeats).toBeGreaterThan(0);
    const { rows } = await shop.db.execute<{ id: number; status: number; paid: boolean; lines: number }>(sql`
      select id, status, paid_at is not null as paid, (select count(*) from order_lines l where l.order_id = o.id)::int as lines
      from orders o order by id`);
    expect(rows).toEqual(
      acknowledged
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, isPaid, isCancelled }) => ({ id, status: isCancelled ? 7 : 2, paid: isPaid, lines: 1 })),
    );
    const kept = acknowledged.filter((order) => !order.isCancelled).length;
    expect(await stockOf(shop, product)).toBe(STOCK - kept);
    expect(damagedIn(await checkLedger(shop.db, new Date()))).toEqual([]);
  },
  // A start takes seconds, on a busy machine half a minute.
  KILLS * 120_000,
);
