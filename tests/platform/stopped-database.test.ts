import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseProcesses, openShopFolder, signalAll, type ShopFolder } from '#tests/support/shop-folder.ts';
import { until } from '#tests/support/until.ts';

// A database that is there and says nothing (SIGSTOP: a hung disk, a frozen machine) keeps nobody waiting for ever.

/** A connection (5 s) and a statement (10 s), docs/decisions/192-deadlines.md; without them it would be for ever. */
const DEADLINE_MS = 15_000 + 90_000;

let shop: ShopFolder;
beforeAll(async () => {
  shop = await openShopFolder();
});
afterAll(() => shop.end());

it('500 reads are answered 503 within the deadline, /readyz says so, and all is well when it goes on', async () => {
  const ran = await shop.serve();
  const entered = await fetch(`${shop.address}/api/session/guest`, {
    method: 'POST',
    body: JSON.stringify({ guestId: randomUUID() }),
    headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok' },
  });
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const read = async () => {
    const from = performance.now();
    const answer = await fetch(`${shop.address}/cart/data`, { headers: { cookie } });
    await answer.arrayBuffer();
    return { status: answer.status, again: answer.headers.get('retry-after'), ms: performance.now() - from };
  };
  expect(await read()).toMatchObject({ status: 200 });
  const stopped = databaseProcesses(shop.databasePid());
  expect(stopped.length).toBeGreaterThan(3);
  signalAll(stopped, 'SIGSTOP');
  try {
    const answers = await Promise.all(Array.from({ length: 500 }, read));
    expect(new Set(answers.map(({ status, again }) => `${status} ${again}`))).toEqual(new Set(['503 2']));
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(DEADLINE_MS);
    expect((await fetch(`${shop.address}/readyz`)).status).toBe(503);
    expect((await fetch(`${shop.address}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${shop.address}/metrics`)).text()).toContain('rostok_db_connections{state="waiting"}');
  } finally {
    signalAll(stopped, 'SIGCONT');
  }
  await until(async () => expect((await read()).status).toBe(200));
  expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
  // One line per cause for five hundred answers.
  const told = ran
    .output()
    .split('\n')
    .filter((line) => line.includes('"database is away"'))
    .map((line) => (JSON.parse(line) as { cause: string }).cause);
  expect(told).toContain('timeout');
  expect(new Set(told).size).toBe(told.length);
}, 600_000);
