import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOrder } from '#server/features/order-changes/cancel.commands.ts';
import { markPaid, markRefunded } from '#server/features/acquiring/by-hand.commands.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { newsMessageId, newsOfOrder } from '#server/features/orders/order-news.rules.ts';
import { writeOrderNews } from '#server/features/orders/orders.jobs.ts';
import { findRefundsOf } from '#server/features/payments/payments.queries.ts';
import { addConsultant, addProduct, call } from '#tests/cart/shop-people.ts';
import { buyerWith, place, placingBody, putOnAccount } from '#tests/orders/order-people.ts';
import { drain } from '#tests/payments/drain.ts';
import { addOrder, asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';

// What a buyer is written after the order was placed (docs/product/orders.md#mail-and-sms): each event once, by e-mail or else by SMS.
let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

/** Runs what waits for this order, each job twice, as a queue may; what then lies in the outboxes, the oldest first. */
async function told(orderId: number): Promise<{ to: string; subject: string | null; text: string }[]> {
  const { rows } = await shop.db.execute<{ data: Parameters<typeof writeOrderNews.handle>[1] }>(
    sql`select data from pgboss.job where name = ${writeOrderNews.name} and (data->>'orderId')::int = ${orderId} order by created_on`,
  );
  const work = { ...shop.parts, env: shop.env, signal: AbortSignal.timeout(60_000) };
  for (const { data } of [...rows, ...rows]) await writeOrderNews.handle(work, data);
  const like = `<order.${orderId}.%`;
  const sent = await shop.db.execute<{ to: string; subject: string | null; text: string }>(sql`
    select recipient as to, subject, text from mail_outbox where message_id like ${like}
    union all select recipient, null, text from sms_outbox where message_id like ${like} order by 2, 3`);
  return sent.rows;
}
const rub = (text: string) => text.replaceAll('\u00a0', ' ');
const desk = { actor: 'desk:1', reason: 'Выписка 14' };

describe('a guest’s order by transfer', () => {
  it('paid, cancelled, its money sent back: three letters with the link, each once', async () => {
    const { id, dueKop, token } = await addOrder(shop, { paymentType: 3, recipientEmail: 'vera@mail.test' });
    const { jobs, clock } = shop;
    await shop.db.transaction((tx) =>
      markPaid(tx, { orderId: id, amountKop: dueKop, paidAt: clock.now, jobs, ...desk, now: clock.now }),
    );
    await shop.db.transaction(async (tx) => {
      const order = (await lockOrder(tx, { id }))!; // It was placed above.
      const how = { to: 'source', holds: 'released', reason: 'Передумали' } as const;
      await endOrder(tx, { order, actor: 'buyer', ...how, jobs, now: clock.now });
    });
    expect((await told(id)).map(({ subject }) => rub(subject ?? ''))).toEqual([
      `Заказ № ${new Intl.NumberFormat('ru-RU').format(id).replaceAll('\u00a0', ' ')} оплачен`,
      `Заказ № ${new Intl.NumberFormat('ru-RU').format(id).replaceAll('\u00a0', ' ')} отменён`,
    ].toSorted()); // prettier-ignore

    // Money of a transfer waits for a person; nobody is told that it is back before it is.
    await drain(shop);
    const [refund] = await findRefundsOf(shop.db, id);
    await shop.db.transaction((tx) =>
      markRefunded(tx, { refundId: refund!.id, orderId: id, jobs, ...desk, now: clock.now }),
    );
    const letters = await told(id);
    expect(letters).toHaveLength(3);
    expect(letters.every(({ to, text }) => to === 'vera@mail.test' && text.includes(`/order/${token}`))).toBe(true);
    const all = rub(letters.map(({ text }) => text).join('\n'));
    for (const words of [
      'Получили 1 690 ₽',
      'Причина: Передумали',
      '1 690 ₽ вернём тем же способом',
      'Вернули 1 690 ₽',
    ])
      expect(all).toContain(words);
  });

  it('is told by SMS where there is no e-mail', async () => {
    const { id, dueKop } = await addOrder(shop, {
      paymentType: 3,
      recipientEmail: null,
      recipientPhone: '+79000000444',
    });
    const { jobs, clock } = shop;
    await shop.db.transaction((tx) =>
      markPaid(tx, { orderId: id, amountKop: dueKop, paidAt: clock.now, jobs, ...desk, now: clock.now }),
    );
    const [sms, ...more] = await told(id);
    expect(more).toEqual([]);
    expect(sms).toMatchObject({ to: '+79000000444', subject: null });
    expect(rub(sms!.text)).toMatch(/^Заказ № [\d ]+ оплачен: http:\/\/shop\.test\/order\//);
  });
});

describe('an order from the accounts', () => {
  it('paid by ЛС after the card was left, lessened, cancelled: what is on the accounts again is named', async () => {
    const test = asTestShop(shop);
    const product = await addProduct(test, { actualConsPrice: 50_000 });
    const userId = await addConsultant(test);
    await putOnAccount(test, userId, 0, 1_000_000);
    const browser = await buyerWith(test, [[product, 3]], { userId });
    const recipient = { name: 'Вера', phone: '+79000000211', email: 'konsultant@mail.test' };
    const { body: placed } = await place(browser, await placingBody(browser, { recipient }));
    const id = placed.exp_id as number;
    const paid = await call(browser, 'POST', '/user/order/change-payment-method', { exp_id: id, payment_type: 2 });
    expect(paid.body.status).toBe('success');
    const { body } = await call(browser, 'GET', `/api/order/${id}`);
    const change = {
      exp_id: id,
      version: body.order.version,
      lines: [{ line_id: body.order.items[0].line_id, quantity: 1 }],
    };
    const { body: shown } = await call(browser, 'POST', '/api/order/preview-change', change);
    const lessened = await call(browser, 'POST', '/api/order/change', {
      ...change,
      expected_due: shown.change.due.to,
    });
    expect(lessened.body.status).toBe('success');
    await call(browser, 'POST', '/user/order/cancel', { exp_id: id });
    const letters = await told(id);
    expect(letters).toHaveLength(3);
    const of = (word: string) => rub(letters.find(({ subject }) => subject?.endsWith(word))?.text ?? '');
    expect(of('изменён')).toContain('1 000 ₽ уже на ваших счетах');
    expect(of('отменён')).toContain('500 ₽ уже на ваших счетах');
    expect(of('оплачен')).toContain('Получили 1 500 ₽');
  });

  it('paid as it is placed: the letter of the order says so, and there is no second one', async () => {
    const test = asTestShop(shop);
    const product = await addProduct(test, { actualConsPrice: 50_000 });
    const userId = await addConsultant(test);
    await putOnAccount(test, userId, 0, 1_000_000);
    const browser = await buyerWith(test, [[product, 1]], { userId });
    const { body } = await place(browser, await placingBody(browser, { payment_type: 2 }));
    expect(body.paid).toBe(true);
    expect(await told(body.exp_id as number)).toEqual([]);
  });
});

describe('the words', () => {
  const order = {
    id: 30_377,
    url: 'https://shop.test/order/x',
    paidKop: 0,
    reason: '<Брак>',
    deliverTo: 'СДЭК, Казань',
  };

  it('nothing to give back is not mentioned, and what a person typed is no HTML', () => {
    const { text, html, sms } = newsOfOrder(order, { what: 'cancelled', sourceKop: 0, accountsKop: 0 });
    expect(text).toContain('Причина: <Брак>.');
    expect(html).toContain('Причина: &lt;Брак&gt;.');
    expect(text).not.toContain('вернём');
    expect(rub(sms)).toBe('Заказ № 30 377 отменён: https://shop.test/order/x');
  });

  it('a return says what comes back, also in the SMS', () => {
    const { text, sms } = newsOfOrder(order, { what: 'returned', sourceKop: 12_345, accountsKop: 5_000 });
    expect(rub(text)).toMatch(/123,45 ₽ вернём.*50 ₽ уже на ваших счетах/s);
    expect(rub(sms)).toContain('Вернём 123,45 ₽');
  });

  it('two refunds of one order have letters of their own', () => {
    const names = [1, 2].map((ref) =>
      newsMessageId(7, 'https://shop.test', { what: 'refund_done', ref, sourceKop: 1 }),
    );
    expect(names).toEqual(['<order.7.refund_done.1@shop.test>', '<order.7.refund_done.2@shop.test>']);
  });
});
