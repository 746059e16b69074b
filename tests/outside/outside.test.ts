import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { openGates } from '#server/gates/gates.ts';
import { listJob } from '#server/jobs/listed-job.ts';
import { mountOutside } from '#server/platform/outside.ts';
import { openJobs, rowsOf, type TestJobs } from '#tests/jobs/open-jobs.ts';
import { orderParcel, parcelTable, parcelWith } from '#tests/outside/parcel.ts';
import { HEADERS, newKey } from '#tests/platform/calls.ts';
import { TEST_ORIGIN, testEnv } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// A handler that asks a gate: begin, ask, finish. The carrier is a server of this test and does what `carry` says.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let shop: TestJobs;
let app: FastifyInstance;
/** The ids that the carrier was asked for, in order. */
let asked: string[] = [];
let carry: (answer: ServerResponse, nth: number) => void = () => {};
let address = '';
const carrier = createServer((request, answer) => {
  asked.push(request.url?.split('?')[0]?.slice(1) ?? '');
  carry(answer, asked.length);
});
const children: ChildProcess[] = [];
const parcel = parcelWith(0.5);

beforeAll(async () => {
  shop = await openJobs();
  await shop.db.execute(parcelTable);
  // A shop without a catalogue publishes one at its first look; that transaction is not ours.
  await publishCatalogue(shop, new Date());
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  address = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
  app = await buildApp({ db: shop.db, jobs: shop.jobs, env: testEnv() });
  const { db, jobs } = shop;
  mountOutside(app, { db, jobs, gates: openGates(db, testEnv()), now: () => new Date() }, parcel);
  await app.ready();
});
beforeEach(() => {
  asked = [];
  carry = (answer) => answer.end(JSON.stringify({ track: 'RU1' }));
});
afterEach(async () => {
  await shop.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await app.close();
  await shop.close();
  carrier.closeAllConnections();
  carrier.close();
});

const bodyOf = (what: string) => JSON.stringify({ what, carrier: address });
async function order(what: string, key: string | null = newKey()) {
  const answer = await app.inject({
    method: 'POST',
    url: orderParcel.path,
    payload: bodyOf(what),
    headers: { ...HEADERS, ...(key ? { 'idempotency-key': key } : {}) },
  });
  return { http: answer.statusCode, body: answer.json() as Record<string, unknown>, headers: answer.headers };
}
const parcelsOf = async (what: string) =>
  (
    await shop.db.execute<{ state: string; finished: number }>(
      sql`select state, finished from test_parcels where what = ${what}`,
    )
  ).rows;
/** The time of the hold is over: what nobody finished is anybody's. */
const letTimePass = () =>
  shop.db
    .execute(sql`with held as (update outside_calls set held_until = now() - interval '1 second' where ended_at is null)
    update pgboss.job set start_after = now() where name = ${parcel.job.name} and state in ('created', 'retry')`);
const finishers = () => Promise.all([shop.run([listJob(parcel.job)]), shop.run([listJob(parcel.job)])]);

describe('a call that asks a gate', () => {
  it('begins, asks without a transaction and finishes; its key gives the same answer again', async () => {
    const key = newKey();
    let openTransactions = -1;
    carry = (answer) => {
      void shop.pool
        .query(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and application_name = 'rostok' and state like 'idle in transaction%'`,
        )
        .then(({ rows }) => {
          openTransactions = rows[0].n;
          answer.end(JSON.stringify({ track: 'RU7' }));
        });
    };
    const first = await order('books', key);
    expect(first).toMatchObject({ http: 200, body: { status: 1, track: 'RU7' } });
    expect(openTransactions).toBe(0);
    const again = await order('books', key);
    expect(again).toMatchObject({ http: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    expect(asked).toHaveLength(1);
    expect(await parcelsOf('books')).toEqual([{ state: 'sent', finished: 1 }]);
  });

  it('leaves no queue behind it: jobs that come due together and find nothing to do are gone at once', async () => {
    for (let i = 0; i < 60; i += 1) await order('many');
    await letTimePass();
    await shop.run([listJob(parcel.job)]);
    const left = async () =>
      (await shop.db.execute(sql`select 1 from pgboss.job where name = ${parcel.job.name} and state < 'completed'`))
        .rows;
    // Two every three seconds, as one look after another would take them, are a minute and a half.
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  });

  it('without a key is answered too', async () => {
    expect(await order('unkeyed', null)).toMatchObject({ http: 200, body: { status: 1, track: 'RU1' } });
  });

  it('that is refused at its beginning has begun nothing, and its key keeps the refusal', async () => {
    const key = newKey();
    expect(await order('nothing', key)).toMatchObject({ http: 200, body: { status: 0, message: 'Нечего отправлять' } });
    expect(await order('nothing', key)).toMatchObject({ body: { status: 0, message: 'Нечего отправлять' } });
    expect(asked).toEqual([]);
  });

  it('to which the gate says no is refused, with what was written beside it, also on repetition', async () => {
    const key = newKey();
    carry = (answer) => answer.writeHead(422).end();
    for (let i = 0; i < 2; i += 1)
      expect(await order('bricks', key)).toMatchObject({
        http: 200,
        body: { status: 0, message: 'Перевозчик отказал' },
      });
    expect(asked).toHaveLength(1);
    expect(await parcelsOf('bricks')).toEqual([{ state: 'declined', finished: 1 }]);
  });

  it('is answered 409 while its end is unknown, and a job finds the end', async () => {
    const key = newKey();
    // The carrier takes the parcel and says nothing.
    carry = () => {};
    expect(await order('glass', key)).toMatchObject({ http: 409, body: { code: 'idempotency_in_flight' } });
    expect(await order('glass', key)).toMatchObject({ http: 409, headers: { 'retry-after': '1' } });
    expect(asked).toHaveLength(1);
    carry = (answer) => answer.end(JSON.stringify({ track: 'RU3' }));
    await finishers();
    await letTimePass();
    await until(async () => expect((await order('glass', key)).body).toMatchObject({ status: 1, track: 'RU3' }));
    expect(new Set(asked).size).toBe(1);
    expect(await parcelsOf('glass')).toEqual([{ state: 'sent', finished: 1 }]);
  });

  it('is finished once when handler and job both learn the end', async () => {
    const key = newKey();
    const answers: ServerResponse[] = [];
    carry = (answer) => void answers.push(answer);
    const waiting = order('twins', key);
    await until(() => expect(answers).toHaveLength(1));
    await finishers();
    await letTimePass();
    await until(() => expect(answers.length).toBeGreaterThanOrEqual(2));
    for (const answer of answers) answer.end(JSON.stringify({ track: 'RU5' }));
    // In time the handler gives the answer, late it says that the end is not known here.
    expect([200, 409]).toContain((await waiting).http);
    await until(async () => expect(await order('twins', key)).toMatchObject({ http: 200, body: { track: 'RU5' } }));
    expect(await parcelsOf('twins')).toEqual([{ state: 'sent', finished: 1 }]);
  });

  it('goes on being asked while the gate is away, and is listed with its cause', async () => {
    const key = newKey();
    carry = (answer) => answer.writeHead(503).end();
    expect((await order('stones', key)).http).toBe(409);
    await finishers();
    await letTimePass();
    await until(async () =>
      expect((await rowsOf(shop, parcel.job.name)).at(-1)).toMatchObject({
        state: 'retry',
        output: { message: 'Error: carrier 503' },
      }),
    );
    expect((await order('stones', key)).http).toBe(409);
    carry = (answer) => answer.end(JSON.stringify({ track: 'RU6' }));
    await letTimePass();
    await until(async () => expect(await order('stones', key)).toMatchObject({ http: 200, body: { track: 'RU6' } }));
  });
});

describe('a shop that is killed between the gate’s call and its end', () => {
  it('leaves a call that is found and finished exactly once', async () => {
    const key = newKey();
    const child = spawn(process.execPath, ['tests/outside/shop-main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATABASE_URL: shop.url,
        PUBLIC_URL: TEST_ORIGIN,
        DATA_DIR: '.tmp/test-data',
        LOG_LEVEL: 'silent',
        PATIENCE: '0.5',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    // The carrier has carried it out, and the shop is dead before it hears of it.
    const gone = once(child, 'exit');
    carry = (answer) => {
      child.kill('SIGKILL');
      void gone.then(() => answer.end(JSON.stringify({ track: 'RU9' })));
    };
    const lost = fetch(`${line.toString().trim()}${orderParcel.path}`, {
      method: 'POST',
      body: bodyOf('lamp'),
      headers: { ...HEADERS, 'idempotency-key': key, origin: TEST_ORIGIN },
    });
    await expect(lost).rejects.toThrow('fetch failed');
    expect(await gone).toEqual([null, 'SIGKILL']);
    expect(await parcelsOf('lamp')).toEqual([{ state: 'begun', finished: 0 }]);

    // Another process of the shop: the phone repeats its key, and must wait; nothing is ordered twice meanwhile.
    expect(await order('lamp', key)).toMatchObject({ http: 409, body: { code: 'idempotency_in_flight' } });
    expect(asked).toHaveLength(1);
    carry = (answer) => answer.end(JSON.stringify({ track: 'RU9' }));
    await finishers();
    await letTimePass();
    await until(async () => expect(await order('lamp', key)).toMatchObject({ http: 200, body: { track: 'RU9' } }));
    await until(async () =>
      expect((await rowsOf(shop, parcel.job.name)).filter((row) => row.state === 'active')).toEqual([]),
    );
    expect(asked).toEqual([asked[0], asked[0]]);
    expect(await parcelsOf('lamp')).toEqual([{ state: 'sent', finished: 1 }]);
    // A process has to start first.
  });
});
