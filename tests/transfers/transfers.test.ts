import { and, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Transfer } from '#contract/transfers.ts';
import { accounts } from '#server/db/tables/ledger.ts';
import { users } from '#server/db/tables/people.ts';
import { holdFunds, setCredit } from '#server/features/accounts/accounts.commands.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { expireTransfers } from '#server/features/transfers/expire-transfers.jobs.ts';
import { openGates } from '#server/gates/gates.ts';
import { BS, correct, give, inDays, KS, LS, NOW, pay, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// docs/product/money.md#transfers, on the real shop and database. Contents: 1 КС to one's own ЛС, 2 to another consultant,
// 3 what is refused, 4 what must happen once, 5 ends of it, 6 what people see

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
beforeAll(async () => {
  shop = await openShop();
  box = openCodeBox(shop);
  await box.start();
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

let last = 0;
type Person = { id: number; consId: string; phone: string; tab: Browser };
async function consultant(sponsorId: number | null = null, name = 'Мария Соколова'): Promise<Person> {
  last += 1;
  const phone = `+7913777${String(last).padStart(4, '0')}`;
  const id = await addConsultant(shop, { name, phone, sponsorId });
  const [row] = await shop.db.select({ consId: users.consId }).from(users).where(eq(users.id, id));
  return { id, phone, consId: String(row!.consId).padStart(8, '0'), tab: await browserOf(shop, { userId: id }) };
}
let me: Person;
let below: Person;
beforeEach(async () => {
  shop.clock.now = NOW;
  me = await consultant();
  below = await consultant(me.id, 'Игорь Павлов');
});
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const own = (amount: unknown, who = me) =>
  call(who.tab, 'POST', '/user/transfer/create', { kind: 'own', from: 1, amount });
const toCons = (amount: unknown, more: object = {}, who = me) =>
  call(who.tab, 'POST', '/user/transfer/create', { kind: 'cons', from: 0, to_cons_id: below.consId, amount, ...more });
const confirm = (id: number, code: string, who = me) =>
  call(who.tab, 'POST', '/user/transfer/confirm', { transfer_id: id, code });
const detail = (id: number, who = me) => call(who.tab, 'POST', '/user/transfer/detail', { transfer_id: id });
const balance = async (who: Person, type: 0 | 1 | 2 = LS) =>
  (await stored(shop.db, who.id, type)) ?? { balance: 0, held: 0 };
/** A transfer that waits, and the code that came for it. */
async function waiting(amount = 50_000): Promise<{ id: number; code: string }> {
  const { body } = await toCons(amount);
  expect(body).toMatchObject({ status: 1, confirmation: { type: 'phone' } });
  return { id: body['transfer_id'], code: await box.codeTo(me.phone) };
}
const other = (code: string): string => (code === '111111' ? '222222' : '111111');
const ledgerIsWhole = async () => expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);

describe('КС to one’s own ЛС', () => {
  it('moves at once, without a code, and is one movement', async () => {
    await pay(shop.db, me.id, KS, 348_050);
    const { body } = await own(348_050);
    expect(Transfer.parse(body['transfer'])).toMatchObject({
      kind: 'own',
      state: 'done',
      amount: 348_050,
      from: { account_type: 1 },
      to: { cons_id: null, name: 'ЛС — личный счёт' },
    });
    expect(body['confirmation']).toBeNull();
    expect([(await balance(me, KS)).balance, (await balance(me)).balance]).toEqual([0, 348_050]);
    await ledgerIsWhole();
  });

  it('a repeat under its key moves nothing again', async () => {
    await pay(shop.db, me.id, KS, 1000);
    const key = { 'idempotency-key': randomUUID() };
    const send = () => call(me.tab, 'POST', '/user/transfer/create', { kind: 'own', from: 1, amount: 600 }, key);
    const [first, again] = [await send(), await send()];
    expect([again.replayed, again.body['transfer_id']]).toEqual([true, first.body['transfer_id']]);
    expect((await balance(me, KS)).balance).toBe(400);
  });
});

describe('to another consultant', () => {
  it('holds the money, and the code moves it to the other one’s ЛС', async () => {
    await pay(shop.db, me.id, LS, 125_000);
    const { id, code } = await waiting();
    expect(await balance(me)).toMatchObject({ balance: 125_000, held: 50_000 });
    later(120_000);
    const { body } = await confirm(id, code);
    expect(body['transfer']).toMatchObject({
      state: 'done',
      to: { cons_id: below.consId, name: 'Игорь Павлов' },
      events: [
        { state: 'draft', at: NOW.toISOString() },
        { state: 'wait_code', at: NOW.toISOString() },
        { state: 'done', at: shop.clock.now.toISOString() },
      ],
    });
    expect(body['balances'][0]).toEqual({ account_type: 0, amount: 75_000, available: 75_000 });
    expect([await balance(me), (await balance(below)).balance]).toMatchObject([{ balance: 75_000, held: 0 }, 50_000]);
    await ledgerIsWhole();
  });

  it('may go to one’s own sponsor, whose name stays masked until it is done', async () => {
    await pay(shop.db, below.id, LS, 20_000);
    const { body } = await toCons(10_000, { to_cons_id: me.consId }, below);
    expect(body['transfer'].to.name).toBe('Мария С.');
    const done = await confirm(body['transfer_id'], await box.codeTo(below.phone), below);
    expect(done.body['transfer'].to.name).toBe('Мария Соколова');
  });

  it('tells both of them in their inboxes, and pushes no whole name', async () => {
    await pay(shop.db, me.id, LS, 50_000);
    const { id, code } = await waiting();
    await confirm(id, code);
    const inbox = async (who: Person) => (await call(who.tab, 'GET', '/api/notifications')).body['rows'];
    await until(async () => {
      expect((await inbox(me))[0]).toMatchObject({ title: `Перевод № ${id} исполнен`, path: '/user/transfers' });
      expect((await inbox(below))[0]).toMatchObject({ title: 'Вам перевели 500,00\u00a0₽' });
    });
    expect((await inbox(below))[0].text).toContain('Мария С.');
  });
});

describe('what is refused, in words, and moves nothing', () => {
  beforeEach(() => pay(shop.db, me.id, LS, 20_000_000));
  const untouched = async () => expect(await balance(me)).toMatchObject({ balance: 20_000_000, held: 0 });

  it.each([[-50_000], [0], [9999], [0.5], [10_000.5], [5_000_001], [1e15], [1e300], ['50000'], [null], [undefined]])(
    'a sum of %j kopecks',
    async (amount) => {
      const { http, body } = await toCons(amount);
      expect([http, body['code'], Object.keys(body['errors'])]).toEqual([200, 'validation', ['amount']]);
      expect(body['errors'].amount[0]).toMatch(/[а-яё]/i);
      await untouched();
    },
  );

  it.each([[99], [-100], [1.5], [1e16]])('%j kopecks to oneself', async (amount) => {
    expect((await own(amount)).body['code']).toBe('validation');
  });

  it('more than there is, also when it is a lawful sum, and never by credit', async () => {
    expect((await own(100)).body['code']).toBe('insufficient_funds');
    const poor = await consultant(me.id);
    await shop.db.transaction((tx) => setCredit(tx, poor.id, 500_000));
    await pay(shop.db, poor.id, LS, 10_000);
    const { body } = await toCons(10_001, { to_cons_id: me.consId }, poor);
    expect([body['code'], body['message']]).toEqual(['insufficient_funds', expect.stringContaining('не хватает')]);
    await give(shop.db, poor.id, 90_000);
    expect((await toCons(50_000, { to_cons_id: me.consId }, poor)).body['code']).toBe('insufficient_funds');
    expect((await balance(poor, BS)).balance).toBe(90_000);
  });

  it('oneself, a stranger, an unknown number, the house, a client, a number of another shape', async () => {
    const stranger = await consultant();
    const refusals = [];
    for (const to of [me.consId, stranger.consId, '99999999', '01000001', '1', 'abcdefgh', '0100015700'])
      refusals.push((await toCons(10_000, { to_cons_id: to })).body);
    expect(refusals.map((body) => body['code'])).toEqual([
      'validation',
      'not_in_structure',
      'not_in_structure',
      'not_in_structure',
      'validation',
      'validation',
      'validation',
    ]);
    // Whose numbers exist is told to nobody.
    expect(refusals[1]!['message']).toBe(refusals[2]!['message']);
    for (const body of refusals) expect(body['errors'].to_cons_id[0]).toMatch(/[а-яё]/i);
    await untouched();
  });

  it('nobody’s above the sponsor, and nobody beside', async () => {
    const lower = await consultant(below.id);
    const brother = await consultant(me.id);
    await pay(shop.db, lower.id, LS, 50_000);
    for (const to of [me, brother])
      expect((await toCons(10_000, { to_cons_id: to.consId }, lower)).body['code']).toBe('not_in_structure');
    expect((await toCons(10_000, { to_cons_id: lower.consId })).body['status']).toBe(1);
  });

  it('a closed cabinet and a closed account', async () => {
    await shop.db.update(users).set({ active: false }).where(eq(users.id, below.id));
    expect((await toCons(10_000)).body).toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('закрыт'),
    });
    const closed = await consultant(me.id);
    await pay(shop.db, closed.id, LS, 100);
    await shop.db
      .update(accounts)
      .set({ closedAt: NOW })
      .where(and(eq(accounts.ownerId, closed.id), eq(accounts.type, LS)));
    expect((await toCons(10_000, { to_cons_id: closed.consId })).body['code']).toBe('not_possible');
    await untouched();
  });

  it('whoever owes, is readonly, or is no consultant', async () => {
    await correct(shop.db, me.id, KS, -500);
    const owes = await toCons(10_000);
    expect(owes.body).toMatchObject({ code: 'insufficient_funds', message: expect.stringContaining('задолженность') });
    await untouched();
    const blocked = await addConsultant(shop, { readonly: true, sponsorId: me.id });
    const tab = await browserOf(shop, { userId: blocked });
    expect((await own(100, { ...me, tab })).body['code']).toBe('readonly');
    const client = await browserOf(shop, { userId: await addPerson(shop) });
    expect((await own(100, { ...me, tab: client })).http).toBe(403);
  });

  it('more than 100 000 ₽ a day, counted in Moscow, in words with what is left', async () => {
    for (const amount of [5_000_000, 4_900_000]) {
      expect((await toCons(amount)).body['status']).toBe(1);
      later(61_000);
    }
    const { body } = await toCons(200_000);
    expect([body['code'], body['errors'].amount[0]]).toEqual([
      'limit_exceeded',
      expect.stringContaining('Сегодня осталось 1\u00a0000\u00a0₽'),
    ]);
    shop.clock.now = new Date('2026-11-21T21:00:00Z');
    expect((await toCons(200_000)).body['status']).toBe(1);
  });

  it('the eleventh of a day, while what was cancelled does not count', async () => {
    const row = { kind: 'cons', owner_id: me.id, to_id: below.id };
    await shop.db
      .execute(sql`insert into transfers (kind, owner_id, from_type, to_id, amount_kop, state, created_at, events)
      select ${row.kind}, ${row.owner_id}, 0, ${row.to_id}, 10000, case when n < 10 then 'wait_code' else 'cancelled' end, ${NOW.toISOString()}::timestamptz, '[]'
      from generate_series(1, 15) n`);
    const tenth = await toCons(10_000);
    expect(tenth.body['status']).toBe(1);
    later(61_000);
    expect((await toCons(10_000)).body).toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining('10'),
    });
    await shop.db.execute(sql`delete from transfers where owner_id = ${me.id} and events = '[]'::jsonb`);
  });

  it('a code a minute', async () => {
    await toCons(10_000);
    const { http, body } = await toCons(10_000);
    expect([http, body['code']]).toEqual([429, 'too_many']);
    expect(await balance(me)).toMatchObject({ held: 10_000 });
  });
});

describe('what must happen once', () => {
  it('two tabs confirm in the same moment: the money moves once', async () => {
    await pay(shop.db, me.id, LS, 60_000);
    const { id, code } = await waiting();
    const second = await browserOf(shop, { userId: me.id });
    const answers = await Promise.all([me.tab, second, me.tab, second].map((tab) => confirm(id, code, { ...me, tab })));
    expect(answers.filter(({ body }) => body['status'] === 1)).toHaveLength(1);
    const others = answers.flatMap(({ body }) => (body['status'] === 1 ? [] : [String(body['code'])]));
    expect(others.filter((code) => !['code_expired', 'transfer_closed'].includes(code))).toEqual([]);
    expect([(await balance(me)).balance, (await balance(below)).balance]).toEqual([10_000, 50_000]);
    await ledgerIsWhole();
  });

  it('money that is set aside is not spent again: not by another transfer, not by an order', async () => {
    await pay(shop.db, me.id, LS, 60_000);
    await waiting();
    expect((await toCons(20_000)).body['code']).toBe('insufficient_funds');
    const order = shop.db.transaction((tx) =>
      holdFunds(tx, {
        key: `order:${me.id}`,
        ownerId: me.id,
        parts: [{ type: LS, amountKop: 20_000 }],
        ref: { type: 'order', id: 90_000 + me.id },
        expiresAt: inDays(1),
        at: NOW,
      }),
    );
    await expect(order).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await balance(me)).toMatchObject({ balance: 60_000, held: 50_000 });
  });

  it('of two transfers at once that need the same money one waits, the other is refused', async () => {
    await pay(shop.db, me.id, LS, 60_000);
    await pay(shop.db, me.id, KS, 60_000);
    const both = await Promise.all([toCons(40_000), toCons(40_000)]);
    expect(both.map(({ body }) => body['status']).sort()).toEqual([0, 1]);
    const owns = await Promise.all([own(40_000), own(40_000)]);
    expect(owns.map(({ body }) => body['status']).sort()).toEqual([0, 1]);
    expect([await balance(me), await balance(me, KS)]).toMatchObject([{ held: 40_000 }, { balance: 20_000 }]);
    await ledgerIsWhole();
  });

  it('a used code, another transfer’s code and a wrong one move nothing', async () => {
    await pay(shop.db, me.id, LS, 100_000);
    const first = await waiting(30_000);
    later(61_000);
    const second = await waiting(20_000);
    expect((await confirm(first.id, second.code)).body).toMatchObject({
      code: 'code_expired',
      message: expect.stringContaining('другого перевода'),
    });
    expect((await confirm(second.id, other(second.code))).body).toMatchObject({
      code: 'code_wrong',
      errors: { code: [expect.stringContaining('Осталось')] },
    });
    expect((await confirm(second.id, second.code)).body['status']).toBe(1);
    expect((await confirm(second.id, second.code)).body).toMatchObject({
      status: 0,
      code: 'transfer_closed',
      message: expect.stringContaining('уже исполнен'),
    });
    expect((await balance(below)).balance).toBe(20_000);
    // The first one asks for a code of its own again.
    later(61_000);
    const again = await call(me.tab, 'POST', '/user/transfer/send-code', { transfer_id: first.id });
    expect(again.body['confirmation'].expires_at).toBe(new Date(shop.clock.now.getTime() + 600_000).toISOString());
    expect((await confirm(first.id, await box.codeTo(me.phone))).body['status']).toBe(1);
    await ledgerIsWhole();
  });

  it('the fifth wrong code is the last', async () => {
    await pay(shop.db, me.id, LS, 50_000);
    const { id, code } = await waiting();
    for (let tries = 1; tries <= 5; tries += 1) await confirm(id, other(code));
    expect((await confirm(id, code)).body['code']).toBe('code_attempts');
    expect(await balance(me)).toMatchObject({ balance: 50_000, held: 50_000 });
  });
});

describe('ends of it', () => {
  const cancel = (id: number, who = me) => call(who.tab, 'POST', '/user/transfer/cancel', { transfer_id: id });
  const expire = () =>
    expireTransfers.handle(
      {
        db: shop.db,
        jobs: shop.jobs,
        gates: openGates(shop.db, shop.env),
        env: shop.env,
        now: () => shop.clock.now,
        signal: new AbortController().signal,
      },
      {},
    );

  it('cancelled: the money is free, and no code opens it any more', async () => {
    await pay(shop.db, me.id, LS, 50_000);
    const { id, code } = await waiting();
    const { body } = await cancel(id);
    expect(body).toMatchObject({ transfer: { state: 'cancelled' } });
    expect(body['balances'][0]).toMatchObject({ available: 50_000 });
    expect((await confirm(id, code)).body).toMatchObject({ code: 'transfer_closed' });
    expect((await cancel(id)).body).toMatchObject({
      code: 'transfer_closed',
      message: expect.stringContaining('отменён'),
    });
    await ledgerIsWhole();
  });

  it('its time is over: refused at once, ended by the job, which finds nothing the second time', async () => {
    await pay(shop.db, me.id, LS, 50_000);
    const { id, code } = await waiting();
    later(600_000);
    expect((await confirm(id, code)).body['code']).toBe('code_expired');
    await expire();
    await expire();
    expect((await detail(id)).body['transfer']).toMatchObject({ state: 'expired', expires_at: null });
    expect(await balance(me)).toMatchObject({ balance: 50_000, held: 0 });
    expect((await call(me.tab, 'POST', '/user/transfer/send-code', { transfer_id: id })).body['code']).toBe(
      'transfer_closed',
    );
    await ledgerIsWhole();
  });

  it.each([
    ['has left the structure', () => shop.db.update(users).set({ sponsorId: null }).where(eq(users.id, below.id))],
    ['was closed', () => shop.db.update(users).set({ active: false }).where(eq(users.id, below.id))],
    [
      'is a consultant no more',
      () => shop.db.update(users).set({ role: 'client', consId: null }).where(eq(users.id, below.id)),
    ],
    ['is paid by somebody who owes now', () => correct(shop.db, me.id, KS, -500)],
  ])('rejected when the other one %s meanwhile, and the money is free', async (_what, happen) => {
    await pay(shop.db, me.id, LS, 50_000);
    const { id, code } = await waiting();
    await happen();
    const { body } = await confirm(id, code);
    expect([body['status'], body['message']]).toEqual([0, expect.stringContaining('отклонён')]);
    expect((await detail(id)).body['transfer'].state).toBe('rejected');
    expect([await balance(me), (await balance(below)).balance]).toMatchObject([{ balance: 50_000, held: 0 }, 0]);
    await ledgerIsWhole();
  });
});

describe('what people see', () => {
  it('unknown and foreign ones are «Перевод не найден» with status 0', async () => {
    await pay(shop.db, me.id, LS, 50_000);
    const { id } = await waiting();
    const stranger = await consultant();
    for (const answer of [await detail(2_000_000_000), await detail(id, stranger), await detail(id, below)])
      expect(answer).toMatchObject({ http: 200, body: { status: 0, code: 'not_found', message: 'Перевод не найден' } });
    expect((await detail(-1)).body['code']).toBe('validation');
    for (const path of ['cancel', 'send-code'])
      expect((await call(stranger.tab, 'POST', `/user/transfer/${path}`, { transfer_id: id })).body['code']).toBe(
        'not_found',
      );
    expect((await confirm(id, '123456', stranger)).body['code']).toBe('not_found');
    expect(await balance(me)).toMatchObject({ held: 50_000 });
  });

  it('a list of one’s own and of what came, page by page, with what may still go today', async () => {
    await pay(shop.db, me.id, LS, 50_000);
    await pay(shop.db, me.id, KS, 10_000);
    for (let n = 0; n < 21; n += 1) await own(100 + n);
    const { id, code } = await waiting();
    const list = async (who: Person, query = '') => (await call(who.tab, 'GET', `/user/transfer/list${query}`)).body;
    const first = await list(me);
    expect([first['transfers'].length, first['has_more'], first['transfers'][0].id]).toEqual([20, true, id]);
    expect(first['day']).toEqual({ amount: 9_950_000, count: 9 });
    const next = await list(me, `?before=${first['transfers'].at(-1).id}`);
    expect([next['transfers'].length, next['has_more']]).toEqual([2, false]);
    expect((await list(below))['transfers']).toEqual([]);
    await confirm(id, code);
    expect((await list(below))['transfers']).toMatchObject([{ id, direction: 'in', from: { name: 'Мария Соколова' } }]);
  });

  it('whom it would go to, before it goes', async () => {
    const look = async (consId: string, who = me) =>
      (await call(who.tab, 'POST', '/user/transfer/recipient', { to_cons_id: consId })).body;
    expect((await look(below.consId))['recipient']).toEqual({
      cons_id: below.consId,
      name: 'Игорь Павлов',
      city: null,
      line: 1,
    });
    expect((await look(me.consId, below))['recipient']).toMatchObject({ name: 'Мария С.', line: 0 });
    expect((await look('99999999'))['code']).toBe('not_in_structure');
  });
});

it('a damaged transfer is found by the check of the ledger', async () => {
  await pay(shop.db, me.id, LS, 50_000);
  const { id } = await waiting();
  await shop.db.execute(sql`update transfers set amount_kop = amount_kop - 1 where id = ${id}`);
  expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).not.toEqual([]);
  await shop.db.execute(sql`update transfers set amount_kop = amount_kop + 1 where id = ${id}`);
});
