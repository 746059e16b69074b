import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { Accounts } from '#contract/accounts.ts';
import { holdFunds, postHolds, releaseHolds, setCredit } from '#server/features/accounts/accounts.commands.ts';
import { expireGrants } from '#server/features/accounts/accounts.jobs.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import {
  BS,
  by,
  correct,
  give,
  giftsOf,
  inDays,
  KS,
  LS,
  nextRef,
  NOW,
  pay,
  stored,
} from '#tests/accounts/ledger-people.ts';
import { openGates } from '#server/gates/gates.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let owner: number;
let browser: Browser;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.clock.now = NOW;
  owner = await addConsultant(shop);
  browser = await browserOf(shop, { userId: owner });
});
const read = async () => (await call(browser, 'GET', '/user/accounts')).body;

describe('GET /user/accounts', () => {
  it('tells of three accounts before any money has moved', async () => {
    expect(await read()).toEqual({
      status: 'success',
      accounts: [
        { account_type: 0, name: 'ЛС — личный счёт', amount: 0, available: 0, blocked: 0, credit: 0, expiring: [] },
        {
          account_type: 1,
          name: 'КС — комиссионный счёт',
          amount: 0,
          available: 0,
          blocked: 0,
          credit: 0,
          expiring: [],
        },
        { account_type: 2, name: 'БС — бонусный счёт', amount: 0, available: 0, blocked: 0, credit: 0, expiring: [] },
      ],
      limits: { bs_percent: 30 },
      debt: 0,
      server_time: NOW.toISOString(),
    });
  });

  it('tells balance, what is set aside, what is available and what burns when', async () => {
    await pay(shop.db, owner, LS, 125_000);
    await give(shop.db, owner, 50_000, inDays(83));
    await give(shop.db, owner, 20_000, inDays(1));
    const parts = [
      { type: BS, amountKop: 5000 },
      { type: LS, amountKop: 25_000 },
    ] as const;
    const ref = nextRef();
    await shop.db.transaction((tx) =>
      holdFunds(tx, { key: 'o', ownerId: owner, parts, ref, expiresAt: inDays(1), at: NOW }),
    );
    const body = await read();
    expect(Accounts.parse(body)).toEqual(body);
    expect(body.accounts[0]).toMatchObject({ amount: 125_000, available: 100_000, blocked: 25_000 });
    expect(body.accounts[2]).toMatchObject({
      amount: 70_000,
      available: 65_000,
      blocked: 5000,
      expiring: [
        { amount: 15_000, expires_at: inDays(1).toISOString() },
        { amount: 50_000, expires_at: inDays(83).toISOString() },
      ],
    });
    shop.clock.now = inDays(2);
    expect((await read()).accounts[2]).toMatchObject({ amount: 70_000, available: 50_000 });
  });

  it('tells a debt and the credit, and never of anybody else', async () => {
    const other = await addPerson(shop);
    await pay(shop.db, other, LS, 777);
    await correct(shop.db, owner, LS, -35_000);
    await shop.db.transaction((tx) => setCredit(tx, owner, 500_000));
    const body = await read();
    expect(body.accounts[0]).toMatchObject({ amount: -35_000, available: 0, credit: 500_000 });
    expect(body.debt).toBe(35_000);
    expect(JSON.stringify(body)).not.toContain('777');
  });
});

describe('/user/data', () => {
  const data = async () => (await call(browser, 'GET', '/user/data')).body;

  it('tells the balances and, while the desk gives credit, the right to it', async () => {
    await pay(shop.db, owner, KS, 348_050);
    expect((await data()).bonuses).toEqual({
      balances: [
        { account_type: 0, amount: 0 },
        { account_type: 1, amount: 348_050 },
        { account_type: 2, amount: 0 },
      ],
      hello: expect.objectContaining({ amount: 50_000 }),
    });
    expect((await data()).permissions).not.toContain('account.debit');
    await shop.db.transaction((tx) => setCredit(tx, owner, 500_000));
    expect((await data()).permissions).toContain('account.debit');
    await shop.db.transaction((tx) => setCredit(tx, owner, 0));
    expect((await data()).permissions).not.toContain('account.debit');
  });

  it('gives a readonly account no credit', async () => {
    const userId = await addConsultant(shop, { readonly: true });
    await shop.db.transaction((tx) => setCredit(tx, userId, 500_000));
    browser = await browserOf(shop, { userId });
    expect((await data()).permissions).not.toContain('account.debit');
  });
});

it('the hourly job takes burnt gifts off БС, leaves what is held, and finds nothing the second time', async () => {
  await give(shop.db, owner, 1000, inDays(1));
  await give(shop.db, owner, 400, inDays(40));
  const ref = nextRef();
  const parts = [{ type: BS, amountKop: 300 }] as const;
  await shop.db.transaction((tx) =>
    holdFunds(tx, { key: `x${ref.id}`, ownerId: owner, parts, ref, expiresAt: inDays(9), at: NOW }),
  );
  const run = () => expireGrants.handle({ ...work(), now: () => inDays(3) }, {});
  await run();
  expect(await giftsOf(shop.db, owner)).toMatchObject([{ left: 300, held: 300 }, { left: 400 }]);
  expect(await stored(shop.db, owner, BS)).toMatchObject({ balance: 700, held: 300 });
  await run();
  const { rows } = await shop.db.execute<{ n: number }>(sql`
    select count(*)::int as n from ledger_tx t join ledger_entries e on e.tx_id = t.id join accounts a on a.id = e.account_id
    where t.kind = 'expire' and a.owner_id = ${owner}`);
  expect(rows[0]?.n).toBe(1);
  const damaged = damagedIn(await checkLedger(shop.db, inDays(3))).map(({ name }) => name);
  // The other tests have left orders behind that nobody ends.
  expect(damaged.filter((name) => name !== 'forgotten-holds')).toEqual([]);
});
const work = () => ({
  db: shop.db, jobs: shop.jobs, env: shop.env, signal: new AbortController().signal, gates: openGates(shop.db, shop.env),
}); // prettier-ignore

describe('statements', () => {
  /** What is sent to the database, without begin and commit. */
  async function countOf(doing: () => Promise<unknown>): Promise<number> {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await doing();
      const texts = sent.mock.calls.map(([asked]) =>
        typeof asked === 'string' ? asked : (asked as unknown as { text: string }).text,
      );
      return texts.filter((text) => !/^(begin|commit)/.test(text)).length;
    } finally {
      sent.mockRestore();
    }
  }
  it('three accounts are held in two, without БС in one; posted in one; released in two', async () => {
    await pay(shop.db, owner, LS, 10_000);
    await pay(shop.db, owner, KS, 10_000);
    for (const days of [3, 4, 5]) await give(shop.db, owner, 1000, inDays(days));
    const [all, two] = [nextRef(), nextRef()];
    const hold = (ref: typeof all, types: readonly (0 | 1 | 2)[]) => () =>
      shop.db.transaction((tx) =>
        holdFunds(tx, {
          key: `s${ref.id}`, ownerId: owner, ref, expiresAt: inDays(1), at: NOW,
          parts: types.map((type) => ({ type, amountKop: 1100 })),
        }),
      ); // prettier-ignore
    expect(await countOf(hold(all, [LS, KS, BS]))).toBe(2);
    expect(await countOf(hold(two, [LS, KS]))).toBe(1);
    const also = [{ account: { house: 'yookassa' }, amountKop: -900 }] as const;
    const post = () =>
      shop.db.transaction((tx) => postHolds(tx, { ...by, ref: all, key: `p${all.id}`, house: 'sales', also }));
    expect(await countOf(post)).toBe(1);
    const release = () => shop.db.transaction((tx) => releaseHolds(tx, { ref: two, state: 'released', at: NOW }));
    expect(await countOf(release)).toBe(2);
  });
});
