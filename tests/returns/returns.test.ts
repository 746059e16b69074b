import { sql } from 'drizzle-orm';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PHOTO_WORDS } from '#contract/photos.ts';
import { dropLoosePhotos } from '#server/features/returning/returning.jobs.ts';
import { addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { type Desk, journalOf, openDesk } from '#tests/desk/desk-people.ts';
import { accountsOf } from '#tests/orders/order-people.ts';
import { openBank } from '#tests/payments/bank.ts';
import { asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { act, ask, askedReturn, line, receivedOrder } from '#tests/returns/return-people.ts';

// docs/product/returns.md. Contents: 1 asking, 2 photographs, 3 the answer, 4 goods and money, 5 two at once, 6 the counter

let shop: PayingShop;
let desk: Desk;
beforeAll(async () => {
  shop = await openPayingShop(openBank().gate);
  desk = await openDesk(shop);
});
beforeEach(() => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
});
afterAll(() => shop.close());

const later = (days: number) => {
  const before = shop.clock.now;
  shop.clock.now = new Date(before.getTime() + days * 86_400_000);
  return () => void (shop.clock.now = before);
};
const stock = async (orderId: number): Promise<number> => {
  const { rows } = await shop.db.execute<{ stock: number }>(
    sql`select p.stock_qty as stock from products p join order_lines l on l.product_id = p.id where l.order_id = ${orderId}`,
  );
  return rows[0]!.stock;
};
const news = async (orderId: number): Promise<string[]> => {
  const { rows } = await shop.db.execute<{ what: string }>(sql`
    select data->'happened'->>'what' as what from pgboss.job where name = 'orders.write-news' and (data->>'orderId')::int = ${orderId}
      and data->'happened'->>'what' like 'return%' order by created_on, data->'happened'->>'what'`);
  return rows.map(({ what }) => what);
};

// ── 1 Asking ────────────────────────────────────────────────────────────────────────────────────
describe('a buyer asks', () => {
  it('a guest by the link: the return stands on the order, and its pieces are spoken for', async () => {
    const order = await receivedOrder(shop);
    const options = await ask(order, 'return-options', {});
    expect(options.body.options).toMatchObject([{ line_id: order.lineId, pieces: 3, limited: false }]);
    const { body } = await ask(order, 'return', line(order, 2));
    expect(body.order).toMatchObject({
      can_return: true,
      returns: [
        { code: `R${order.id}-1`, state: 'asked', can_withdraw: true, lines: [{ pieces: 2, reason: 'defect' }] },
      ],
    });
    const again = await ask(order, 'return-options', {});
    expect(again.body.options[0].pieces).toBe(1);
    const more = await ask(order, 'return', line(order, 2));
    expect(more.body.errors[`line_${order.lineId}`]).toEqual(['Столько вернуть нельзя: часть уже в другом возврате']);
    expect(await news(order.id)).toEqual(['return_asked']);
  });
  it.each([
    ['no line', { lines: [] }, 'lines'],
    ['no words for a defect', { words: '' }, 'words'],
  ])('%s: refused at the field', async (_name, more, field) => {
    const order = await receivedOrder(shop);
    const { body } = await ask(order, 'return', { ...line(order), ...more });
    expect([body.code, Object.keys(body.errors)]).toEqual(['validation', [field]]);
  });
  it('a sound supplement: only unopened, and only for seven days', async () => {
    const order = await receivedOrder(shop);
    await shop.db.execute(sql`update order_lines set is_bad = true where order_id = ${order.id}`);
    const of = (unopened: boolean) => ask(order, 'return', line(order, 1, { reason: 'unwanted', unopened }));
    expect((await of(false)).body.message).toContain('не вскрыта');
    const back = later(9);
    expect((await of(true)).body.message).toContain('больше 7 дней');
    expect((await ask(order, 'return', line(order))).body.order.returns).toHaveLength(1);
    back();
    expect((await of(true)).body.order.returns).toHaveLength(2);
  });
  it('an order that was not received, and one of somebody else', async () => {
    const order = await receivedOrder(shop, { userId: await addPerson(asTestShop(shop)) });
    const stranger = {
      ...order,
      buyer: await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) }),
    };
    for (const path of ['return-options', 'return', 'return-withdraw']) {
      const body = path === 'return' ? line(order) : path === 'return-withdraw' ? { return_id: 1 } : {};
      expect((await ask(stranger, path, body)).body).toMatchObject({ code: 'not_found', message: 'Такого заказа нет' });
    }
    await shop.db.execute(sql`update orders set status = 4 where id = ${order.id}`);
    expect((await ask(order, 'return', line(order))).body.code).toBe('order_closed');
  });
  it('withdraws until the goods are with the shop, twice without harm', async () => {
    const order = await receivedOrder(shop);
    const { id } = await askedReturn(order, 3);
    const done = await ask(order, 'return-withdraw', { return_id: id });
    expect(done.body.order).toMatchObject({ can_return: true, returns: [{ state: 'withdrawn', can_withdraw: false }] });
    expect((await ask(order, 'return-withdraw', { return_id: id })).body.order.returns[0].state).toBe('withdrawn');
    const next = await askedReturn(order, 3);
    expect(next.code).toBe(`R${order.id}-2`);
    await act(desk.browser, 'approve', { return_id: next.id, version: 1, words: 'Приносите' });
    const received = { return_id: next.id, version: 2, lines: [{ line_id: order.lineId, pieces: 3 }], reason: 'Целое' };
    await act(desk.browser, 'receive', received);
    expect((await ask(order, 'return-withdraw', { return_id: next.id })).body.code).toBe('order_changed');
  });
});

// ── 2 Photographs ───────────────────────────────────────────────────────────────────────────────
describe('photographs', () => {
  /** A picture of one pixel whose head says that it is 20,000 wide and high: nobody may believe it and unpack. */
  async function bomb(): Promise<Buffer> {
    const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    bytes.writeUInt32BE(20_000, 16);
    bytes.writeUInt32BE(20_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  }
  const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background: { r: 30, g: 90, b: 60 } } });
  const picture = async () => (await drawn.jpeg().toBuffer()).toString('base64');
  it('are seen by whoever has the link and by the desk, by nobody else', async () => {
    const order = await receivedOrder(shop);
    const { photo } = (await ask(order, 'return-photo', { image: await picture() })).body;
    const seen = await ask(order, 'return', { ...line(order), photos: [photo.id] });
    const [url] = seen.body.order.returns[0].photos;
    expect(url).toBe(`/api/photos/${photo.id}.webp?token=${order.token}`);
    const bare = `/api/photos/${photo.id}.webp`;
    const anybody = fetchFrom(shop.app);
    const codes = [await anybody(url), await desk.browser(bare), await anybody(bare), await anybody(`${bare}?token=x`)];
    expect(codes.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
  });
  it('of another order, or twice, are not taken', async () => {
    const [one, other] = [await receivedOrder(shop), await receivedOrder(shop)];
    const { photo } = (await ask(other, 'return-photo', { image: await picture() })).body;
    const { body } = await ask(one, 'return', { ...line(one), photos: [photo.id] });
    expect(body.errors).toEqual({ photos: ['Одно из фото пропало. Добавьте его ещё раз'] });
    expect((await ask(one, 'return-options', {})).body.options[0].pieces).toBe(3);
  });
  it.each([
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      PHOTO_WORDS.not_an_image,
    ],
    ['a picture bomb', bomb, PHOTO_WORDS.too_many_pixels],
  ])('%s: refused in words, nothing is stored', async (_name, make, words) => {
    const order = await receivedOrder(shop);
    const image = Buffer.from(await make()).toString('base64');
    expect((await ask(order, 'return-photo', { image })).body.errors).toEqual({ image: [words] });
    const { rows } = await shop.db.execute(sql`select from return_photos where order_id = ${order.id}`);
    expect(rows).toHaveLength(0);
  });
  it('that no return has taken go after a day', async () => {
    const order = await receivedOrder(shop);
    const kept = (await ask(order, 'return-photo', { image: await picture() })).body.photo.id;
    await ask(order, 'return', { ...line(order), photos: [kept] });
    await ask(order, 'return-photo', { image: await picture() });
    const back = later(2);
    const work = { ...shop.parts, env: shop.env, log: shop.app.log };
    await dropLoosePhotos.handle(work as never, {} as never);
    back();
    const { rows } = await shop.db.execute<{ photo_id: string }>(
      sql`select photo_id from return_photos where order_id = ${order.id}`,
    );
    expect(rows).toEqual([{ photo_id: kept }]);
  });
});

// ── 3 The answer ────────────────────────────────────────────────────────────────────────────────
describe('the desk answers', () => {
  it('with words that the buyer reads; history and journal know who', async () => {
    const order = await receivedOrder(shop);
    const { id, code } = await askedReturn(order);
    const list = await call(desk.browser, 'POST', '/api/desk/returns', { filter: 'asked' });
    expect(list.body.returns.map((row: { id: number }) => row.id)).toContain(id);
    const words = 'Приносите в любой день';
    const done = await act(desk.browser, 'approve', { return_id: id, version: 1, words });
    expect(done.body.one).toMatchObject({ state: 'approved', answer: words, can: { receive: true, refund: true } });
    expect((await act(desk.browser, 'approve', { return_id: id, version: 1, words })).body.code).toBe('order_changed');
    expect(await journalOf(shop, order.id)).toMatchObject([{ act: 'deskApproveReturn', reason: words }]);
    const page = await call(desk.browser, 'GET', `/api/desk/orders/${order.id}`);
    expect(page.body.events[0]).toMatchObject({ actor: 'Елена Юрьева', note: `${code} одобрен` });
    expect(await news(order.id)).toEqual(['return_asked', 'return_approved']);
  });
  it('refusing needs a sentence, frees the pieces, and ends it', async () => {
    const order = await receivedOrder(shop);
    const { id } = await askedReturn(order, 3);
    const none = await act(desk.browser, 'refuse', { return_id: id, version: 1, words: ' ' });
    expect(Object.keys(none.body.errors)).toEqual(['words']);
    const done = await act(desk.browser, 'refuse', { return_id: id, version: 1, words: 'Срок годности вышел' });
    expect(done.body.one).toMatchObject({ state: 'refused', can: { approve: false, refund: false } });
    expect((await ask(order, 'return-options', {})).body.options[0].pieces).toBe(3);
  });
  it('a buyer, a guest and an operator have no way in', async () => {
    const order = await receivedOrder(shop);
    const { id } = await askedReturn(order);
    const client = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    expect((await act(client, 'approve', { return_id: id, version: 1, words: 'Да' })).http).toBe(403);
    expect((await act(order.buyer, 'approve', { return_id: id, version: 1, words: 'Да' })).http).toBe(401);
    expect((await call(desk.browser, 'GET', '/api/desk/returns/999999')).http).toBe(404);
  });
});

// ── 4 Goods and money ───────────────────────────────────────────────────────────────────────────
/** Asked, approved and received, so many pieces each. */
async function atTheDesk(order: Awaited<ReturnType<typeof receivedOrder>>, pieces: number, came = pieces) {
  const { id } = await askedReturn(order, pieces);
  await act(desk.browser, 'approve', { return_id: id, version: 1, words: 'Приносите' });
  const lines = [{ line_id: order.lineId, pieces: came }];
  const { body } = await act(desk.browser, 'receive', { return_id: id, version: 2, lines, reason: 'Пришло' });
  return { id, version: 3, order_version: body.one.order.version as number };
}
describe('goods and money', () => {
  it('what came is paid back to its source, on sale or written off, with a receipt, in one act', async () => {
    const order = await receivedOrder(shop);
    const before = await stock(order.id);
    const someone = await addPerson(asTestShop(shop));
    // It had brought somebody a retail difference: that is counted again.
    await shop.db.execute(sql`insert into retail_income (order_id, user_id, amount_kop, parts, tx_id, at)
      select ${order.id}, ${someone}, 100, '[]', min(id), now() from ledger_tx`);
    const { id, ...step } = await atTheDesk(order, 3, 2);
    const on_sale = [{ line_id: order.lineId, pieces: 1 }];
    const { body } = await act(desk.browser, 'refund', { return_id: id, ...step, on_sale, reason: 'Крышка' });
    expect(body.one).toMatchObject({
      state: 'refunded',
      refund: { source: 98_000, accounts: 0 },
      lines: [{ received: 2, on_sale: 1 }],
    });
    expect(await stock(order.id)).toBe(before + 1);
    const fate = await fateOf(shop, order.id);
    expect([fate.order.status, fate.order.refundedKop]).toEqual([6, 98_000]);
    expect(fate.refunds).toMatchObject([{ amountKop: 98_000, target: 'source' }]);
    // What was handed over was settled in full: so is its refund.
    expect(fate.refunds[0]?.items).toMatchObject([{ quantity: 2, mode: 'full_payment' }]);
    expect(await news(order.id)).toContain('return_paid');
    const { rows: jobs } = await shop.db.execute(
      sql`select data from pgboss.job where name = 'retail-income.take-back'`,
    );
    expect(jobs).toEqual([{ data: { orderId: order.id } }]);
  });
  it('everything, with the delivery, onto ЛС: the order is a return, the ledger sums to nothing', async () => {
    const userId = await addPerson(asTestShop(shop));
    const order = await receivedOrder(shop, { userId });
    const { id, ...step } = await atTheDesk(order, 3);
    const all = { return_id: id, ...step, refund_to: 'ls', with_delivery: true, reason: 'Брак партии' };
    const { body } = await act(desk.browser, 'refund', all);
    expect(body.one).toMatchObject({ refund: { source: 0, accounts: order.dueKop }, can: { refund: false } });
    expect(await accountsOf(asTestShop(shop), userId)).toEqual({ 0: [order.dueKop, 0] });
    const fate = await fateOf(shop, order.id);
    expect([fate.order.status, fate.sales]).toEqual([9, [order.dueKop, -order.dueKop]]);
    expect(fate.receipts.map(({ kind }) => kind)).toContain('refund');
  });
  it('from «approved» the goods stay with the buyer', async () => {
    const order = await receivedOrder(shop);
    const { id } = await askedReturn(order, 1);
    await act(desk.browser, 'approve', { return_id: id, version: 1, words: 'Присылать не нужно' });
    const body = { return_id: id, version: 2, order_version: 1, reason: 'Мелочь' };
    const wrong = await act(desk.browser, 'refund', { ...body, on_sale: [{ line_id: order.lineId, pieces: 1 }] });
    expect(Object.keys(wrong.body.errors)).toEqual(['on_sale']);
    const before = await stock(order.id);
    expect((await act(desk.browser, 'refund', body)).body.one).toMatchObject({ refund: { source: 49_000 } });
    expect(await stock(order.id)).toBe(before);
  });
  describe('units of «Честный знак»', () => {
    const mark = (serial: string) => `010460000000000821${serial}\u001D93abcd`;
    const sold = async (lineId: number): Promise<string[]> => {
      const { rows } = await shop.db.execute<{ unit: string }>(sql`select unit from marking_codes where line_id = ${lineId} order by unit`); // prettier-ignore
      return rows.map(({ unit }) => unit.slice(18));
    };
    /** Three units, of which so many are asked back and approved. */
    async function marked(pieces: number) {
      const order = await receivedOrder(shop);
      await shop.db.execute(sql`update order_lines set marked = true where id = ${order.lineId}`);
      const serials = [1, 2, 3].map((n) => `unit-${order.id}-${n}`);
      for (const one of serials)
        await shop.db.execute(sql`insert into marking_codes (unit, code, line_id, at) values (${`010460000000000821${one}`}, ${mark(one)}, ${order.lineId}, now())`); // prettier-ignore
      const { id } = await askedReturn(order, pieces);
      await act(desk.browser, 'approve', { return_id: id, version: 1, words: 'Приносите' });
      const receive = (codes: string[], came = pieces) =>
        act(desk.browser, 'receive', { return_id: id, version: 2, lines: [{ line_id: order.lineId, pieces: came, codes }], reason: 'Пришло' }); // prettier-ignore
      const refund = () => act(desk.browser, 'refund', { return_id: id, version: 3, order_version: 1, reason: 'Крышка' }); // prettier-ignore
      const refundKept = () => act(desk.browser, 'refund', { return_id: id, version: 2, order_version: 1, reason: 'Оставьте себе' }); // prettier-ignore
      return { order, serials, receive, refund, refundKept };
    }
    it('the one that came back is not sold any more, the others are', async () => {
      const { order, serials, receive, refund } = await marked(1);
      expect((await receive([mark(serials[1]!)])).body.status).toBe('success');
      // Until the money is back it may still be refused.
      expect(await sold(order.lineId)).toEqual(serials);
      await refund();
      expect(await sold(order.lineId)).toEqual([serials[0], serials[2]]);
    });
    it('the receipt of the refund names the unit that came back, whole, and no other', async () => {
      const { order, serials, receive, refund } = await marked(2);
      await receive([mark(serials[2]!)]);
      await refund();
      const [given] = (await fateOf(shop, order.id)).refunds;
      expect(given?.items.map(({ quantity, sumKop, mark: code }) => [quantity, sumKop, code])).toEqual([
        [1, 49_000, mark(serials[2]!)],
        [1, 49_000, undefined],
      ]);
    });
    it('what stays with its buyer has no code on the receipt', async () => {
      const { order, refundKept } = await marked(1);
      await refundKept();
      const [given] = (await fateOf(shop, order.id)).refunds;
      expect(given?.items.map(({ mark: code }) => code)).toEqual([undefined]);
      expect(await sold(order.lineId)).toHaveLength(3);
    });
    it('all of a line need no scan; one that cannot be read stays sold', async () => {
      const whole = await marked(3);
      await whole.receive([]);
      await whole.refund();
      expect(await sold(whole.order.lineId)).toEqual([]);
      const part = await marked(2);
      await part.receive([mark(part.serials[0]!)]);
      await part.refund();
      expect(await sold(part.order.lineId)).toEqual(part.serials.slice(1));
    });
    it.each<[string, (serials: string[]) => string[], string]>([
      ['a code of another order', () => [mark('unit-0-0')], 'этой упаковки в заказе не было'],
      ['what is no code', () => ['4600000000008'], 'это не код «Честного знака»'],
      ['one code twice', ([one = '']) => [mark(one), mark(one)], 'один код отсканирован дважды'],
      ['more codes than pieces', (all) => all.map((one) => mark(one)), 'кодов больше, чем штук'],
    ])('%s is refused in words', async (_what, codesOf, words) => {
      const { serials, receive } = await marked(2);
      expect((await receive(codesOf(serials))).body.message).toContain(words);
      expect((await receive([])).body.status).toBe('success');
    });
  });
  it('more than was asked back, the delivery of a part, a guest’s ЛС: refused at their fields', async () => {
    const order = await receivedOrder(shop);
    const { id } = await askedReturn(order, 1);
    await act(desk.browser, 'approve', { return_id: id, version: 1, words: 'Приносите' });
    const of = (pieces: number) => ({
      return_id: id,
      version: 2,
      lines: [{ line_id: order.lineId, pieces }],
      reason: 'Да, так',
    });
    expect((await act(desk.browser, 'receive', of(2))).body.errors.lines).toHaveLength(1);
    expect((await act(desk.browser, 'receive', of(0))).body.errors.lines).toHaveLength(1);
    await act(desk.browser, 'receive', of(1));
    const refund = { return_id: id, version: 3, order_version: 1, reason: 'Да, так' };
    expect((await act(desk.browser, 'refund', { ...refund, refund_to: 'ls' })).body.errors.refund_to).toHaveLength(1);
    const whole = await act(desk.browser, 'refund', { ...refund, with_delivery: true });
    expect(whole.body.errors.with_delivery).toHaveLength(1);
    expect((await fateOf(shop, order.id)).order.refundedKop).toBe(0);
  });
  it('the points of a month that is open leave it; of a closed one they are late', async () => {
    for (const [isClosed, kind] of [
      [false, 'return'],
      [true, 'late_return'],
    ] as const) {
      const userId = await addPerson(asTestShop(shop));
      const order = await receivedOrder(shop, { userId });
      const period = isClosed ? 202_601 : 202_611;
      if (isClosed)
        await shop.db.execute(sql`insert into periods (id, state) values (${period}, 'closed') on conflict do nothing`);
      await shop.db.execute(sql`update order_lines set balls_half = 15 where order_id = ${order.id}`);
      await shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id)
        values (${period}, ${userId}, 45, 147000, 'order', ${order.id}, ${order.lineId})`);
      const { id, ...step } = await atTheDesk(order, 1);
      await act(desk.browser, 'refund', { return_id: id, ...step, reason: 'Крышка' });
      const { rows } = await shop.db.execute(
        sql`select period, half, amount_kop, kind from points_events where order_id = ${order.id} and kind <> 'order'`,
      );
      expect(rows).toEqual([{ period, half: -15, amount_kop: -49_000, kind }]);
    }
  });
});

// ── 5 Two at once ───────────────────────────────────────────────────────────────────────────────
describe('two at once', () => {
  it('of two desks one gives the money back, the other is told', async () => {
    const order = await receivedOrder(shop);
    const { id, ...step } = await atTheDesk(order, 2);
    const body = { return_id: id, ...step, reason: 'Крышка' };
    const answers = await Promise.all([act(desk.browser, 'refund', body), act(desk.browser, 'refund', body)]);
    expect(answers.map(({ body: { status, code } }) => code ?? status).toSorted()).toEqual([
      'order_changed',
      'success',
    ]);
    expect((await fateOf(shop, order.id)).order.refundedKop).toBe(98_000);
  });
  it('a refund of the desk takes the pieces first: the return pays for nothing twice', async () => {
    const order = await receivedOrder(shop);
    const { id, ...step } = await atTheDesk(order, 2);
    const refund = { exp_id: order.id, version: 1, lines: [{ line_id: order.lineId, pieces: 2 }], reason: 'По звонку' };
    await call(desk.browser, 'POST', '/api/desk/orders/refund', refund, { 'idempotency-key': crypto.randomUUID() });
    const body = { return_id: id, ...step, reason: 'Крышка' };
    expect((await act(desk.browser, 'refund', body)).body.code).toBe('order_changed');
    const again = await act(desk.browser, 'refund', { ...body, order_version: 2 });
    expect(again.body.errors.lines).toEqual(['В заказе столько не осталось']);
    expect((await fateOf(shop, order.id)).order.refundedKop).toBe(98_000);
  });
});

// ── 6 The counter ───────────────────────────────────────────────────────────────────────────────
describe('the counter', () => {
  async function operatorOf(point: string) {
    const id = await addPerson(asTestShop(shop), { isPunktVydachi: true, name: 'Оператор' });
    await shop.db
      .execute(sql`insert into pickup_points (delivery_type, id, country_id, gate_type, name, address, lat, lon, schedule, utc_offset)
      values (11, ${point}, 1, 'pvz', 'Пункт', 'ул. Мира, 1', 55, 82, '', 7) on conflict do nothing`);
    await shop.db.execute(
      sql`insert into operator_points (user_id, delivery_type, point_id) values (${id}, 11, ${point})`,
    );
    return browserOf(asTestShop(shop), { userId: id });
  }
  const accept = (browser: Awaited<ReturnType<typeof operatorOf>>, body: object) =>
    call(browser, 'POST', '/api/punkt/returns/accept', body, { 'idempotency-key': crypto.randomUUID() });

  it('sees approved returns of its own point, neither telephone nor price, and takes the goods once', async () => {
    const [mine, other] = [await operatorOf('N1'), await operatorOf('N2')];
    const order = await receivedOrder(shop);
    const { id, code } = await askedReturn(order, 2);
    const listOf = async (browser: typeof mine) => (await call(browser, 'GET', '/api/punkt/returns')).body.returns;
    expect((await listOf(mine)).some((row: { id: number }) => row.id === id)).toBe(false);
    await act(desk.browser, 'approve', { return_id: id, version: 1, words: 'Приносите' });
    const row = (await listOf(mine)).find((one: { id: number }) => one.id === id);
    expect(row).toMatchObject({ code, version: 2, phone_end: '0157', lines: [{ pieces: 2 }] });
    expect(JSON.stringify(row)).not.toMatch(/\+7900|49000|490/);
    const body = { return_id: id, version: 2, lines: [{ line_id: order.lineId, pieces: 2 }] };
    expect((await accept(other, body)).http).toBe(404);
    expect((await accept(order.buyer, body)).http).toBe(401);
    const answers = [await accept(mine, body), await accept(mine, body)];
    expect(answers.map(({ body: { status, code: why } }) => why ?? status)).toEqual(['success', 'order_changed']);
    const page = (await call(desk.browser, 'GET', `/api/desk/returns/${id}`)).body.one;
    expect(page).toMatchObject({ state: 'received', received_at: 'Томск', can: { refund: true } });
  });
});
