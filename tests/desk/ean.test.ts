import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eanIn, isEan, isSameEan } from '#contract/ean.ts';
import { orderLines } from '#server/db/tables/orders.ts';
import { call } from '#tests/cart/shop-people.ts';
import { openDesk } from '#tests/desk/desk-people.ts';
import { payByCard } from '#tests/orders/order-people.ts';
import { openBank } from '#tests/payments/bank.ts';
import { addOrder, asTestShop, openPayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

describe('the number on a pack', () => {
  it('real ones are taken, a wrong digit, length or sign is not', () => {
    for (const real of ['4006381333931', '96385074', '036000291452', '10614141543219']) expect(isEan(real)).toBe(true);
    for (const wrong of ['4006381333930', '400638133393', '', '400638133393X', '40063813339310'])
      expect(isEan(wrong)).toBe(false);
  });
  it('one digit that is mistyped is always found', () => {
    fc.assert(
      fc.property(fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'4006381333931'];
        digits[at] = String((Number(digits[at]) + by) % 10);
        expect(isEan(digits.join(''))).toBe(false);
      }),
    );
  });
  it('noughts in front change nothing; the code of a marked piece holds it', () => {
    expect(isSameEan('4006381333931', '04006381333931')).toBe(true);
    expect(eanIn('0104006381333931215abc93XyZ1')).toBe('04006381333931');
    expect(eanIn('4006381333931')).toBe('4006381333931');
    for (const none of ['10101', '01', 'P30377-1']) expect(eanIn(none)).toBeNull();
    expect(eanIn('0104006381333930215abc')).toBeNull();
  });
});

it('is typed at the desk, found by, and scanned while packing, alone or in the code of a marked piece', async () => {
  const shop = await openPayingShop(openBank().gate);
  try {
    const { browser } = await openDesk(shop);
    const post = (path: string, body: object) => call(browser, 'POST', path, body, { 'idempotency-key': newKey() });
    const order = await addOrder(asTestShop(shop));
    await payByCard(asTestShop(shop), order.id);
    const [line] = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id));
    const id = line!.productId;
    const publish = (ean: string) =>
      post('/api/desk/products/publish', { changes: [{ id, was: { ean: '' }, set: { ean } }] });
    expect((await publish('4006381333930')).body.code).toBe('validation');
    expect((await publish('4006381333931')).body.products).toMatchObject([{ id, ean: '4006381333931' }]);
    expect((await post('/api/desk/products', { q: '40063813' })).body.products).toMatchObject([{ id }]);
    const { rows } = await shop.db.execute(sql`select after from audit_log where target_id = ${id}`);
    expect(rows).toEqual([{ after: { Штрихкод: '4006381333931' } }]);

    const { parcels } = (await post('/api/desk/parcels/start', { exp_id: order.id, version: 1 })).body;
    const scan = (code: string) => post('/api/desk/parcels/scan', { exp_id: order.id, parcel_id: parcels[0].id, code });
    await scan('4006381333931');
    const { body } = await scan('0104006381333931215abc93XyZ1');
    expect(body.parcels[0].lines).toMatchObject([{ packed: 2 }]);
    expect((await scan('96385074')).body.code).toBe('scan_unknown');
  } finally {
    await shop.close();
  }
});
