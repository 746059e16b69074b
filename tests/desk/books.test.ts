import { eq, sql } from 'drizzle-orm';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '#server/db/tables/orders.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { confirm } from '#server/features/acquiring/confirm.commands.ts';
import { findPaymentsOf } from '#server/features/payments/payments.queries.ts';
import { beginRefund, cancelPayments } from '#server/features/payments/payments.commands.ts';
import { prepaidItems } from '#server/features/acquiring/sale.rules.ts';
import { BS, give, inDays, KS, LS, pay, refusalOf, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { type Bank, openBank } from '#tests/payments/bank.ts';
import { drain } from '#tests/payments/drain.ts';
import { addOrder, asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { HEADERS, newKey } from '#tests/platform/calls.ts';

// docs/product/money.md#books and #corrections. Contents: 1 gateways against the ledger, 2 what is owed, 3 corrections, 4 files

let shop: PayingShop;
let bank: Bank;
let anna: Desk;
let boris: Desk;
beforeAll(async () => {
  bank = openBank();
  shop = await openPayingShop(bank.gate);
  [anna, boris] = [await openDesk(shop), await openDesk(shop)];
});
beforeEach(() => {
  bank.loses(() => null);
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
});
afterAll(() => shop.close());

const ask = (browser: Browser, name: string, body: object, key = newKey()) =>
  call(browser, 'POST', `/api/desk/finance/${name}`, body, { 'idempotency-key': key });
let last = 0;
const consultant = (name = 'Мария Соколова') =>
  addConsultant(asTestShop(shop), { name, email: `k${(last += 1)}@mail.test` });
const reconcile = async () => (await ask(anna.browser, 'reconcile', {})).body;
async function paidOrder(takenKop?: number) {
  const order = await addOrder(asTestShop(shop));
  await shop.app.inject({ method: 'POST', url: '/user/order/get-payment-link', payload: { public_token: order.token }, headers: { ...HEADERS, 'idempotency-key': newKey() } }); // prettier-ignore
  const [payment] = await findPaymentsOf(shop.db, order.id);
  bank.pay(payment!.externalId!, takenKop);
  return { ...order, paymentId: payment!.id };
}
const confirmed = async (takenKop?: number) => {
  const order = await paidOrder(takenKop);
  await confirm(shop.parts, order.paymentId, 'webhook');
  return order;
};

describe('gateways against the ledger', () => {
  it('agree when orders and deposits are paid and given back', async () => {
    const { dueKop } = await confirmed();
    const id = await consultant();
    const tab = await browserOf(asTestShop(shop), { userId: id });
    const { body } = await call(tab, 'POST', '/user/deposit', { amount: 70_000, payment_type: 5 }, { 'idempotency-key': newKey() }); // prettier-ignore
    const { rows } = await shop.db.execute<{ external_id: string }>(sql`select external_id from payments where id = ${body.payment_id}`); // prettier-ignore
    bank.pay(rows[0]!.external_id);
    await confirm(shop.parts, body.payment_id, 'webhook');
    const { totals, lines } = await reconcile();
    expect(lines).toEqual([]);
    const sums = { given_back: 0, returning: 0, in_review: 0, unexplained: 0 };
    expect(totals).toEqual([
      { code: 1, name: 'Банковской картой', taken: dueKop, booked: dueKop, ...sums },
      { code: 5, name: 'СБП (QR-код)', taken: 70_000, booked: 70_000, ...sums },
    ]);
  });
  it('tell money that came too late until it has gone back, and never book it', async () => {
    const order = await paidOrder();
    await shop.db.transaction(async (tx) => {
      await tx.update(orders).set({ status: 7 }).where(eq(orders.id, order.id));
      await cancelPayments(tx, order.id, shop.clock.now);
    });
    expect(await confirm(shop.parts, order.paymentId, 'webhook')).toBe('given_back');
    const [line] = (await reconcile()).lines;
    expect(line).toMatchObject({ order_id: order.id, taken: order.dueKop, booked: 0, returning: order.dueKop, unexplained: 0 }); // prettier-ignore
    await drain(shop);
    expect((await reconcile()).lines).toEqual([]);
    expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
  });
  it('tell money of a wrong sum, and a refund that is on its way', async () => {
    const wrong = await confirmed(5000);
    expect((await reconcile()).lines).toEqual([expect.objectContaining({ order_id: wrong.id, taken: 5000, booked: 0, in_review: 5000, unexplained: 0 })]); // prettier-ignore
    const { id, paymentId } = await confirmed();
    bank.loses((what) => (what === 'refund' ? 'before' : null));
    const items = prepaidItems({ lines: [], delivery: null, spentKop: 0, spentDeliveryKop: 0, debtKop: 0 }, id, 10_000);
    await shop.db.transaction((tx) =>
      beginRefund(tx, { key: `t:${id}`, orderId: id, items, to: 'source', actor: 'desk:1', reason: 'Проверка', paymentId, jobs: shop.jobs, now: shop.clock.now }),
    ); // prettier-ignore
    const found = (await reconcile()).lines.find((one: { order_id: number }) => one.order_id === id);
    // The provider still has all of it; the ledger has not been told of this refund by whoever should have done so.
    expect(found).toMatchObject({ returning: 10_000, unexplained: -10_000 });
    bank.loses(() => null);
    await drain(shop);
  });
  it('find what a fault would leave: money that nobody booked, and a booking without money', async () => {
    const { id, dueKop } = await confirmed();
    await shop.db.execute(sql`update payments set captured_kop = captured_kop + 300 where order_id = ${id}`);
    const { lines } = await reconcile();
    expect(lines[0]).toMatchObject({ order_id: id, taken: dueKop + 300, booked: dueKop, unexplained: 300 });
    await shop.db.execute(sql`update payments set captured_kop = captured_kop - 300 where order_id = ${id}`);
    const owner = await consultant();
    await pay(shop.db, owner, LS, 12_300);
    expect((await reconcile()).lines).toContainEqual(expect.objectContaining({ order_id: null, taken: 0, booked: 12_300, unexplained: -12_300 })); // prettier-ignore
  });
});

describe('what is owed', () => {
  it('is told now and at the end of a month, debts apart', async () => {
    const before = (await ask(anna.browser, 'liabilities', { period: null })).body.liabilities;
    const [rich, poor] = [await consultant(), await consultant()];
    await pay(shop.db, rich, LS, 100_000);
    await pay(shop.db, rich, KS, 5000);
    await give(shop.db, rich, 3000, inDays(30));
    await correctBy(poor, LS, -4000);
    const { body } = await ask(anna.browser, 'liabilities', { period: null });
    expect(body.balance).toBe(0);
    const grown = body.liabilities.map((one: Row, at: number) => [one.account_type, one.owed - before[at].owed, one.debts - before[at].debts, one.people - before[at].people]); // prettier-ignore
    expect(grown).toEqual([[0, 100_000, 4000, 2], [1, 5000, 0, 1], [2, 3000, 0, 1], [null, 0, 0, 0]]); // prettier-ignore
    // All of it is of November 2026: in October nothing was owed.
    const october = await ask(anna.browser, 'liabilities', { period: 202610 });
    expect(october.body.liabilities.every(({ owed, debts }: Row) => owed === 0 && debts === 0)).toBe(true);
  });
});
type Row = { account_type: number | null; owed: number; debts: number; people: number };

const propose = (who: Desk, user_id: number, more: object = {}) =>
  ask(who.browser, 'corrections/ask', { user_id, account_type: 0, amount: 10_000, reason: 'Двойной возврат', ...more });
const decide = (who: Desk, id: number, approve = true, key = newKey()) =>
  ask(who.browser, 'corrections/decide', { id, approve, reason: 'Сверила с выпиской' }, key);
const firstWaiting = (body: Answer['body'], userId: number) =>
  body.corrections.find((one: { user_id: number; state: string }) => one.user_id === userId && one.state === 'waiting');
async function correctBy(user_id: number, account_type: number, amount: number): Promise<void> {
  const asked = await propose(anna, user_id, { account_type, amount });
  expect((await decide(boris, firstWaiting(asked.body, user_id).id)).body.status).toBe('success');
}

const damage = async () => damagedIn(await checkLedger(shop.db, shop.clock.now)).map(({ name }) => name);
describe('corrections', () => {
  // The faults that were planted above.
  let planted: string[];
  beforeAll(async () => void (planted = await damage()));

  it('need a second person: nothing moves until then, both stand in the journal', async () => {
    const id = await consultant('Ольга Громова');
    const asked = await propose(anna, id);
    const row = firstWaiting(asked.body, id);
    expect(row).toMatchObject({ name: 'Ольга Громова', amount: 10_000, can_decide: false });
    expect(await stored(shop.db, id, LS)).toBeUndefined();
    expect((await decide(anna, row.id)).body).toMatchObject({ code: 'not_possible', message: 'Своё предложение решает другой сотрудник' }); // prettier-ignore
    const done = await decide(boris, row.id);
    expect(done.body.corrections.find((one: { id: number }) => one.id === row.id)).toMatchObject({ state: 'done', decision: 'Сверила с выпиской' }); // prettier-ignore
    expect(await stored(shop.db, id, LS)).toMatchObject({ balance: 10_000 });
    const { rows } = await shop.db.execute(sql`select actor_id, act from audit_log where target_type = 'person' and target_id = ${id} order by id`); // prettier-ignore
    expect(rows).toEqual([{ actor_id: anna.id, act: 'deskAskCorrection' }, { actor_id: boris.id, act: 'deskDecideCorrection' }]); // prettier-ignore
    expect(await damage()).toEqual(planted);
  });
  it('are posted once by many at once, and a refused one never', async () => {
    const id = await consultant();
    const row = firstWaiting((await propose(anna, id)).body, id);
    const third = await openDesk(shop);
    const said = await Promise.all([boris, third, boris, third].map((who) => decide(who, row.id)));
    expect(said.filter(({ body }) => body.status === 'success')).toHaveLength(1);
    const late = said.flatMap(({ body }) => (body.status === 'error' ? [body.message] : []));
    expect(new Set(late)).toEqual(new Set(['Это исправление уже решил другой сотрудник']));
    expect(await stored(shop.db, id, LS)).toMatchObject({ balance: 10_000 });
    const no = firstWaiting((await propose(anna, id)).body, id);
    expect((await decide(boris, no.id, false)).body.status).toBe('success');
    expect((await decide(third, no.id)).body.code).toBe('not_possible');
    expect(await stored(shop.db, id, LS)).toMatchObject({ balance: 10_000 });
  });
  it('take from every account, give a gift onto БС, and leave the ledger whole', async () => {
    const id = await consultant();
    await correctBy(id, BS, 50_000);
    await correctBy(id, BS, -20_000);
    await correctBy(id, KS, -700);
    await correctBy(id, LS, -100_000_000);
    expect([(await stored(shop.db, id, BS))?.balance, (await stored(shop.db, id, KS))?.balance, (await stored(shop.db, id, LS))?.balance]).toEqual([30_000, -700, -100_000_000]); // prettier-ignore
    expect(await damage()).toEqual(planted);
  });
  it.each([
    [{ amount: 0 }, 'amount'], [{ amount: 0.5 }, 'amount'], [{ amount: 100_000_001 }, 'amount'], [{ amount: -100_000_001 }, 'amount'],
    [{ amount: '100' }, 'amount'], [{ account_type: 3 }, 'account_type'], [{ reason: 'а' }, 'reason'],
  ])('of %j are refused in words', async (more, field) => {
    const { body } = await propose(anna, await consultant(), more);
    expect(body.errors[field][0]).toMatch(/^[А-Я]/);
  }); // prettier-ignore
  it('are refused for nobody, for oneself, for a merged account', async () => {
    expect((await propose(anna, 2_000_000)).body.message).toBe('Такого человека нет');
    expect((await propose(anna, anna.id)).body.message).toBe('Свои счета исправляет другой сотрудник');
    const about = firstWaiting((await propose(anna, boris.id)).body, boris.id);
    expect((await decide(boris, about.id)).body.message).toBe('Исправление на ваших счетах решает другой сотрудник');
    const [gone, kept] = [await consultant(), await consultant()];
    const row = firstWaiting((await propose(anna, gone)).body, gone);
    await shop.db.execute(sql`update users set merged_into = ${kept} where id = ${gone}`);
    expect((await decide(boris, row.id)).body.message).toMatch(/закрыты/);
    expect((await propose(anna, gone)).body.message).toMatch(/закрыты/);
    expect(await stored(shop.db, gone, LS)).toBeUndefined();
  });
  it('that were posted past the second person are found by the check', async () => {
    const id = await consultant();
    const row = firstWaiting((await propose(anna, id)).body, id);
    await shop.db.execute(sql`update desk_corrections set state = 'done', decided_by = ${boris.id}, tx_id = (select max(id) from ledger_tx) where id = ${row.id}`); // prettier-ignore
    expect(await damage()).toEqual([...planted, 'desk-corrections']);
    await shop.db.execute(sql`update desk_corrections set state = 'waiting', decided_by = null, tx_id = null where id = ${row.id}`); // prettier-ignore
    const alone = shop.db.execute(
      sql`update desk_corrections set state = 'refused', decided_by = asked_by where id = ${row.id}`,
    );
    expect(await refusalOf(alone)).toContain('desk_corrections_two');
  });
  it('begin with a person who is found by either number', async () => {
    const id = await consultant('Ольга Громова');
    const { body } = await ask(anna.browser, 'holder', { who: String(id) });
    expect(body.holder).toMatchObject({ user_id: id, name: 'Ольга Громова' });
    expect((await ask(anna.browser, 'holder', { who: body.holder.cons_id })).body.holder.user_id).toBe(id);
    expect((await ask(anna.browser, 'holder', { who: '9999999999' })).body.message).toBe('Под этим номером никого нет');
  });
});

describe('registers', () => {
  const sheet = async (query: string) => {
    const answer = await anna.browser(`/api/desk/finance/register?${query}`);
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    return (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as {
      data?: unknown[][];
    } & unknown[][];
  };
  it('list what came and what went back, and sum to what the providers say', async () => {
    const found = await sheet('kind=payments&period=202611');
    const rows = (Array.isArray(found[0]) ? found : (found[0] as unknown as { data: unknown[][] }).data) as unknown[][];
    const head = rows.findIndex((row) => row[0] === 'Дата');
    const sum = rows.slice(head + 1).reduce((kop, row) => kop + Math.round(Number(row[7]) * 100), 0);
    const { totals } = await reconcile();
    const left = totals.reduce((kop: number, one: { taken: number; given_back: number }) => kop + one.taken - one.given_back, 0);
    expect(sum).toBe(left);
    expect(rows.slice(head + 1).map((row) => row[1])).toContain('Возврат');
  }); // prettier-ignore
  it('are for staff of finance alone, and of a month that may be', async () => {
    const tab = await browserOf(asTestShop(shop), { userId: await consultant() });
    expect((await tab('/api/desk/finance/register?kind=payments&period=202611')).status).toBe(403);
    expect((await anna.browser('/api/desk/finance/register?kind=payments&period=5')).status).toBe(400);
    expect((await anna.browser('/api/desk/finance/register?kind=payments&period=202613')).status).toBe(400);
    expect((await anna.browser('/api/desk/finance/register?kind=all&period=202611')).status).toBe(400);
  });
});
