import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryAddresses } from '#server/db/tables/addresses.ts';
import { pickupPoints } from '#server/db/tables/delivery.ts';
import { operatorPoints } from '#server/db/tables/staff.ts';
import { addConsultant, addPerson, addProduct, browserOf, call, change } from '#tests/cart/shop-people.ts';
import { addPoint, BARNAUL, deliver, DOOR, fillPoints, NOVOSIBIRSK, rowOf, TOMSK, visibleOf } from '#tests/delivery/delivery-shop.ts'; // prettier-ignore
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  await fillPoints(shop);
});
afterAll(() => shop.close());

/** A guest whose cart weighs `grams` with packing. */
async function guestWith(grams: number, price = 49_000) {
  const browser = await browserOf(shop);
  await change(browser, await addProduct(shop, { weightGrams: Math.floor(grams / 1.05), actualPrice: price }), 1);
  return browser;
}

describe('POST /delivery', () => {
  it('answers every way of the cart by our own tariff, under the number it was asked with', async () => {
    const answer = await deliver(await guestWith(2400), BARNAUL, { rid: 7 });
    expect(answer.body).toMatchObject({ status: 'success', rid: 7, isFreeZone: true, weight: 2400, sum_amount: 49_000, free_from: null, city: { id: 19, name: 'Барнаул' } }); // prettier-ignore
    expect(answer.body.deliveries).toHaveLength(15);
    expect(visibleOf(answer)).toEqual([1, 3, 8, 9, 11, 12, 14, 18, 19, 26, 27]);
    expect(rowOf(answer, 11)).toMatchObject({ state: 'need_choose', cost: 53_000, costGate: 36_000, costSelected: null, deliveryTime: '2–3 дня', source: 'embedded', name: 'СДЭК' }); // prettier-ignore
    expect(rowOf(answer, 3)).toMatchObject({
      state: 'success',
      costSelected: 0,
      notice: 'Единственный в городе',
    });
    expect(rowOf(answer, 8)).toMatchObject({ state: 'success', cost: 0, notice: 'Оплата при получении' });
  });
  it('whoever works at the centre finds it chosen as theirs, and nobody else does', async () => {
    const userId = await addPerson(shop, { isPunktVydachi: true });
    const others = rowOf(await deliver(await browserOf(shop, { userId: await addPerson(shop) }), BARNAUL), 3);
    expect(others).toMatchObject({ state: 'success', notice: 'Единственный в городе' });
    await shop.db.insert(operatorPoints).values({ userId, deliveryType: 3, pointId: others['gateId'] as string });
    const theirs = rowOf(await deliver(await browserOf(shop, { userId }), BARNAUL), 3);
    expect(theirs).toMatchObject({ state: 'success', gateId: others['gateId'], notice: 'Был выбран ваш Центр обслуживания' }); // prettier-ignore
  });
  it('only the ways that are asked about; a chosen point and a full address make them ready', async () => {
    const browser = await guestWith(2400);
    const answer = await deliver(browser, { ...BARNAUL, ...DOOR, index: '656000' }, { types: [1, 11, 26], gate: { type: 26, gateId: '5P-19-01' } }); // prettier-ignore
    expect(answer.body.deliveries).toHaveLength(3);
    expect(rowOf(answer, 1)).toMatchObject({ state: 'success', costSelected: 37_000 });
    expect(rowOf(answer, 11)).toMatchObject({ state: 'success', costSelected: 53_000 });
    expect(rowOf(answer, 26)).toMatchObject({ state: 'success', costSelected: 22_000, gateType: 'pvz', address: expect.stringContaining('ул.') }); // prettier-ignore
  });
  it('to a stranger without a cart too: the lightest parcel', async () => {
    const answer = await deliver(fetchFrom(shop.app), NOVOSIBIRSK);
    expect(answer.body).toMatchObject({ weight: 100, sum_amount: 0 });
    expect(rowOf(answer, 20)).toMatchObject({ name: 'Курьер «Росток»', cost: 30_000, state: 'need_choose' });
  });
  it('sees what is over the limit, in kilograms', async () => {
    const heavy = await deliver(await guestWith(16_200), TOMSK);
    expect(rowOf(heavy, 26)).toMatchObject({ state: 'error', error: 'Недоступен: посылка 16,2 кг, можно до 15 кг' });
    const enormous = await deliver(await guestWith(2_000_000_000), TOMSK);
    expect(rowOf(enormous, 11)).toMatchObject({ state: 'error', cost: null });
    expect(rowOf(enormous, 8).state).toBe('success');
  });
});

describe('whoever asks', () => {
  it('the operator of a point pays nothing from 15 000 ₽ in the free zone, and the deferred way is gone', async () => {
    const userId = await addConsultant(shop, { isPunktVydachi: true, registeredAt: new Date('2025-01-01') });
    const browser = await browserOf(shop, { userId });
    await change(browser, await addProduct(shop, { actualConsPrice: 1_000_000, weightGrams: 1000 }), 1);
    const below = await deliver(browser, TOMSK);
    expect(below.body.free_from).toBe(1_500_000);
    expect(visibleOf(below)).toEqual([3, 8, 9, 11, 12, 19, 22]);
    await change(browser, await addProduct(shop, { actualConsPrice: 500_000, weightGrams: 1000 }), 1);
    const above = await deliver(browser, { ...TOMSK, ...DOOR });
    expect(rowOf(above, 11)).toMatchObject({ costSelected: 0, costBefore: 53_000, notice: 'Бесплатная доставка для пункта выдачи' }); // prettier-ignore
    expect(visibleOf(above)).not.toContain(22);
    expect(rowOf(await deliver(browser, { country_id: 1, city_id: 43, ...DOOR }), 11).costSelected).toBeGreaterThan(0);
  });
  it('a newcomer whose cart earns the hello bonus cannot defer it; others can', async () => {
    const registeredAt = new Date(shop.clock.now.getTime() - 5 * 86_400_000);
    const productId = await addProduct(shop, { actualConsPrice: 300_000 });
    const newcomer = await browserOf(shop, { userId: await addConsultant(shop, { registeredAt }) });
    expect(visibleOf(await deliver(newcomer, TOMSK))).toContain(22);
    expect((await deliver(newcomer, TOMSK)).body.helloBonus).toEqual({ amount: 50_000, successCondition: { type: 'min_sum', required: 300_000, current: 0, left: 300_000, met: false } }); // prettier-ignore
    await change(newcomer, productId, 1);
    const earned = await deliver(newcomer, TOMSK);
    expect(visibleOf(earned)).not.toContain(22);
    expect(earned.body.helloBonus).toMatchObject({ successCondition: { left: 0, met: true } });
    const old = await browserOf(shop, { userId: await addConsultant(shop, { registeredAt: new Date('2025-01-01') }) });
    await change(old, productId, 1);
    expect((await deliver(old, TOMSK)).body.helloBonus).toBeNull();
    expect(visibleOf(await deliver(old, TOMSK))).toContain(22);
    const client = await browserOf(shop, { userId: await addPerson(shop) });
    expect(visibleOf(await deliver(client, TOMSK))).not.toContain(22);
  });
  it('an address of the own book is enough; somebody else’s is not found, and a guest is asked to log in', async () => {
    const userId = await addPerson(shop);
    const [row] = await shop.db
      .insert(deliveryAddresses)
      .values({ userId, countryId: 1, cityId: 25, postIndex: '634012', city: 'Томск', street: 'Мира', house: '1', recipientName: 'А', recipientPhone: '+79000000000', phoneCountry: 'ru' })
      .returning({ id: deliveryAddresses.id }); // prettier-ignore
    const ask = async (browser: Parameters<typeof call>[0]) => call(browser, 'POST', '/delivery', { address_id: row?.id, rid: 1 }); // prettier-ignore
    const own = await ask(await browserOf(shop, { userId }));
    expect(rowOf(own, 1)).toMatchObject({ state: 'success' });
    expect((await ask(await browserOf(shop, { userId: await addPerson(shop) }))).body.code).toBe('not_found');
    expect((await ask(await browserOf(shop))).http).toBe(401);
  });
});

describe('bad input is refused in words', () => {
  it.each<[string, object, string[]]>([
    ['no address', {}, ['Выберите город из списка']],
    ['no city', { address: { country_id: 1 } }, ['Выберите город из списка']],
    ['an unknown city', { address: { country_id: 1, city_id: 999 } }, ['Такого города у нас нет. Выберите город из списка']],
    ['a city of another country', { address: { country_id: 1, city_id: 49 } }, ['Город находится в другой стране. Выберите город ещё раз']],
    ['an unknown country', { address: { country_id: 2, city_id: 3 } }, ['Выберите город из списка']],
    ['a negative city', { address: { country_id: 1, city_id: -3 } }, ['Выберите город из списка']],
    ['an index of letters', { address: { ...TOMSK, index: 'абвгде' } }, ['Укажите индекс получателя: шесть цифр']],
    ['an unknown way', { address: TOMSK, types: [2] }, ['Такого значения нет среди возможных']],
    ['a point of an unknown way', { address: TOMSK, gate: { type: 99, gateId: 'x' } }, ['Такого способа доставки нет']],
    ['an endless point', { address: TOMSK, gate: { type: 26, gateId: 'x'.repeat(101) } }, ['Выберите пункт выдачи']],
  ])('%s', async (_what, body, words) => {
    const { http, body: answer } = await call(await browserOf(shop), 'POST', '/delivery', { rid: 1, ...body });
    expect([http, answer.status, answer.code]).toEqual([200, 'error', 'validation']);
    expect(Object.values(answer.errors as Record<string, string[]>).flat()).toEqual(words);
  }); // prettier-ignore
  it('weights, sums and prices of a client are not listened to', async () => {
    const browser = await guestWith(2400);
    const honest = await deliver(browser, { ...BARNAUL, ...DOOR });
    const forged = await deliver(browser, { ...BARNAUL, ...DOOR, lat: 55.03, lon: 82.92 }, { weight: -5, sum_amount: 1, cost: 0, price: 0 }); // prettier-ignore
    expect(forged.body.deliveries).toEqual(honest.body.deliveries);
  });
  it('a near city does not make a far index or a far point cheaper', async () => {
    const browser = await guestWith(2400);
    const far = await deliver(browser, { ...NOVOSIBIRSK, index: '690000' }, { types: [1] });
    expect(rowOf(far, 1).costSelected).toBe(78_000);
    const point = await deliver(browser, NOVOSIBIRSK, { types: [11], gate: { type: 11, gateId: 'SDEK-24-01' } });
    expect(rowOf(point, 11).costSelected).toBe(95_000);
  });
  it('a point that is not there, is closed, is of another way or takes no such parcel has to be chosen anew', async () => {
    await addPoint(shop, { id: 'P-closed', closedAt: shop.clock.now });
    await addPoint(shop, { id: 'P-small', maxGrams: 1000 });
    const browser = await guestWith(2400);
    const notice = async (gateId: string) => {
      const row = rowOf(await deliver(browser, BARNAUL, { types: [26], gate: { type: 26, gateId } }), 26);
      return [row.state, row.gateId, row.notice];
    };
    for (const gateId of ['nowhere', 'P-closed', 'SDEK-19-01'])
      expect(await notice(gateId)).toEqual(['need_choose', null, 'Этот пункт больше не работает. Выберите другой']);
    expect(await notice('P-small')).toEqual([
      'need_choose',
      null,
      'Этот пункт принимает посылки до 1 кг. Выберите другой',
    ]);
  });
  it('another site cannot ask in a person’s name', async () => {
    const answer = await (
      await browserOf(shop)
    )('/delivery', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok', origin: 'https://evil.example' },
      body: JSON.stringify({ address: TOMSK, rid: 1 }),
    });
    expect(answer.status).toBe(403);
  });
});

it('a guest and another guest do not share anything', async () => {
  const one = await browserOf(shop, { guestId: randomUUID() });
  expect((await deliver(one, TOMSK)).body.sum_amount).toBe(0);
  expect(await shop.db.$count(pickupPoints)).toBeGreaterThan(500);
});
