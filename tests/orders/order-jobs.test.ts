import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publishStock } from '#server/features/catalogue/catalogue.jobs.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { closeGuestLinks, writeOrderLetter } from '#server/features/orders/orders.jobs.ts';
import { openGates } from '#server/gates/gates.ts';
import { findLetters } from '#server/gates/mail/outbox.queries.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import { findSms } from '#server/gates/sms/sms-outbox.queries.ts';
import { openSmsRu } from '#server/gates/sms/sms-ru.ts';
import { addPerson, addProduct, call } from '#tests/cart/shop-people.ts';
import { buyerWith, place, placingBody } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const work = () => ({
  db: shop.db,
  jobs: shop.jobs,
  gates: openGates(shop.db, shop.env),
  env: shop.env,
  now: () => shop.clock.now,
  signal: new AbortController().signal,
});

describe('the letter of an order', () => {
  it('has everything a buyer must have in writing, with the guest’s link, once for all tries', async () => {
    const product = await addProduct(shop, { title: 'Омега-3 <b>', isBad: true, actualPrice: 99_050 });
    const browser = await buyerWith(shop, [[product, 2]]);
    const { body } = await place(browser, await placingBody(browser));
    await writeOrderLetter.handle(work(), { orderId: body.exp_id });
    await writeOrderLetter.handle(work(), { orderId: body.exp_id });
    const letters = (await findLetters(shop.db, 10)).filter(({ recipient }) => recipient === 'vera@mail.test');
    expect(letters).toHaveLength(1);
    const [letter] = letters;
    expect(letter?.text).toContain(`http://shop.test/order/${body.public_token}`);
    for (const words of ['Омега-3 <b> × 2', '1 981 ₽', 'Не является лекарственным средством', '7 дней', 'ОГРН'])
      expect(letter?.text).toContain(words.replaceAll(' ₽', '\u00a0₽').replace('1 981', '1\u00a0981'));
    expect(letter?.html).toContain('Омега-3 &lt;b&gt;');
    expect(letter?.html).not.toContain('<b>');
  });

  it('is an SMS with the link where there is no e-mail, and nothing for an order that was cancelled', async () => {
    const product = await addProduct(shop);
    const browser = await buyerWith(shop, [[product, 1]]);
    const recipient = { name: 'Вера', phone: '+79000000333' };
    const { body } = await place(browser, await placingBody(browser, { recipient }));
    await writeOrderLetter.handle(work(), { orderId: body.exp_id });
    const sent = await findSms(shop.db, 10);
    expect(sent.map(({ recipient: to, text }) => [to, text.includes(body.public_token)])).toEqual([['+79000000333', true]]); // prettier-ignore
    const other = await buyerWith(shop, [[product, 1]], { userId: await addPerson(shop) });
    const gone = await place(other, await placingBody(other, { recipient }));
    await call(other, 'POST', '/user/order/cancel', { exp_id: gone.body.exp_id });
    await writeOrderLetter.handle(work(), { orderId: gone.body.exp_id });
    expect(await findSms(shop.db, 10)).toHaveLength(1);
  });
});

describe('stock to the phones', () => {
  const revisions = async () =>
    (await shop.db.execute<{ count: number }>(sql`select count(*)::int as count from catalogue_revisions`)).rows[0]!.count; // prettier-ignore
  const notes = async () => (await shop.db.execute(sql`select product_id from stock_news`)).rows.length;

  it('placing publishes nothing; the job publishes what changed its bucket, and only then', async () => {
    const many = await addProduct(shop, { stockQty: 60 });
    const few = await addProduct(shop, { stockQty: 11 });
    await publishCatalogue(shop, shop.clock.now);
    await publishStock.handle(work(), {});
    const before = await revisions();
    const first = await buyerWith(shop, [[many, 3]], { userId: await addPerson(shop) });
    await place(first, await placingBody(first));
    expect(await notes()).toBe(0);
    const second = await buyerWith(shop, [[few, 3]], { userId: await addPerson(shop) });
    const { body } = await place(second, await placingBody(second));
    expect([await notes(), await revisions()]).toEqual([1, before]);
    await publishStock.handle(work(), {});
    expect([await notes(), await revisions()]).toEqual([0, before + 1]);
    await publishStock.handle(work(), {});
    expect(await revisions()).toBe(before + 1);
    await call(second, 'POST', '/user/order/cancel', { exp_id: body.exp_id });
    expect(await notes()).toBe(1);
  });
});

describe('SMS.ru', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  const answering = async (answer: (body: string) => { status?: number; text: string } | null, patienceMs = 10_000) => {
    server = createServer((request, reply) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const made = answer(body);
        if (made) reply.writeHead(made.status ?? 200, { 'content-type': 'application/json' }).end(made.text);
      });
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    return openSmsRu({ key: 'secret', base: `http://127.0.0.1:${port}`, patienceMs });
  };
  const sms = { to: '+79000000333', text: 'Заказ принят', messageId: '<a@b>' };
  const said = (code: number) => JSON.stringify({ status_code: 100, sms: { '79000000333': { status_code: code } } });
  const outcome = (gate: { send(one: typeof sms): Promise<void> }) =>
    gate.send(sms).then(
      () => 'taken',
      (error: unknown) => (error instanceof SmsError ? error.kind : 'unknown'),
    );

  it('takes, refuses for good, or is away: also by silence and garbage', async () => {
    let asked = '';
    const gate = await answering((body) => {
      asked = body;
      return { text: said(100) };
    });
    expect(await outcome(gate)).toBe('taken');
    expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({ api_id: 'secret', to: '79000000333', msg: 'Заказ принят', json: '1' }); // prettier-ignore
    server?.close();
    expect(await outcome(await answering(() => ({ text: said(202) })))).toBe('refused');
    for (const answer of [{ text: said(201) }, { text: '<html>' }, { text: 'null' }, { status: 500, text: '' }]) {
      server?.close();
      expect(await outcome(await answering(() => answer))).toBe('away');
    }
    server?.close();
    expect(await outcome(await answering(() => null, 200))).toBe('away');
  });
});

describe('the link of a guest', () => {
  const read = (browser: Awaited<ReturnType<typeof buyerWith>>, token: string) =>
    call(browser, 'GET', `/api/order/by-token/${token}`);
  const monthsLater = async (months: number, days: number) => {
    const before = shop.clock.now;
    shop.clock.now = new Date(before);
    shop.clock.now.setUTCMonth(before.getUTCMonth() + months);
    shop.clock.now.setUTCDate(shop.clock.now.getUTCDate() + days);
    await closeGuestLinks.handle(work(), {});
    shop.clock.now = before;
  };
  it('opens an ended order for nine months, one under way for as long as it takes', async () => {
    const product = await addProduct(shop);
    const [ended, open] = [await buyerWith(shop, [[product, 1]]), await buyerWith(shop, [[product, 1]])];
    const gone = (await place(ended, await placingBody(ended))).body;
    const live = (await place(open, await placingBody(open))).body;
    await call(ended, 'POST', '/user/order/cancel', { public_token: gone.public_token });
    await monthsLater(9, -1);
    expect((await read(ended, gone.public_token)).http).toBe(200);
    await monthsLater(9, 1);
    expect((await read(ended, gone.public_token)).http).toBe(404);
    expect((await read(open, live.public_token)).http).toBe(200);
  });
});
