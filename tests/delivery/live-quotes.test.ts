import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProduct, browserOf, change } from '#tests/cart/shop-people.ts';
import { place, placingBody } from '#tests/orders/order-people.ts';
import { BARNAUL, deliver, DOOR, fillPoints, rowOf } from '#tests/delivery/delivery-shop.ts';
import { type CarrierServer, openCarrierServer } from '#tests/delivery/carrier-double.ts';
import { frozenDelivery } from '#server/features/delivery/delivery.commands.ts';
import { until } from '#tests/support/until.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// From the buyer's call to a carrier and back: the real shop, its settings and a local server in the carrier's place.
let cdek: CarrierServer;
let shop: TestShop;
let sum = 41_100;
beforeAll(async () => {
  cdek = await openCarrierServer(() => ({ status: 500 }));
  shop = await openShop({ CDEK_ID: 'id', CDEK_SECRET: 's', CDEK_URL: cdek.url });
  await fillPoints(shop);
});
afterAll(async () => {
  await shop.close();
  await cdek.close();
});
const answering = () =>
  cdek.say(({ path }) =>
    path === '/oauth/token'
      ? { body: { access_token: 't', expires_in: 3600 } }
      : { body: { tariff_codes: [{ delivery_mode: 3, delivery_sum: sum / 100, period_min: 4, period_max: 5 }] } },
  );
const TO = { ...BARNAUL, ...DOOR, flat: '12', index: '656049' };
async function guest(guestId: string) {
  const browser = await browserOf(shop, { guestId });
  await change(browser, await addProduct(shop, { weightGrams: 2285 }), 1);
  return browser;
}
const frozen = (guestId: string, minutes: number) =>
  shop.db.transaction((tx) =>
    frozenDelivery(tx, shop.env, {
      session: { user: null, owner: `guest:${guestId}` },
      cart: { grams: 2285, sumKop: 49_000, isBase: true },
      to: TO,
      type: 11,
      gateId: null,
      now: new Date(shop.clock.now.getTime() + minutes * 60_000),
    }),
  );

describe('a carrier that answers', () => {
  it('its price is shown, and the order costs the same for half an hour', async () => {
    answering();
    const guestId = '018f0000-0000-7000-8000-000000000001';
    const answer = await deliver(await guest(guestId), TO);
    expect(rowOf(answer, 11)).toMatchObject({ state: 'success', costSelected: 41_100, deliveryTime: '4–5 дней', source: 'live', notice: null }); // prettier-ignore
    expect(rowOf(answer, 27).source).toBe('embedded');
    expect(await frozen(guestId, 29)).toMatchObject({ costKop: 41_100, source: 'live', days: '4–5 дней' });
    expect(await frozen(guestId, 31)).toMatchObject({ costKop: 53_000, source: 'embedded' });
    expect(await frozen('018f0000-0000-7000-8000-000000000009', 0)).toMatchObject({ costKop: 53_000 });
  });
  it('an order placed with it costs what the screen said; an hour later the difference is shown first', async () => {
    answering();
    const shown = async (guestId: string) => {
      const browser = await guest(guestId);
      const cost = rowOf(await deliver(browser, TO), 11).costSelected as number;
      const more = { delivery: { type: 11, address: TO }, expected_due: 49_000 + cost, expected_delivery: cost };
      return { browser, cost, body: await placingBody(browser, more) };
    };
    const soon = await shown('018f0000-0000-7000-8000-000000000005');
    const late = await shown('018f0000-0000-7000-8000-000000000006');
    expect((await place(soon.browser, soon.body)).body).toMatchObject({ status: 1, due: 49_000 + soon.cost });
    shop.clock.now = new Date(shop.clock.now.getTime() + 3_600_000);
    const refused = (await place(late.browser, late.body)).body;
    expect([refused.status, refused.code]).toEqual([0, 'delivery_changed']);
    expect(JSON.stringify(refused)).toContain(`"from":${late.cost},"to":53000`);
  });
  it('a way that is named twice is one way', async () => {
    const answer = await deliver(await guest('018f0000-0000-7000-8000-000000000004'), TO, { types: [11, 11, 11] });
    expect(answer.body.deliveries).toHaveLength(1);
    expect(rowOf(answer, 11).source).toBe('live');
  });
  it('is asked again only when the buyer says so', async () => {
    const browser = await guest('018f0000-0000-7000-8000-000000000002');
    await deliver(browser, TO);
    sum = 45_000;
    expect(rowOf(await deliver(browser, TO), 11).costSelected).toBe(41_100);
    expect(rowOf(await deliver(browser, TO, { force: true }), 11).costSelected).toBe(45_000);
  });
  it('is not asked about what is hidden or too heavy', async () => {
    const browser = await browserOf(shop);
    await change(browser, await addProduct(shop, { weightGrams: 40_000 }), 1);
    const before = cdek.heard.length;
    await deliver(browser, TO);
    expect(cdek.heard.length).toBe(before);
  });
});

it('a carrier that fails costs our own tariff, says so, and is told to the operator without a key', async () => {
  cdek.say(() => ({ status: 500, body: 'secret' }));
  const browser = await guest('018f0000-0000-7000-8000-000000000003');
  const answer = await deliver(browser, TO, { force: true });
  expect(rowOf(answer, 11)).toMatchObject({ state: 'success', costSelected: 53_000, source: 'embedded', notice: 'Служба не ответила, цена по нашему тарифу' }); // prettier-ignore
  // Nobody waits for the note, the buyer least of all.
  await until(async () => {
    const { rows } = await shop.pool.query<{ cause: string }>("select cause from gate_health where gate = 'cdek'");
    expect(rows).toEqual([{ cause: 'HTTP 500' }]);
  });
});
