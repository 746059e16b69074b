import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { markPaid, markRefunded, retryRefund, returnReviewed } from '#server/features/acquiring/by-hand.commands.ts';
import { confirm } from '#server/features/acquiring/confirm.commands.ts';
import { updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { beginRefund, cancelPayments } from '#server/features/payments/payments.commands.ts';
import { PaymentError } from '#server/gates/payments/port.ts';
import { watchPayments } from '#server/gates/payments/watch.ts';
import { openBank, type Bank } from '#tests/payments/bank.ts';
import { drain, recheck } from '#tests/payments/drain.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { addConsultant, addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { HEADERS, newKey } from '#tests/platform/calls.ts';

// Orders and a bank that keeps true books. Contents: 1 the link, 2 the word of the bank, 3 another way, 4 money back, 5 whose order

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

const LINK = '/user/order/get-payment-link';
const CHANGE = '/user/order/change-payment-method';
type Body = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
async function post(url: string, payload: object, key?: string) {
  const headers = { ...HEADERS, ...(key ? { 'idempotency-key': key } : {}) };
  const answer = await shop.app.inject({ method: 'POST', url, payload, headers });
  return { http: answer.statusCode, body: answer.json() as Body };
}
const linkOf = (token: string | null, key = newKey()) => post(LINK, { public_token: token }, key);
async function pending(more: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(shop, more);
  const { body } = await linkOf(order.token);
  const { payments } = await fateOf(shop, order.id);
  return {
    ...order,
    link: String(body.link),
    externalId: payments[0]?.externalId ?? '',
    paymentId: payments[0]?.id ?? 0,
  };
}
const hour = () => void (shop.clock.now = new Date(shop.clock.now.getTime() + 3_700_000));
const cancelled = (id: number) =>
  shop.db.transaction(async (tx) => {
    await lockOrder(tx, { id });
    await updateOrder(tx, id, { status: ORDER_STATUSES.cancelled });
    await cancelPayments(tx, id, shop.clock.now);
  });

describe('the link', () => {
  it('is the same while its attempt lives, and the bank is asked once', async () => {
    const { id, token, dueKop } = await addOrder(shop);
    const before = bank.accounts.size;
    const first = await linkOf(token);
    const again = await linkOf(token);
    expect(first).toMatchObject({
      http: 200,
      body: { status: 'success', provider: 'yookassa', is_test: false, qr: null },
    });
    expect(again.body).toEqual(first.body);
    expect(bank.accounts.size).toBe(before + 1);
    const { payments, order } = await fateOf(shop, id);
    expect(payments).toMatchObject([{ status: 'pending', attempt: 1, amountKop: dueKop, code: 1 }]);
    // The address that a browser was sent to says nothing: the order waits.
    expect([order.status, order.paidAt]).toEqual([1, null]);
  });
  it('for СБП is what its QR code holds', async () => {
    const { body } = await linkOf((await addOrder(shop, { paymentType: 5 })).token);
    expect(body.qr).toBe(body.link);
  });
  it('whose time is over is replaced by another attempt', async () => {
    const { id, token, link } = await pending();
    hour();
    const { body } = await linkOf(token);
    expect(body.link).not.toBe(link);
    expect((await fateOf(shop, id)).payments.map(({ status, attempt }) => [attempt, status])).toEqual([
      [2, 'pending'],
      [1, 'expired'],
    ]);
  });
  it('whose answer was lost is the one that the bank made: the same key finds it, and nobody is asked to pay twice', async () => {
    const { id, token } = await addOrder(shop);
    const key = newKey();
    bank.loses((asked) => (asked === 'create' ? 'after' : null));
    expect(await linkOf(token, key)).toMatchObject({ http: 409, body: { code: 'idempotency_in_flight' } });
    bank.loses(() => null);
    await drain(shop);
    const found = await linkOf(token, key);
    expect(found.http).toBe(200);
    const made = [...bank.accounts.values()].filter(({ externalId }) => String(found.body.link).endsWith(externalId));
    expect(made).toHaveLength(1);
    expect((await fateOf(shop, id)).payments).toHaveLength(1);
    expect((await linkOf(token)).body.link).toBe(found.body.link);
  });
  it('two tabs at once get one link', async () => {
    const { id, token } = await addOrder(shop);
    const [a, b] = await Promise.all([linkOf(token), linkOf(token)]);
    expect(a.body.link).toBe(b.body.link);
    expect((await fateOf(shop, id)).payments).toHaveLength(1);
  });
  it('is refused in words for what needs none, is paid, cancelled or has no provider', async () => {
    const transfer = await addOrder(shop, { paymentType: 3 });
    expect((await linkOf(transfer.token)).body).toMatchObject({
      status: 'error',
      code: 'method_not_online',
      message: 'Для этого способа оплаты ссылка не нужна',
    });
    const paid = await pending();
    bank.pay(paid.externalId);
    await confirm(shop.parts, paid.paymentId, 'poll');
    expect((await linkOf(paid.token)).body).toMatchObject({ code: 'order_paid', message: 'Заказ уже оплачен' });
    const gone = await addOrder(shop);
    await cancelled(gone.id);
    expect((await linkOf(gone.token)).body).toMatchObject({ code: 'order_cancelled' });
    const hidden = await addOrder(shop, { paymentType: 8 });
    expect((await linkOf(hidden.token)).body).toMatchObject({
      code: 'payment_unavailable',
      message: 'Извините, попробуйте позже.',
    });
  });
});

describe('the word of the bank', () => {
  it('a webhook is a reason to ask; the order is paid once however often it comes', async () => {
    const { id, externalId, paymentId, dueKop } = await pending();
    const tell = () => post('/pay/webhook/yookassa', { id: externalId, paymentId }).catch(() => undefined);
    const said = await shop.app.inject({ method: 'POST', url: '/pay/webhook/yookassa', payload: { id: externalId } });
    expect([said.statusCode, said.body]).toEqual([200, 'OK']);
    await drain(shop);
    // It said «told», and the bank says nothing of money.
    expect((await fateOf(shop, id)).order.paidAt).toBeNull();
    bank.pay(externalId);
    await Promise.all([tell(), tell(), tell()]);
    await drain(shop);
    await Promise.all([confirm(shop.parts, paymentId, 'poll'), confirm(shop.parts, paymentId, 'webhook')]);
    const { order, payments, sales, receipts } = await fateOf(shop, id);
    expect(order).toMatchObject({ status: 2, paidKop: dueKop, paidAt: new Date('2026-11-21T09:00:00Z') });
    expect(payments).toMatchObject([{ status: 'succeeded', capturedKop: dueKop, checkAt: null }]);
    expect(sales).toEqual([dueKop]);
    expect(receipts).toMatchObject([{ kind: 'prepayment', sumKop: dueKop, ref: `payment:${paymentId}` }]);
  });
  it('a webhook before the answer names our attempt, and the bank must say the same', async () => {
    const { id, token } = await addOrder(shop);
    bank.loses((asked) => (asked === 'create' ? 'after' : null));
    await linkOf(token);
    bank.loses(() => null);
    const [payment] = (await fateOf(shop, id)).payments;
    const made = [...bank.accounts.values()].find((one) => one.paymentId === payment?.id);
    bank.pay(made?.externalId ?? '');
    await post('/pay/webhook/yookassa', { id: made?.externalId, paymentId: payment?.id }).catch(() => undefined);
    await drain(shop);
    expect((await fateOf(shop, id)).order.status).toBe(2);
  });
  it('a message that names another’s attempt adopts nothing', async () => {
    const mine = await addOrder(shop);
    bank.loses((asked) => (asked === 'create' ? 'before' : null));
    await linkOf(mine.token);
    bank.loses(() => null);
    const other = await pending();
    const account = bank.accounts.get(other.externalId);
    // The number alone must be enough: not every bank tells the key.
    if (account) account.isKeyHidden = true;
    bank.pay(other.externalId);
    const [payment] = (await fateOf(shop, mine.id)).payments;
    await shop.db.execute(sql`update payments set external_id = null where id = ${other.paymentId}`);
    await shop.app.inject({
      method: 'POST',
      url: '/pay/webhook/yookassa',
      payload: { id: other.externalId, paymentId: payment?.id },
    });
    // Taken on trust for the question alone: the bank says whose it is.
    expect((await fateOf(shop, mine.id)).payments[0]?.externalId).toBe(other.externalId);
    expect(await confirm(shop.parts, payment?.id ?? 0, 'webhook')).toBe('foreign');
    expect((await fateOf(shop, mine.id)).order.paidAt).toBeNull();
    // The answer to our own call puts it right.
    await drain(shop);
    expect((await linkOf(mine.token)).body.link).not.toContain(other.externalId);
  });
  it('an attempt of another shop that is numbered like ours is not ours', async () => {
    const { id, externalId, paymentId } = await pending();
    bank.pay(externalId);
    const account = bank.accounts.get(externalId);
    const key = account?.key ?? '';
    if (account) account.key = newKey();
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('foreign');
    expect((await fateOf(shop, id)).order.paidAt).toBeNull();
    if (account) account.key = key;
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('paid');
  });
  it('money that is less than what the order costs by now is for a person to look at', async () => {
    const { id, externalId, paymentId, dueKop } = await pending();
    await shop.db.transaction((tx) => updateOrder(tx, id, { dueKop: dueKop + 1000, goodsKop: 148_000 }));
    bank.pay(externalId);
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('review');
    const { order, payments, sales } = await fateOf(shop, id);
    expect([order.paidAt, sales, payments[0]?.status]).toEqual([null, [], 'needs_review']);
  });
  it('another sum is for a person to look at: not paid, no further link, and it can be sent back', async () => {
    const { id, token, externalId, paymentId, dueKop } = await pending();
    bank.pay(externalId, dueKop - 1);
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('review');
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('nothing');
    const seen = await fateOf(shop, id);
    expect([seen.order.paidAt, seen.sales, seen.payments[0]?.status]).toEqual([null, [], 'needs_review']);
    expect((await linkOf(token)).body).toMatchObject({ code: 'payment_unavailable' });
    const numbers = await shop.app.inject({ url: '/metrics' });
    expect(numbers.body).toMatch(/rostok_payments_need_person\{kind="review"\} [1-9]/);
    expect((await post('/api/order/payment-status', { public_token: token })).body.payment).toMatchObject({
      state: 'review',
      paid: false,
      can_pay: false,
    });
    const by = { actor: 'desk:1', reason: 'Ошибка банка', now: shop.clock.now };
    await shop.db.transaction((tx) => returnReviewed(tx, { paymentId, orderId: id, jobs: shop.jobs, ...by }));
    await drain(shop);
    expect(bank.refundedOf(externalId)).toBe(dueKop - 1);
    expect((await fateOf(shop, id)).payments[0]?.status).toBe('refunded');
    expect((await linkOf(token)).body.status).toBe('success');
  });
  it('money for a cancelled order goes back whole', async () => {
    const { id, externalId, paymentId, dueKop } = await pending();
    await cancelled(id);
    bank.pay(externalId);
    expect(await confirm(shop.parts, paymentId, 'webhook')).toBe('given_back');
    expect(await confirm(shop.parts, paymentId, 'poll')).toBe('nothing');
    await drain(shop);
    const { order, payments, refunds, receipts } = await fateOf(shop, id);
    expect([order.status, order.paidAt, payments[0]?.status]).toEqual([7, null, 'refunded']);
    expect(refunds).toMatchObject([
      { amountKop: dueKop, state: 'succeeded', reason: 'order_cancelled', target: 'source' },
    ]);
    expect(receipts.map(({ kind, sumKop }) => [kind, sumKop])).toEqual([
      ['prepayment', dueKop],
      ['refund', dueKop],
    ]);
    expect(bank.refundedOf(externalId)).toBe(dueKop);
  });
  it('of two attempts paid at once one pays the order and the other goes back', async () => {
    const first = await pending();
    hour();
    await linkOf(first.token);
    const [second] = (await fateOf(shop, first.id)).payments;
    bank.pay(first.externalId);
    bank.pay(second?.externalId ?? '');
    await Promise.all([
      confirm(shop.parts, first.paymentId, 'webhook'),
      confirm(shop.parts, second?.id ?? 0, 'webhook'),
    ]);
    await drain(shop);
    const { order, payments, refunds, sales } = await fateOf(shop, first.id);
    expect(order.status).toBe(2);
    expect(sales).toEqual([first.dueKop]);
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['refunded', 'succeeded']);
    expect(refunds).toMatchObject([{ amountKop: first.dueKop, state: 'succeeded', reason: 'order_paid' }]);
  });
  it('an old attempt that is paid after all pays the order; the newer one is given up and its bank is told', async () => {
    const first = await pending();
    hour();
    await linkOf(first.token);
    bank.pay(first.externalId);
    expect(await confirm(shop.parts, first.paymentId, 'poll')).toBe('paid');
    const [second] = (await fateOf(shop, first.id)).payments;
    expect(second).toMatchObject({ status: 'canceled', reason: 'order_paid', cancelAt: expect.any(Date) });
    await recheck(shop);
    expect((await fateOf(shop, first.id)).payments[0]?.cancelAt).toBeNull();
  });
  it('a declined attempt that is paid after all pays the order, though no message tells of it', async () => {
    const { id, externalId, paymentId, dueKop } = await pending();
    bank.decline(externalId);
    await post('/pay/webhook/yookassa', { id: externalId, paymentId }).catch(() => undefined);
    await drain(shop);
    expect((await fateOf(shop, id)).payments).toMatchObject([{ status: 'canceled', checks: 0 }]);
    bank.pay(externalId);
    shop.clock.now = new Date(shop.clock.now.getTime() + 31_000);
    await recheck(shop);
    const { order, payments, sales } = await fateOf(shop, id);
    expect([order.status, order.paidKop, sales]).toEqual([2, dueKop, [dueKop]]);
    expect(payments).toMatchObject([{ status: 'succeeded', capturedKop: dueKop, checkAt: null }]);
    await confirm(shop.parts, paymentId, 'webhook');
    expect((await fateOf(shop, id)).payments).toMatchObject([{ status: 'succeeded', checkAt: null }]);
  });
  it('a declined attempt that was replaced and is paid after the newer one gives its money back', async () => {
    const first = await pending();
    bank.decline(first.externalId);
    expect(await confirm(shop.parts, first.paymentId, 'webhook')).toBe('ended');
    await linkOf(first.token);
    const [second] = (await fateOf(shop, first.id)).payments;
    bank.pay(second?.externalId ?? '');
    expect(await confirm(shop.parts, second?.id ?? 0, 'webhook')).toBe('paid');
    bank.pay(first.externalId);
    shop.clock.now = new Date(shop.clock.now.getTime() + 31_000);
    await recheck(shop);
    await drain(shop);
    expect(bank.refundedOf(first.externalId)).toBe(first.dueKop);
    const { order, payments } = await fateOf(shop, first.id);
    expect(order.paidKop).toBe(first.dueKop);
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'refunded']);
  });
  it('a declined attempt is read for a day after its time, and no longer', async () => {
    const { id, externalId, paymentId } = await pending();
    bank.decline(externalId);
    await confirm(shop.parts, paymentId, 'webhook');
    const lookAfter = async (ms: number) => {
      shop.clock.now = new Date(shop.clock.now.getTime() + ms);
      await recheck(shop);
      return (await fateOf(shop, id)).payments[0]?.checkAt?.getTime();
    };
    expect(await lookAfter(86_400_000)).toBeGreaterThan(shop.clock.now.getTime());
    expect(await lookAfter(3_700_000)).toBeUndefined();
  });
  it('money of an order that was lessened meanwhile: what is due pays it, the rest goes back', async () => {
    const { id, externalId, paymentId, dueKop } = await pending();
    await shop.db.transaction((tx) => updateOrder(tx, id, { dueKop: dueKop - 49_000, goodsKop: 98_000 }));
    bank.pay(externalId);
    await confirm(shop.parts, paymentId, 'webhook');
    await drain(shop);
    const { order, refunds, sales } = await fateOf(shop, id);
    expect([order.paidKop, sales]).toEqual([dueKop - 49_000, [dueKop - 49_000]]);
    expect(refunds).toMatchObject([{ amountKop: 49_000, reason: 'order_lessened', state: 'succeeded' }]);
  });
  it('a bank that is away leaves everything as it is, and the next look comes later', async () => {
    const { id, externalId, paymentId } = await pending();
    bank.pay(externalId);
    bank.loses((asked) => (asked === 'read' ? 'before' : null));
    await expect(confirm(shop.parts, paymentId, 'webhook')).rejects.toBeInstanceOf(PaymentError);
    const [before] = (await fateOf(shop, id)).payments;
    hour();
    await recheck(shop);
    const [after] = (await fateOf(shop, id)).payments;
    expect(after?.checks).toBe((before?.checks ?? 0) + 1);
    expect(after?.checkAt?.getTime()).toBeGreaterThan(shop.clock.now.getTime());
    bank.loses(() => null);
    hour();
    await recheck(shop);
    expect((await fateOf(shop, id)).order.status).toBe(2);
  });
  it('a waiting screen has the bank asked at most once in five seconds', async () => {
    const { id, token, externalId } = await pending();
    const ask = () => post('/api/order/payment-status', { public_token: token });
    expect((await ask()).body).toMatchObject({
      exp_id: id,
      payment: { state: 'waiting', paid: false, expires_at: expect.any(String) },
    });
    await Promise.all([ask(), ask(), ask()]);
    const { rows } = await shop.db.execute<{ n: number }>(sql`
      select count(*)::int as n from pgboss.job j join payments p on p.id = (j.data ->> 'paymentId')::int
      where j.name = 'acquiring.confirm' and p.order_id = ${id}`);
    expect(rows[0]?.n).toBe(1);
    bank.pay(externalId);
    await drain(shop);
    expect((await ask()).body.payment).toMatchObject({ state: 'paid', paid: true, can_pay: false });
  });
});

it('an operator sees that a provider is away, and a refusal of one payment is no such thing', async () => {
  const watched = watchPayments(shop.db, bank.provider);
  const health = async () =>
    (
      await shop.db.execute<{ stopped: boolean; cause: string | null }>(sql`
        select failed_at > coalesce(worked_at, '-infinity') as stopped, cause from gate_health where gate = 'yookassa'`)
    ).rows[0];
  const { externalId, paymentId, id } = await pending();
  const read = (name: string) =>
    watched.read({ paymentId, orderId: id, externalId: name }, AbortSignal.timeout(20_000));
  bank.loses(() => 'before');
  await expect(read(externalId)).rejects.toMatchObject({ kind: 'away' });
  expect(await health()).toEqual({ stopped: true, cause: 'ECONNREFUSED' });
  bank.loses(() => null);
  await expect(read('unknown')).rejects.toMatchObject({ kind: 'refused' });
  expect((await health())?.stopped).toBe(false);
});

describe('another way of paying', () => {
  it('gives the old attempt up and brings a link of the new one', async () => {
    const { id, token, externalId } = await pending();
    const { body } = await post(CHANGE, { public_token: token, payment_type: 5 }, newKey());
    expect(body).toMatchObject({
      status: 'success',
      exp_id: id,
      payment: { type: 5, name: 'СБП (QR-код)', state: 'waiting' },
      link: expect.any(String),
    });
    const { order, payments } = await fateOf(shop, id);
    expect(order.paymentType).toBe(5);
    expect(payments.map(({ code, status }) => [code, status])).toEqual([
      [5, 'pending'],
      [1, 'canceled'],
    ]);
    expect(String(body.link)).not.toContain(externalId);
  });
  it('by transfer has no link and waits for the desk', async () => {
    const card = await openPayingShop();
    const { id, token, dueKop } = await addOrder(card);
    const headers = { ...HEADERS, 'idempotency-key': newKey() };
    const changed = await card.app.inject({
      method: 'POST',
      url: CHANGE,
      payload: { public_token: token, payment_type: 3 },
      headers,
    });
    expect(changed.json()).toMatchObject({
      status: 'success',
      link: null,
      payment: { type: 3, state: 'waiting', can_pay: false },
    });
    const pay = (amountKop: number) =>
      card.db.transaction((tx) =>
        markPaid(tx, {
          orderId: id,
          amountKop,
          paidAt: card.clock.now,
          jobs: card.jobs,
          actor: 'desk:1',
          reason: 'Выписка 14',
          now: card.clock.now,
        }),
      );
    await expect(pay(dueKop - 1)).rejects.toMatchObject({ code: 'validation' });
    await pay(dueKop);
    await expect(pay(dueKop)).rejects.toMatchObject({ code: 'order_paid' });
    const { order, payments, sales, receipts } = await fateOf(card, id);
    expect([order.status, sales, receipts.length]).toEqual([2, [dueKop], 1]);
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'canceled']);
    await card.close();
  });
  it('from the account pays at once what it covers whole, and refuses in words what it does not', async () => {
    const userId = await addConsultant(asTestShop(shop));
    const browser = await browserOf(asTestShop(shop), { userId });
    const order = await addOrder(shop, { userId });
    const change = () => call(browser, 'POST', CHANGE, { exp_id: order.id, payment_type: 2 });
    expect((await change()).body).toMatchObject({ status: 'error', code: 'insufficient_funds' });
    expect((await fateOf(shop, order.id)).order).toMatchObject({ paymentType: 1, status: 1 });
    await shop.db.transaction((tx) => deposit(tx, userId, order.dueKop));
    expect((await change()).body).toMatchObject({
      status: 'success',
      link: null,
      payment: { type: 2, state: 'paid', paid: true },
    });
    const { order: paid, payments, sales } = await fateOf(shop, order.id);
    expect([paid.status, paid.paymentType, sales]).toEqual([2, 2, [order.dueKop]]);
    expect(payments.map(({ status, provider }) => [status, provider])).toEqual([
      ['succeeded', 'ledger'],
      ['canceled', null],
    ]);
  });
  it('that is not theirs, not served or no code at all is refused, and nothing changes', async () => {
    const { id, token } = await addOrder(shop);
    for (const payment_type of [2, 8, 0, 4, 99, -1])
      expect((await post(CHANGE, { public_token: token, payment_type }, newKey())).body).toMatchObject({
        code: 'payment_unavailable',
      });
    expect((await fateOf(shop, id)).payments).toMatchObject([{ status: 'created', code: 1 }]);
    const paid = await pending();
    bank.pay(paid.externalId);
    await confirm(shop.parts, paid.paymentId, 'poll');
    expect((await post(CHANGE, { public_token: paid.token, payment_type: 5 }, newKey())).body).toMatchObject({
      code: 'order_paid',
    });
  });
  it('whose bank says nothing leaves the way chosen and the order payable', async () => {
    const { id, token } = await addOrder(shop);
    bank.loses((asked) => (asked === 'create' ? 'before' : null));
    expect((await post(CHANGE, { public_token: token, payment_type: 5 }, newKey())).http).toBe(409);
    bank.loses(() => null);
    expect((await linkOf(token)).body).toMatchObject({ status: 'success', qr: expect.any(String) });
    await drain(shop);
    expect((await fateOf(shop, id)).payments.filter(({ status }) => status === 'pending')).toHaveLength(1);
  });
});

describe('money back', () => {
  async function paid() {
    const order = await pending();
    bank.pay(order.externalId);
    await confirm(shop.parts, order.paymentId, 'webhook');
    const { receipts } = await fateOf(shop, order.id);
    return { ...order, items: receipts[0]?.items ?? [] };
  }
  const begin = (
    order: { id: number },
    items: Awaited<ReturnType<typeof paid>>['items'],
    key: string,
    to: 'source' | 'ls' = 'source',
  ) =>
    shop.db.transaction((tx) =>
      beginRefund(tx, {
        key,
        orderId: order.id,
        items,
        to,
        actor: 'desk:1',
        reason: 'Возврат',
        jobs: shop.jobs,
        now: shop.clock.now,
      }),
    );
  it('is begun once under its key, and a lost answer does not give it twice', async () => {
    const order = await paid();
    const ids = await begin(order, order.items, `cancel:${order.id}`);
    expect(await begin(order, order.items, `cancel:${order.id}`)).toEqual(ids);
    bank.loses((asked) => (asked === 'refund' ? 'after' : null));
    await drain(shop);
    expect((await fateOf(shop, order.id)).refunds).toMatchObject([{ state: 'created' }]);
    bank.loses(() => null);
    await drain(shop);
    await drain(shop);
    expect(bank.refundedOf(order.externalId)).toBe(order.dueKop);
    expect((await fateOf(shop, order.id)).payments[0]?.status).toBe('refunded');
  });
  it('never exceeds what was taken, also when two begin at once', async () => {
    const order = await paid();
    const both = await Promise.allSettled([begin(order, order.items, 'a'), begin(order, order.items, 'b')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await drain(shop);
    expect(bank.refundedOf(order.externalId)).toBe(order.dueKop);
  });
  it('by line leaves the rest of the payment standing', async () => {
    const order = await paid();
    const [cream] = order.items;
    const one = cream ? [{ ...cream, quantity: 1, sumKop: cream.priceKop }] : [];
    await begin(order, one, 'line');
    await drain(shop);
    const { payments, receipts } = await fateOf(shop, order.id);
    expect(payments[0]).toMatchObject({ status: 'succeeded', refundedKop: 49_000 });
    expect(receipts.at(-1)).toMatchObject({ kind: 'refund', sumKop: 49_000 });
  });
  it('never takes money that a person is still to look at', async () => {
    const order = await paid();
    await shop.db.execute(sql`
      insert into payments (order_id, attempt, code, provider, status, amount_kop, captured_kop, external_id, expires_at, paid_at)
      values (${order.id}, 9, 1, 'yookassa', 'needs_review', 100, 50, ${`odd-${order.id}`}, now(), now())`);
    await begin(order, order.items, 'odd');
    const { refunds } = await fateOf(shop, order.id);
    expect(refunds).toMatchObject([{ paymentId: order.paymentId, amountKop: order.dueKop }]);
  });
  it('that ЛС had paid goes there whatever is said, and no bank is asked', async () => {
    const userId = await addConsultant(asTestShop(shop));
    const order = await addOrder(shop, { userId });
    await shop.db.transaction((tx) => deposit(tx, userId, order.dueKop));
    const browser = await browserOf(asTestShop(shop), { userId });
    await call(browser, 'POST', CHANGE, { exp_id: order.id, payment_type: 2 });
    await begin(
      order,
      [{ ...(await paid()).items[0]!, quantity: 1, priceKop: 500, sumKop: 500 }],
      `account:${order.id}`,
    );
    const { refunds } = await fateOf(shop, order.id);
    expect(refunds).toMatchObject([{ target: 'ls', state: 'succeeded', amountKop: 500 }]);
  });
  it('whose job is gone is found within the hour', async () => {
    const order = await paid();
    await begin(order, order.items, 'forgotten');
    await shop.db.execute(sql`delete from pgboss.job where name = 'payments.refund'`);
    await recheck(shop, 'acquiring.recheck-refunds');
    expect(bank.refundedOf(order.externalId)).toBe(0);
    hour();
    bank.loses((asked) => (asked === 'refund' ? 'before' : null));
    await recheck(shop, 'acquiring.recheck-refunds');
    bank.loses(() => null);
    await recheck(shop, 'acquiring.recheck-refunds');
    expect(bank.refundedOf(order.externalId)).toBe(order.dueKop);
  });
  it('onto ЛС asks no bank and is over at once', async () => {
    const order = await paid();
    await begin(order, order.items, 'ls', 'ls');
    const { refunds, payments } = await fateOf(shop, order.id);
    expect([refunds[0]?.state, payments[0]?.status]).toEqual(['succeeded', 'refunded']);
    expect(bank.refundedOf(order.externalId)).toBe(0);
  });
  it('that a bank refuses sets its sum free and waits for a person; of a transfer it is made by hand', async () => {
    const order = await paid();
    await begin(order, order.items, 'x');
    const account = bank.accounts.get(order.externalId);
    if (account) account.takenKop = 0;
    await drain(shop);
    const failed = await fateOf(shop, order.id);
    expect(failed.refunds).toMatchObject([{ state: 'failed', cause: 'refused: more than was paid' }]);
    expect(failed.payments[0]?.refundedKop).toBe(0);
    // A person has cleared it up with the bank: the same refund goes again, its sum set aside anew.
    if (account) account.takenKop = order.dueKop;
    const desk = { actor: 'desk:1', reason: 'Банк поправил', now: shop.clock.now };
    const [{ id: failedId } = { id: 0 }] = failed.refunds;
    await shop.db.transaction((tx) =>
      retryRefund(tx, { refundId: failedId, orderId: order.id, jobs: shop.jobs, ...desk }),
    );
    expect((await fateOf(shop, order.id)).payments[0]?.refundedKop).toBe(order.dueKop);
    await drain(shop);
    expect(bank.refundedOf(order.externalId)).toBe(order.dueKop);
    await expect(
      shop.db.transaction((tx) => retryRefund(tx, { refundId: failedId, orderId: order.id, jobs: shop.jobs, ...desk })),
    ).rejects.toMatchObject({ code: 'not_found' });

    const transfer = await addOrder(shop, { paymentType: 3 });
    const by = { actor: 'desk:1', reason: 'Выписка 15', jobs: shop.jobs, now: shop.clock.now };
    await shop.db.transaction((tx) =>
      markPaid(tx, { orderId: transfer.id, amountKop: transfer.dueKop, paidAt: shop.clock.now, ...by }),
    );
    const { receipts } = await fateOf(shop, transfer.id);
    const [refundId = 0] = await begin(transfer, receipts[0]?.items ?? [], 'hand');
    await drain(shop);
    expect((await fateOf(shop, transfer.id)).refunds).toMatchObject([{ state: 'failed', cause: 'by_hand' }]);
    await expect(
      shop.db.transaction((tx) => markRefunded(tx, { refundId, orderId: order.id, ...by })),
    ).rejects.toMatchObject({ code: 'not_found' });
    await shop.db.transaction((tx) => retryRefund(tx, { refundId, orderId: transfer.id, ...by }));
    await drain(shop);
    await shop.db.transaction((tx) => markRefunded(tx, { refundId, orderId: transfer.id, ...by }));
    const done = await fateOf(shop, transfer.id);
    expect([done.refunds[0]?.state, done.payments[0]?.status]).toEqual(['succeeded', 'refunded']);
    expect(done.receipts.map(({ kind }) => kind)).toEqual(['prepayment', 'refund']);
  });
});

describe('whose order', () => {
  it('another person’s order, a foreign token and none at all are refused alike for each call', async () => {
    const owner = await addPerson(asTestShop(shop));
    const { id } = await addOrder(shop, { userId: owner });
    const stranger = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    const guest = await browserOf(asTestShop(shop));
    for (const url of [LINK, CHANGE, '/api/order/payment-status']) {
      const more = { payment_type: 5 };
      expect((await call(stranger, 'POST', url, { exp_id: id, ...more })).body).toMatchObject({
        status: 'error',
        code: 'not_found',
      });
      expect((await call(guest, 'POST', url, { exp_id: id, ...more })).body).toMatchObject({ code: 'auth_required' });
      expect((await call(guest, 'POST', url, { public_token: 'A'.repeat(22), ...more })).body).toMatchObject({
        code: 'not_found',
      });
      expect((await call(guest, 'POST', url, { public_token: '../../etc', ...more })).body).toMatchObject({
        code: 'validation',
      });
      expect((await call(guest, 'POST', url, { ...more })).body).toMatchObject({ code: 'validation' });
      expect((await call(stranger, 'POST', url, { exp_id: 2_000_000_000_000, ...more })).http).toBeLessThan(500);
    }
    expect((await fateOf(shop, id)).payments).toMatchObject([{ status: 'created' }]);
  });
});

async function deposit(
  tx: Parameters<Parameters<PayingShop['db']['transaction']>[0]>[0],
  ownerId: number,
  amountKop: number,
) {
  await postLedger(tx, {
    key: `test:${ownerId}`,
    kind: 'opening',
    ref: { type: 'person', id: ownerId },
    actor: 'seed',
    reason: 'Начальный остаток',
    at: shop.clock.now,
    entries: [
      { account: { house: 'opening' }, amountKop: -amountKop },
      { account: { ownerId, type: 0 }, amountKop },
    ],
  });
}
