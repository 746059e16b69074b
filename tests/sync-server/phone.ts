import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Execution } from '#contract/test-ledger.ts';
import { hashPassword } from '#server/platform/password.ts';
import { classify, type Verdict } from '#src/offline/outbox/classify.rules.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { MUTATIONS } from '#src/mutations.ts';
import { knownOf } from '#src/offline/outbox/mutation.ts';
import { addPerson, call, enter } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// A phone without a screen: the engine's own wire and its own judgement of answers, a cookie jar, the real app and database.
// Contents: 1 shop with a ledger, 2 phone, 3 people, 4 holding the database

// ── 1 Shop with a ledger ────────────────────────────────────────────────────────────────────────
export const openLab = (env: Record<string, string> = {}): Promise<TestShop> => openShop({ TEST_LEDGER: '1', ...env });
export async function ledgerOf(shop: TestShop): Promise<Execution[]> {
  const answer = await shop.app.inject({ url: '/api/test/ledger' });
  return (answer.json() as { executions: Execution[] }).executions;
}
export const executionsOf = async (shop: TestShop, key: string): Promise<Execution[]> =>
  (await ledgerOf(shop)).filter((one) => one.key === key);
/** Stored answers under this key. */
export async function storedUnder(shop: TestShop, key: string): Promise<number> {
  const { rows } = await shop.db.execute<{ n: number }>(
    sql`select count(*)::int as n from idempotency_keys where key = ${key}`,
  );
  return rows[0]?.n ?? 0;
}

// ── 2 Phone ─────────────────────────────────────────────────────────────────────────────────────
export type Sent = {
  http: number;
  verdict: Verdict;
  headers: Headers;
  text: string;
  /** The class of a failure, `ack` otherwise. */
  kind: string;
  code: string | undefined;
};
export type Phone = ReturnType<typeof openPhone>;
export function openPhone(shop: TestShop, guestId: string = randomUUID()) {
  const browser = fetchFrom(shop.app);
  return {
    browser,
    guestId,
    guest: `guest:${guestId}`,
    openGuest: (headers: Record<string, string> = {}) =>
      call(browser, 'POST', '/api/session/guest', { guestId }, headers),
    logIn: (login: string, password = PASSWORD) => call(browser, 'POST', '/api/login', { login, password, guestId }),
    get: async (path: string, headers: Record<string, string> = {}) =>
      (await call(browser, 'GET', path, undefined, headers)).body,
    /** One attempt of one record, as the engine sends it. */
    async send(intent: Intent, owner: string, key: string, headers: Record<string, string> = {}): Promise<Sent> {
      const known = knownOf(MUTATIONS, intent);
      if (!known) throw new Error(`no definition takes this: ${intent.kind}`);
      const wire = known.definition.request(known.payload);
      const answer = await browser(wire.path, {
        method: wire.method,
        headers: {
          'x-requested-with': 'rostok',
          'idempotency-key': key,
          'x-client-user': owner,
          ...(wire.body === null ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(wire.body === null ? {} : { body: wire.body }),
      });
      const text = await answer.text();
      const verdict = classify(key, {
        http: answer.status,
        type: answer.headers.get('content-type') ?? '',
        text,
        echo: answer.headers.get('idempotency-key'),
        retryAfterMs: answer.headers.has('retry-after') ? Number(answer.headers.get('retry-after')) * 1000 : null,
        serverTime: null,
      });
      const kind = verdict.kind === 'ack' ? 'ack' : verdict.last.class;
      const code = verdict.kind === 'ack' ? undefined : verdict.last.code;
      return { http: answer.status, verdict, headers: answer.headers, text, kind, code };
    },
  };
}
export const pieces = (productId: number, delta: number, seenPrice?: number): Intent => ({
  kind: 'cart.change',
  body: { kind: 'retail', cartType: 0, productId, delta, ...(seenPrice === undefined ? {} : { seenPrice }) },
});
export const heart = (productId: number, on: boolean): Intent => ({ kind: 'fav.set', body: { productId, on } });

// ── 3 People ────────────────────────────────────────────────────────────────────────────────────
const PASSWORD = 'верный пароль';
let passwordHash: Promise<string> | undefined;
export async function addAccount(shop: TestShop, more: Parameters<typeof addPerson>[1] = {}) {
  const email = `p${randomUUID()}@rostok.test`;
  const id = await addPerson(shop, { email, passwordHash: await (passwordHash ??= hashPassword(PASSWORD)), ...more });
  return { id, email, owner: String(id) };
}
/** A phone on which this person is logged in already. */
export async function phoneOf(shop: TestShop, userId: number): Promise<Phone> {
  const phone = openPhone(shop);
  await enter(shop, phone.browser, { userId });
  return phone;
}
export async function guestPhone(shop: TestShop): Promise<Phone> {
  const phone = openPhone(shop);
  await phone.openGuest();
  return phone;
}

// ── 4 Holding the database ──────────────────────────────────────────────────────────────────────
/** Holds the rows of a statement until `release`: whoever needs them waits, in the place where they need them. */
export async function holdRows(shop: TestShop, statement: string, values: unknown[] = []) {
  // One connection holds; the other looks: within a transaction PostgreSQL shows the activity of its first look.
  const [holder, looker] = [1, 2].map(() => new pg.Client({ connectionString: shop.url })) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), looker.connect()]);
  await holder.query('begin');
  const { rowCount } = await holder.query(statement, values);
  const release = async () => {
    await holder.query('commit');
    await Promise.all([holder.end(), looker.end()]);
  };
  if (!rowCount) {
    await release();
    throw new Error(`nothing to hold: ${statement}`);
  }
  return {
    release,
    /** Until so many connections wait for a lock. */
    async waiting(count: number): Promise<void> {
      for (const until = Date.now() + 40_000; Date.now() < until;) {
        const { rows } = await looker.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if ((rows[0]?.n ?? 0) >= count) return;
        await sleep(20);
      }
      await release();
      throw new Error(`fewer than ${count} connections came to wait`);
    },
  };
}
