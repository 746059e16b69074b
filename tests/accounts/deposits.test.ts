import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { findDamage, LEDGER_CHECKS } from '#server/features/accounts/ledger-check.queries.ts';
import { confirm } from '#server/features/acquiring/confirm.commands.ts';
import { findPayment } from '#server/features/payments/payments.queries.ts';
import { LS, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { newKey } from '#tests/platform/calls.ts';
import { type Bank, openBank } from '#tests/payments/bank.ts';
import { drain, recheck } from '#tests/payments/drain.ts';
import { asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';

// docs/product/payments.md#deposits, with a bank that keeps true books. Contents: 1 money comes, 2 once, 3 refusals

let shop: PayingShop;
let bank: Bank;
beforeAll(async () => {
  bank = openBank();
  shop = await openPayingShop(bank.gate);
});
beforeEach(() => {
  bank.loses(() => null);
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
});
afterAll(() => shop.close());

let last = 0;
async function consultant(): Promise<{ id: number; tab: Browser }> {
  last += 1;
  const id = await addConsultant(asTestShop(shop), { name: 'Мария Соколова', email: `d${last}@mail.test` });
  return { id, tab: await browserOf(asTestShop(shop), { userId: id }) };
}
const ask = (tab: Browser, body: object, key = newKey()) =>
  call(tab, 'POST', '/user/deposit', body, { 'idempotency-key': key });
const stateOf = async (tab: Browser, id: number) =>
  (await call(tab, 'POST', '/user/deposit/state', { payment_id: id })).body.deposit;
async function begun(amount = 100_000) {
  const person = await consultant();
  const { body } = await ask(person.tab, { amount, payment_type: 1 });
  const paymentId = Number(body.payment_id);
  const { externalId } = (await findPayment(shop.db, paymentId))!;
  return { ...person, paymentId, externalId: externalId! };
}
const balance = async (id: number) => (await stored(shop.db, id, LS))?.balance ?? 0;
const isWhole = async () => expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);

describe('money comes', () => {
  it('by the word of the bank alone, with the receipt of an advance', async () => {
    const { id, tab, paymentId, externalId } = await begun();
    expect(await stateOf(tab, paymentId)).toMatchObject({ state: 'waiting', amount: 100_000, balance: 0, receipt: null });
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('nothing');
    expect(await balance(id)).toBe(0);
    bank.pay(externalId);
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('paid');
    expect(await balance(id)).toBe(100_000);
    const told = await stateOf(tab, paymentId);
    expect(told).toMatchObject({ state: 'paid', amount: 100_000, balance: 100_000, link: null });
    const page = await shop.app.inject({ url: told.receipt });
    expect(page.body).toContain('Пополнение личного счёта');
    expect(page.body).toContain('Приход, аванс');
    expect(page.body).toContain('НДС 22/122');
    const { body } = await call(tab, 'GET', '/user/bonus-history');
    expect(body.items[0]).toMatchObject({ kind: 'deposit', amount: 100_000 });
    await isWhole();
  }); // prettier-ignore
  it('also when the attempt had been given up, and another sum as it is', async () => {
    const late = await begun();
    shop.clock.now = new Date(shop.clock.now.getTime() + 3_700_000);
    await recheck(shop);
    expect(await stateOf(late.tab, late.paymentId)).toMatchObject({ state: 'expired' });
    bank.pay(late.externalId, 90_000);
    expect(await confirm(shop.parts, late.paymentId, 'poll')).toBe('paid');
    expect(await balance(late.id)).toBe(90_000);
    expect(await stateOf(late.tab, late.paymentId)).toMatchObject({ state: 'paid', amount: 90_000 });
    await isWhole();
  });
  it('and repays a debt first', async () => {
    const { id, paymentId, externalId } = await begun(50_000);
    await shop.db.execute(sql`insert into accounts (owner_id, type) values (${id}, 0)`);
    const { correct } = await import('#tests/accounts/ledger-people.ts');
    await correct(shop.db, id, LS, -35_000);
    bank.pay(externalId);
    await confirm(shop.parts, paymentId, 'webhook');
    expect(await balance(id)).toBe(15_000);
  });
  it('to the account that a merged one has become', async () => {
    const { id, paymentId, externalId } = await begun();
    const other = await consultant();
    await shop.db.execute(sql`update users set merged_into = ${other.id} where id = ${id}`);
    bank.pay(externalId);
    await confirm(shop.parts, paymentId, 'webhook');
    expect([await balance(id), await balance(other.id)]).toEqual([0, 100_000]);
  });
});

describe('once', () => {
  it('however many hear of it at that moment', async () => {
    const { id, paymentId, externalId } = await begun();
    bank.pay(externalId);
    const said = await Promise.all(
      Array.from({ length: 8 }, (_, at) => confirm(shop.parts, paymentId, at % 2 ? 'webhook' : 'poll')),
    );
    expect(said.filter((one) => one === 'paid')).toHaveLength(1);
    expect(await balance(id)).toBe(100_000);
    await isWhole();
  });
  it('is one attempt under one key, also when the answer of the bank is lost', async () => {
    const { id, tab } = await consultant();
    const key = newKey();
    let isFirst = true;
    bank.loses((what) => (what === 'create' && isFirst ? ((isFirst = false), 'after') : null));
    const body = { amount: 20_000, payment_type: 1 };
    expect((await ask(tab, body, key)).body).toMatchObject({ code: 'idempotency_in_flight' });
    await drain(shop);
    const told = await ask(tab, body, key);
    expect(told.body).toMatchObject({ status: 'success' });
    const { rows } = await shop.db.execute(sql`select id from payments where owner_id = ${id}`);
    expect(rows).toEqual([{ id: told.body.payment_id }]);
  });
});

describe('refusals', () => {
  it.each([
    [9999], [10_000_001], [-50_000], [0], [100.5], ['много'], [Number.MAX_SAFE_INTEGER], [null],
  ])('of a sum of %s in words', async (amount) => {
    const { id, tab } = await consultant();
    const { body } = await ask(tab, { amount, payment_type: 1 });
    expect(body.status).toBe('error');
    expect(body.errors.amount[0]).toMatch(/[а-я]/);
    const { rows } = await shop.db.execute(sql`select 1 from payments where owner_id = ${id}`);
    expect(rows).toEqual([]);
  }); // prettier-ignore
  it.each([2, 3, 8, 0, 77])('of way %s', async (payment_type) => {
    const { tab } = await consultant();
    const { body } = await ask(tab, { amount: 50_000, payment_type });
    expect(body).toMatchObject({ status: 'error', errors: { payment_type: ['Выберите способ оплаты'] } });
  });
  it('of a client, and of a consultant who may only look', async () => {
    const client = await addPerson(asTestShop(shop), { role: 'client' });
    const tab = await browserOf(asTestShop(shop), { userId: client });
    expect((await ask(tab, { amount: 50_000, payment_type: 1 })).http).toBe(403);
    const { id, tab: theirs } = await consultant();
    await shop.db.execute(sql`update users set readonly = true where id = ${id}`);
    expect((await ask(theirs, { amount: 50_000, payment_type: 1 })).body.code).toBe('readonly');
  });
  it("of somebody else's deposit as of an unknown one", async () => {
    const { paymentId } = await begun();
    const { tab } = await consultant();
    const said = [paymentId, 2_000_000].map((id) => call(tab, 'POST', '/user/deposit/state', { payment_id: id }));
    for (const { body } of await Promise.all(said)) expect(body.message).toBe('Такого пополнения нет');
  });
  it('of nothing at all when the bank says no: the attempt is over, and another may follow', async () => {
    const { id, tab, paymentId, externalId } = await begun();
    bank.decline(externalId);
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('ended');
    expect(await stateOf(tab, paymentId)).toMatchObject({ state: 'failed' });
    expect(await balance(id)).toBe(0);
    expect((await ask(tab, { amount: 50_000, payment_type: 5 })).body.status).toBe('success');
  });
});

describe('`npm run ledger-check`', () => {
  const deposits = async (): Promise<number | null> =>
    (await checkLedger(shop.db, shop.clock.now)).find(({ name }) => name === 'deposits')!.damaged;
  async function paid() {
    const one = await begun();
    bank.pay(one.externalId);
    await confirm(shop.parts, one.paymentId, 'webhook');
    expect(await deposits()).toBe(0);
    return one;
  }
  it('finds money that came and was booked with another sum, or not at all', async () => {
    const { paymentId } = await paid();
    await shop.db.execute(sql`update payments set captured_kop = captured_kop + 1 where id = ${paymentId}`);
    expect(await deposits()).toBe(1);
    await shop.db.execute(sql`update payments set captured_kop = captured_kop - 1 where id = ${paymentId}`);
    const lost = await begun();
    await shop.db.execute(sql`update payments set captured_kop = 100000 where id = ${lost.paymentId}`);
    expect(await deposits()).toBe(1);
    await shop.db.execute(sql`update payments set captured_kop = 0 where id = ${lost.paymentId}`);
    expect(await deposits()).toBe(0);
  });
  it('finds money that was booked twice, and on another account than ЛС', async () => {
    const { id, paymentId } = await paid();
    const enough = new Error('enough seen');
    const planted = async (statement: SQL): Promise<number> => {
      let found = 0;
      await shop.db
        .transaction(async (tx) => {
          for (const table of ['ledger_tx', 'ledger_entries'])
            await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
          const { rowCount } = await tx.execute(statement);
          if (!rowCount) throw new Error('nothing was planted');
          const check = LEDGER_CHECKS.find(({ name }) => name === 'deposits')!;
          found = (await findDamage(tx, check, shop.clock.now)).total;
          throw enough;
        })
        .catch((error: unknown) => {
          if (error !== enough) throw error;
        });
      return found;
    };
    const tx = sql`(select id from ledger_tx where ref_type = 'payment' and ref_id = ${paymentId} and kind = 'deposit')`;
    expect(
      await planted(sql`
        with again as (insert into ledger_tx (key, kind, ref_type, ref_id, actor, reason, at)
          select key || ':again', kind, ref_type, ref_id, actor, reason, at from ledger_tx where id = ${tx} returning id)
        insert into ledger_entries (tx_id, account_id, amount_kop, balance_after, version)
          select again.id, e.account_id, e.amount_kop, e.balance_after, e.version + 100 from again, ledger_entries e where e.tx_id = ${tx}`),
    ).toBe(1);
    await shop.db.execute(sql`insert into accounts (owner_id, type) values (${id}, 1)`);
    expect(
      await planted(sql`update ledger_entries set account_id = (select id from accounts where owner_id = ${id} and type = 1)
        where tx_id = ${tx} and amount_kop > 0`),
    ).toBe(1);
  });
});
