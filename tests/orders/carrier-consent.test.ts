import { randomUUID } from 'node:crypto';
import { eq, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { ALL_DELIVERY_TYPES, isByCarrier } from '#contract/delivery-types.ts';
import { consents } from '#server/db/tables/people.ts';
import { consentErrors, consentRows } from '#server/features/checkout/consents.rules.ts';
import { addConsultant, addProduct, call, change } from '#tests/cart/shop-people.ts';
import { type Body, buyerWith, countRows, NOVOSIBIRSK, place, placingBody } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// To pass name, phone and address to a carrier needs a consent of its own; docs/product/law.md#consents, docs/decisions/360.

let shop: TestShop;
let product: number;
beforeAll(async () => {
  shop = await openShop();
  product = await addProduct(shop, { actualPrice: 50_000, stockQty: 99 });
});
afterAll(() => shop.close());

const OWN = [3, 20, 22, 23];
const KIT = { delivery: { type: 8, address: { country_id: 1, city_id: NOVOSIBIRSK } } };
/** Kept in store: a consultant's way. */
const DEFERRED = { delivery: { type: 22, address: { country_id: 1, city_id: NOVOSIBIRSK } } };
const given = (delivery?: true | Body) => ({
  consents: { personal: true, offer: true, ...(delivery ? { delivery } : {}) },
});
const purposesOf = async (whose: SQL) => {
  const rows = await shop.db.select().from(consents).where(whose).orderBy(consents.id);
  return rows.map(({ purpose }) => purpose);
};

it('four ways are the shop’s own, the other eleven hand the parcel to somebody', () => {
  expect(ALL_DELIVERY_TYPES.filter((type) => !isByCarrier(type))).toEqual(OWN);
});

describe('the verdict', () => {
  const nothing = { hasAgreed: false, hasAgreedDelivery: false };
  const both = { personal: true, offer: true } as const;
  it.each(ALL_DELIVERY_TYPES.map((type) => [type]))('way %i', (type) => {
    const errors = consentErrors(both, nothing, type);
    expect(Object.keys(errors)).toEqual(OWN.includes(type) ? [] : ['consents.delivery']);
    expect(consentErrors({ ...both, delivery: true }, nothing, type)).toEqual({});
    const from = { ip: '', userAgent: '' };
    const kept = consentRows({ ...both, delivery: true }, type, from).map(({ purpose }) => purpose);
    expect(kept).toEqual(OWN.includes(type) ? ['order', 'offer'] : ['order', 'delivery', 'offer']);
  });
});

describe('an order by a carrier', () => {
  it('is refused without it: nothing is written, the cart stays; with it, it is made and the log says so', async () => {
    const guestId = randomUUID();
    const browser = await buyerWith(shop, [[product, 1]], { guestId });
    const before = await countRows(shop);
    const { body } = await place(browser, await placingBody(browser, { ...KIT, ...given() }));
    expect(body.code).toBe('validation');
    expect(body.errors).toEqual({ 'consents.delivery': [expect.stringContaining('Отметьте согласие на их передачу')] });
    expect(await countRows(shop)).toEqual(before);
    expect((await place(browser, await placingBody(browser, { ...KIT, ...given(true) }))).body.status).toBe(1);
    expect(await purposesOf(eq(consents.guestId, guestId))).toEqual(['order', 'delivery', 'offer']);
  });

  it('the shop’s own way asks for none, and none is written for it', async () => {
    const userId = await addConsultant(shop);
    const browser = await buyerWith(shop, [[product, 1]], { userId });
    expect((await place(browser, await placingBody(browser, { ...DEFERRED, ...given() }))).body.status).toBe(1);
    expect(await purposesOf(eq(consents.userId, userId))).toEqual(['order', 'offer']);
  });

  it.each([
    ['no', false],
    ['a word', 'да'],
    ['a version without a time', { version: LEGAL_VERSIONS['/kompaniya/soglasie'] }],
  ])('%s is no consent', async (_name, delivery) => {
    const browser = await buyerWith(shop, [[product, 1]]);
    const { body } = await place(browser, await placingBody(browser, { ...KIT, consents: { personal: true, offer: true, delivery } })); // prettier-ignore
    expect(body.code).toBe('validation');
    expect(Object.keys(body.errors)[0]).toMatch(/^consents\.delivery/);
  });

  it('an earlier one holds for its person, its text and its purpose, until it is taken back', async () => {
    const userId = await addConsultant(shop);
    const earlier = { version: LEGAL_VERSIONS['/kompaniya/soglasie'], at: '2026-11-23T07:00:00Z' };
    const browser = await buyerWith(shop, [[product, 1]], { userId });
    const again = async (delivery: true | Body) => {
      const { body } = await place(browser, await placingBody(browser, { ...KIT, ...given(delivery) }));
      if (body.status === 1) await change(browser, product, 1);
      return body.status === 1 ? 'placed' : Object.keys(body.errors);
    };
    // The consent of an order is none for a carrier.
    expect((await place(browser, await placingBody(browser, { ...DEFERRED, ...given() }))).body.status).toBe(1);
    await change(browser, product, 1);
    expect(await again(earlier)).toEqual(['consents.delivery']);
    expect(await again(true)).toBe('placed');
    expect(await again({ ...earlier, version: '2026-11-01' })).toEqual(['consents.delivery']);
    expect(await again(earlier)).toBe('placed');
    await call(browser, 'POST', '/api/consents/withdraw', { purpose: 'delivery' });
    expect(await again(earlier)).toEqual(['consents.delivery']);
  });
});
