import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkedPlan } from '#contract/plan/check-terms.ts';
import { PLAN } from '#contract/plan/plan-table.ts';
import { users } from '#server/db/tables/people.ts';
import { checkTree, treeInWords } from '#server/features/plan/check-tree.ts';
import { orderPaid } from '#server/features/orders/orders.commands.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { postPeriod } from '#server/features/plan/posting/post-period.commands.ts';
import { KS, LS, NOW, pay, stored } from '#tests/accounts/ledger-people.ts';
import { addConsultant, addProduct, type Browser, browserOf, call, change } from '#tests/cart/shop-people.ts';
import { addStaff, close, earn, letGo, onPayday } from '#tests/network/posting-people.ts';
import { causeOf } from '#tests/network/people.ts';
import { place, placingBody } from '#tests/orders/order-people.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { runCommandLine } from '#tests/jobs/run-command.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// Whatever the network's money is offered that makes no sense, one after the other in one shop: refused with words, nothing moves, and at the
// end `npm run ledger-check` finds a whole database. Each kind has more cases in the tests of its own feature.

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
type Person = { id: number; consId: string; phone: string; tab: Browser };
let last = 0;
async function consultant(sponsorId: number | null): Promise<Person> {
  const phone = `+7913778${String((last += 1)).padStart(4, '0')}`;
  const id = await addConsultant(shop, { name: 'Мария Соколова', phone, sponsorId });
  const [row] = await shop.db.select({ consId: users.consId }).from(users).where(eq(users.id, id));
  return { id, phone, consId: String(row!.consId).padStart(8, '0'), tab: await browserOf(shop, { userId: id }) };
}
let [me, below, stranger]: Person[] = [];
beforeAll(async () => {
  shop = await openShop();
  box = openCodeBox(shop);
  await box.start();
  shop.clock.now = NOW;
  me = await consultant(null);
  below = await consultant(me.id);
  stranger = await consultant(null);
  await pay(shop.db, me.id, LS, 1_000_000);
  await pay(shop.db, me.id, KS, 1_000_000);
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

const transfer = (body: object) => call(me!.tab, 'POST', '/user/transfer/create', { kind: 'cons', from: 0, to_cons_id: below!.consId, ...body }); // prettier-ignore
const deposit = (amount: unknown) => call(me!.tab, 'POST', '/user/deposit', { amount, payment_type: 1 });
const isUntouched = async () =>
  expect([await stored(shop.db, me!.id, LS), await stored(shop.db, me!.id, KS)]).toMatchObject([
    { balance: 1_000_000, held: 0 },
    { balance: 1_000_000, held: 0 },
  ]);
/** A refusal has words for a person, at the field; a sum that is lawful and is not there is said of the whole. */
const isRefused = ({ body }: Awaited<ReturnType<typeof call>>, field: string) => {
  expect(body.status === 'error' || body.status === 0).toBe(true);
  const isLacking = body.code === 'insufficient_funds';
  expect(isLacking ? body.message : body.errors[field][0]).toMatch(/[а-яё]/i);
};

it.each([
  ['negative', -50_000], ['of nothing', 0], ['fractional', 50_000.5], ['enormous', 1e15], ['beyond numbers', 1e300],
  ['in words', 'пятьсот'], ['of another currency', '500 USD'], ['written as a number of kopecks', '50000'], ['none', null],
])('a sum that is %s, in a transfer and in a deposit', async (_words, amount) => {
  expect.hasAssertions();
  isRefused(await transfer({ amount }), 'amount');
  isRefused(await transfer({ kind: 'own', from: 1, to_cons_id: undefined, amount }), 'amount');
  isRefused(await deposit(amount), 'amount');
  await isUntouched();
}); // prettier-ignore

it('a transfer to oneself, outside the structure, to a closed account', async () => {
  isRefused(await transfer({ amount: 50_000, to_cons_id: me!.consId }), 'to_cons_id');
  isRefused(await transfer({ amount: 50_000, to_cons_id: stranger!.consId }), 'to_cons_id');
  const gone = await consultant(me!.id);
  await shop.db.update(users).set({ active: false }).where(eq(users.id, gone.id));
  expect((await transfer({ amount: 50_000, to_cons_id: gone.consId })).body).toMatchObject({ code: 'not_possible', message: expect.stringContaining('закрыт') }); // prettier-ignore
  await isUntouched();
});

it('a code that was used: the money moves once', async () => {
  const { body } = await transfer({ amount: 50_000 });
  const confirmed = { transfer_id: body.transfer_id, code: await box.codeTo(me!.phone) };
  const confirm = () => call(me!.tab, 'POST', '/user/transfer/confirm', confirmed);
  expect((await confirm()).body.status).toBe(1);
  expect((await confirm()).body).toMatchObject({ code: 'transfer_closed', message: expect.stringContaining('уже исполнен') }); // prettier-ignore
  expect(await stored(shop.db, me!.id, LS)).toMatchObject({ balance: 950_000, held: 0 });
  expect(await stored(shop.db, below!.id, LS)).toMatchObject({ balance: 50_000 });
});

it('a period that is closed and posted twice, also at once', async () => {
  await earn(shop.db, 202601, [[me!.id, 200], [below!.id, 400]]); // prettier-ignore
  expect((await Promise.all([close(shop.db, 202601), close(shop.db, 202601)])).toSorted()).toEqual(['already', 'closed']); // prettier-ignore
  expect(await close(shop.db, 202601)).toBe('already');
  await letGo(shop.db, 202601, await addStaff(shop.db));
  const post = () => postPeriod(shop.db, 202601, onPayday(202601));
  await Promise.all([post(), post()]);
  expect(await post()).toBe('already');
  const { rows } = await shop.db.execute(sql`
    select (select count(*)::int from ledger_tx where kind = 'commission') as movements,
      (select sum(bonus_kop + leader_kop)::int from bonus_rows) as planned,
      (select sum(balance_kop)::int - 1000000 from accounts where type = 1 and owner_id is not null) as given`);
  expect(rows).toEqual([{ movements: 1, planned: expect.any(Number), given: rows[0]!['planned'] }]);
});

it('an order that is paid at 23:59:59.999 in Moscow belongs to that month, a millisecond later to the next', async () => {
  const product = await addProduct(shop, { ballsHalf: 60, stockQty: 100 });
  const paid = async (capturedAt: string) => {
    shop.clock.now = new Date('2026-11-30T12:00:00+03:00');
    await change(me!.tab, product, 1);
    const { body } = await place(me!.tab, await placingBody(me!.tab));
    await shop.db.transaction(async (tx) => {
      const order = (await lockOrder(tx, { id: body.exp_id }))!;
      await tx.execute(sql`update payments set status = 'succeeded', provider = 'sandbox', external_id = 'late-' || id, captured_kop = amount_kop, paid_at = now() where order_id = ${body.exp_id}`); // prettier-ignore
      const at = new Date(capturedAt);
      await orderPaid(tx, { orderId: body.exp_id, capturedAt: at, now: at, money: { code: order.paymentType, amountKop: order.dueKop }, actor: 'webhook:sandbox' }); // prettier-ignore
    });
    const { rows } = await shop.db.execute(sql`select period, half from points_events where order_id = ${body.exp_id}`);
    return rows;
  };
  expect(await paid('2026-11-30T23:59:59.999+03:00')).toEqual([{ period: 202611, half: 60 }]);
  expect(await paid('2026-12-01T00:00:00.000+03:00')).toEqual([{ period: 202612, half: 60 }]);
});

it('a circle of sponsors that somebody writes into the database', async () => {
  const circle = () => shop.db.execute(sql`update users set sponsor_id = ${below!.id} where id = ${me!.id}`);
  expect(await causeOf(circle())).toBe(`В структуре получился бы круг: ${below!.id} стоит ниже ${me!.id}`);
  expect(treeInWords(await checkTree(shop.db))).toEqual([]);
});

it('a ladder that is not monotone', () => {
  const [terms] = PLAN;
  const ladder = terms!.ladder.map((rung) => (rung.id === 5 ? { ...rung, fromHalf: 1200 } : rung));
  expect(() => checkedPlan([{ ...terms!, ladder }])).toThrow('порог должен расти');
});

it('and after all of it `npm run ledger-check` finds the whole database in order', async () => {
  const { rows } = await shop.db.execute<{ unbalanced: number; entries: number }>(sql`
    select count(*) filter (where sum <> 0)::int as unbalanced, sum(n)::int as entries
    from (select sum(amount_kop) as sum, count(*) as n from ledger_entries group by tx_id) t`);
  expect(rows[0]).toEqual({ unbalanced: 0, entries: expect.any(Number) });
  expect(rows[0]!.entries).toBeGreaterThan(8);
  const { code, text } = await runCommandLine(shop.url, ['server/ledger-check.ts']);
  expect([code, text]).toEqual([0, expect.stringContaining('Счета сходятся.')]);
});
