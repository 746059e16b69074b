import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crc32 } from 'node:zlib';
import { addProduct, type Answer, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// What somebody at the desk may do wrong, or two of them at once: each refused in words, with nothing moved; docs/product/desk.md#acts.
// Elsewhere: another point's parcel and a double hand-over (tests/counter), statuses, tracks and rights taken away (tests/parcels/packing.test.ts).

let shop: PayingShop;
let desk: Desk;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
});
afterAll(() => shop.close());
const reason = 'Выписка 15';
/** Three creams of 490 ₽ and a delivery of 220 ₽, by a transfer. */
async function paid() {
  const order = await addOrder(shop, { paymentType: 3 });
  const paid_on = shop.clock.now.toISOString().slice(0, 10);
  await act(desk.browser, 'mark-paid', { exp_id: order.id, amount: order.dueKop, paid_on, reason });
  const { rows } = await shop.db.execute<{ id: number }>(sql`select id from order_lines where order_id = ${order.id}`);
  return { ...order, lineId: rows[0]?.id ?? 0 };
}
const versionOf = async (id: number): Promise<number> => (await fateOf(shop, id)).order.version;
async function refund({ id, lineId }: { id: number; lineId: number }, pieces: number): Promise<Answer> {
  return act(desk.browser, 'refund', { exp_id: id, version: await versionOf(id), lines: [{ line_id: lineId, pieces }], reason }); // prettier-ignore
}
const goodwill = (id: number, amount: number): Promise<Answer> =>
  act(desk.browser, 'goodwill', { exp_id: id, amount, words: 'Простите за ожидание', reason });
const givenBack = async (id: number): Promise<number> =>
  (await fateOf(shop, id)).refunds.reduce((sum, { amountKop }) => sum + amountKop, 0);

describe('a refund above what was paid', () => {
  it('more pieces than were sold, and pieces that have gone back already', async () => {
    const order = await paid();
    expect((await refund(order, 4)).body.errors.lines).toHaveLength(1);
    expect(await givenBack(order.id)).toBe(0);
    expect((await refund(order, 3)).body.status).toBe('success');
    const sum = await givenBack(order.id);
    expect((await refund(order, 1)).body.status).toBe('error');
    expect(await givenBack(order.id)).toBe(sum);
  });
  it('goodwill of a kopeck above the price, and above what is left of the payment', async () => {
    const order = await paid();
    expect((await goodwill(order.id, order.dueKop + 1)).body.errors.amount[0]).toContain('Не больше стоимости заказа');
    await refund(order, 2);
    const left = order.dueKop - (await fateOf(shop, order.id)).order.refundedKop;
    expect((await goodwill(order.id, left + 1)).body.errors.amount[0]).toMatch(/^Не больше .*710/s);
    expect((await goodwill(order.id, left)).body.status).toBe('success');
    expect((await fateOf(shop, order.id)).order.refundedKop).toBe(order.dueKop);
  });
});

describe('two refunds at once', () => {
  it('of different pieces: one is made, the other reads the order again', async () => {
    const order = await paid();
    const version = await versionOf(order.id);
    const ask = (pieces: number) =>
      act(desk.browser, 'refund', { exp_id: order.id, version, lines: [{ line_id: order.lineId, pieces }], reason });
    const answers = await Promise.all([ask(2), ask(3)]);
    expect(answers.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['done', 'order_changed']);
    expect(answers.find(({ body }) => body.code)?.body.message).toContain('Посмотрите ещё раз');
    expect([98_000, 147_000]).toContain(await givenBack(order.id));
  });
  it('a refund of everything and goodwill of everything never give more than was paid', async () => {
    const order = await paid();
    await Promise.all([refund(order, 3), goodwill(order.id, order.dueKop)]);
    const { refundedKop } = (await fateOf(shop, order.id)).order;
    expect(refundedKop).toBeLessThanOrEqual(order.dueKop);
    expect(await givenBack(order.id)).toBe(refundedKop);
  });
});

describe('pictures of a product', () => {
  /** A picture of one pixel whose head says that it is 20,000 wide and high. */
  async function bomb(): Promise<Buffer> {
    const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    bytes.writeUInt32BE(20_000, 16);
    bytes.writeUInt32BE(20_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  }
  it.each([
    ['a picture bomb', bomb],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ])('%s is refused in words at its field, and nothing is stored', async (_name, make) => {
    const id = await addProduct(asTestShop(shop));
    const photo = Buffer.from(await make()).toString('base64');
    const { body } = await call(desk.browser, 'POST', '/api/desk/products/pictures/add', { product_id: id, photo }, { 'idempotency-key': newKey() }); // prettier-ignore
    expect(body.errors.photo[0]).toMatch(/[а-яё]{4}/);
    const { rows } = await shop.db.execute(sql`select from product_pictures where product_id = ${id}`);
    expect(rows).toHaveLength(0);
  });
});

describe('a QR code with another shop’s text', () => {
  it.each(['https://other.shop/order/17', 'WIFI:T:WPA;S=cafe;P=secret;;', '+7 913 000-00-00', '🙂'])(
    '%s is no product of the parcel that is packed, and nothing lies in it',
    async (code) => {
      const order = await paid();
      const post = (name: string, body: object) =>
        call(desk.browser, 'POST', `/api/desk/parcels/${name}`, body, { 'idempotency-key': newKey() });
      const begun = (await post('start', { exp_id: order.id, version: await versionOf(order.id) })).body;
      const parcel_id = begun.parcels[0].id;
      const { body } = await post('scan', { exp_id: order.id, parcel_id, code });
      expect([body.code, body.message]).toEqual(['scan_unknown', expect.stringContaining('Отложите его')]);
      const card = (await call(desk.browser, 'GET', `/api/desk/orders/${order.id}`)).body;
      expect(card.parcels[0].lines[0].packed).toBe(0);
    },
  );
});
