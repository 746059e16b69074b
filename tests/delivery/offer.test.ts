import { describe, expect, it } from 'vitest';
import { missingWords, offerAll, offerDelivery, type OfferAsked } from '#contract/delivery-offer.ts';
import { asked, CENTRE, placeOf, row, T, WAREHOUSE } from '#tests/delivery/offered.ts';

const visible = (more: Partial<OfferAsked>) =>
  offerAll(asked(more))
    .filter((one) => one.visible)
    .map(({ type }) => type);
const PUNKT = { isPunkt: true, isKnown: true, priceType: 1 } as const;
const DOOR = { hasDoor: true, index: '630091' };

describe('what is offered', () => {
  it('all fifteen to a consultant beside the warehouse', () => {
    expect(visible({})).toEqual([1, 3, 8, 9, 11, 12, 14, 18, 19, 20, 22, 23, 25, 26, 27]);
  });
  it('hides what the operator has switched off, the courier beyond the zone and the counter beyond its towns', () => {
    expect(visible({ off: [25], to: placeOf('Томск'), warehouse: null })).toEqual([1, 3, 8, 9, 11, 12, 14, 18, 19, 22, 26, 27]); // prettier-ignore
    expect(visible({ centres: [] })).not.toContain(T.product);
  });
  it('abroad only what goes there, the rest says so when it is asked for all the same', () => {
    const to = placeOf('Алматы');
    expect(visible({ to, warehouse: null })).toEqual([1, 3, 8, 9, 11, 22]);
    expect(row(T.fivepost, { to })).toMatchObject({ visible: false, state: 'error', error: 'Недоступен: в Казахстан не возит' }); // prettier-ignore
    expect(visible({ to: { ...to, countryId: 2 } })).toEqual([]);
  });
  it('keeps in the warehouse only for whoever has consultant prices, in the base cart, without hello bonus', () => {
    expect(row(T.deferred, { now: new Date('2026-11-20T21:30:00Z') })).toMatchObject({ visible: true, state: 'success', cost: 0, notice: 'Храним до 21 декабря, отправим со следующим заказом' }); // prettier-ignore
    expect(row(T.deferred).notice).toBeNull();
    expect(row(T.deferred, { buyer: { isPunkt: false, isKnown: true, priceType: 0 } }).visible).toBe(false);
    expect(row(T.deferred, { buyer: { isPunkt: false, isKnown: false, priceType: 0 } }).visible).toBe(false);
    expect(row(T.deferred, { isBaseCart: false }).visible).toBe(false);
    expect(row(T.deferred, { isHelloMet: true }).visible).toBe(false);
  });
});

describe('the operator of a pickup point', () => {
  const to = placeOf('Томск');
  const paid = { buyer: PUNKT, to, warehouse: null, parcel: { grams: 4000, sumKop: 1_499_999 } };
  const free = { ...paid, parcel: { grams: 4000, sumKop: 1_500_000 } };
  it('sees eight ways, the own centre chosen', () => {
    expect(visible({ ...paid, warehouse: WAREHOUSE })).toEqual([3, 8, 9, 11, 12, 19, 22, 23]);
    const own = { ...paid, ownCentre: CENTRE.id };
    expect(row(T.pickup, own)).toMatchObject({ state: 'success', notice: 'Был выбран ваш Центр обслуживания' });
  });
  it('works at one of several centres: that one is chosen, another is chosen by hand and is not called theirs', () => {
    const other = { ...CENTRE, id: 'CO-2', address: 'пр. Мира, 3' };
    const own = { ...paid, centres: [other, CENTRE], ownCentre: CENTRE.id };
    expect(row(T.pickup, own)).toMatchObject({ state: 'success', gateId: CENTRE.id, notice: 'Был выбран ваш Центр обслуживания' }); // prettier-ignore
    expect(offerDelivery(T.pickup, asked(own), other, null)).toMatchObject({ gateId: 'CO-2', notice: null });
  });
  it('pays nothing from 15 000 ₽ within the free zone, and the deferred way is hidden', () => {
    expect(row(T.sdek, { ...free, to: { ...to, hasDoor: true } })).toMatchObject({
      cost: 0, costGate: 0, costSelected: 0, costBefore: 63_000, notice: 'Бесплатная доставка для пункта выдачи',
    }); // prettier-ignore
    expect(offerDelivery(T.sdek, asked(free), { ...CENTRE, gateType: 'pvz' }, null).costBefore).toBe(43_000);
    expect(row(T.deferred, free).visible).toBe(false);
    expect(row(T.deferred, paid).visible).toBe(true);
    expect(row(T.kit, free)).toMatchObject({ cost: 0, costBefore: null, notice: 'Оплата при получении' });
  });
  it('pays beyond 2 000 km and below the sum', () => {
    const far = { ...free, to: placeOf('Якутск', { hasDoor: true }) };
    expect(row(T.sdek, far)).toMatchObject({ costSelected: 128_000, isFreeZone: false, costBefore: null });
    expect(row(T.deferred, far).visible).toBe(true);
    expect(row(T.sdek, { ...paid, to: { ...to, hasDoor: true } }).costSelected).toBe(63_000);
  });
});

describe('what is still missing', () => {
  const states = (to: OfferAsked['to']) =>
    Object.fromEntries(offerAll(asked({ to })).map(({ type, state }) => [type, state]));
  it('a point, a street or an index', () => {
    const bare = states(placeOf('Новосибирск'));
    for (const type of [1, 11, 14, 18, 20, 25, 26, 27] as const)
      expect([type, bare[type]]).toEqual([type, 'need_choose']);
    for (const type of [3, 8, 9, 12, 19, 22, 23] as const) expect([type, bare[type]]).toEqual([type, 'success']);
    const full = states(placeOf('Новосибирск', DOOR));
    for (const type of [1, 11, 14, 18, 20, 27] as const) expect([type, full[type]]).toEqual([type, 'success']);
    for (const type of [25, 26] as const) expect([type, full[type]]).toEqual([type, 'need_choose']);
    expect([T.postal, T.sdek, T.product, T.fivepost].map(missingWords)).toEqual([
      'Укажите индекс получателя: шесть цифр',
      'Укажите улицу и дом или выберите пункт выдачи',
      'Укажите улицу и дом',
      'Выберите пункт выдачи',
    ]);
  });
  it('a chosen point decides what is paid', () => {
    const point = { id: 'SDEK-3-1', gateType: 'pvz', address: 'ул. Советская, 20' } as const;
    const to = placeOf('Новосибирск', DOOR);
    expect(row(T.sdek, { to })).toMatchObject({ costSelected: 32_000, gateId: null });
    expect(offerDelivery(T.sdek, asked({ to }), point, null)).toMatchObject({
      state: 'success', cost: 32_000, costGate: 22_000, costSelected: 22_000,
      gateId: 'SDEK-3-1', gateType: 'pvz', address: 'ул. Советская, 20', deliveryTime: '1–2 дня',
    }); // prettier-ignore
  });
  it('a closed point is told and has to be chosen anew', () => {
    expect(offerDelivery(T.fivepost, asked(), { lost: 'closed' }, null)).toMatchObject({
      state: 'need_choose', costSelected: null, costGate: 18_700, notice: 'Этот пункт больше не работает. Выберите другой',
    }); // prettier-ignore
  });
  it('a point that takes no such parcel is told too', () => {
    expect(offerDelivery(T.fivepost, asked(), { lost: 'too_heavy', maxGrams: 500 }, null)).toMatchObject({
      state: 'need_choose', gateId: null, notice: 'Этот пункт принимает посылки до 0,5 кг. Выберите другой',
    }); // prettier-ignore
  });
  it('of several centres none is chosen, the only one is and is not called yours, of none that is said', () => {
    const other = { ...CENTRE, id: 'CO-2' };
    expect(row(T.pickup, { centres: [CENTRE, other] })).toMatchObject({ state: 'need_choose', gateId: null });
    expect(offerDelivery(T.pickup, asked({ centres: [CENTRE, other] }), other, null)).toMatchObject({ state: 'success', gateId: 'CO-2', cost: 0, deliveryTime: 'завтра' }); // prettier-ignore
    expect(row(T.pickup)).toMatchObject({ state: 'success', gateId: 'CO-1', address: 'ул. Ленина, 12', notice: 'Единственный в городе' }); // prettier-ignore
    expect(row(T.pickup, { centres: [] })).toMatchObject({ visible: true, state: 'error', error: 'В вашем городе нет Центров обслуживания.' }); // prettier-ignore
    expect(row(T.logisticCenter)).toMatchObject({ gateId: 'LC-1', deliveryTime: 'сегодня' });
  });
});

describe('prices', () => {
  it('too heavy is said in kilograms, with the packing', () => {
    expect(row(T.fivepost, { parcel: { grams: 15_430, sumKop: 100 } })).toMatchObject({
      state: 'error', error: 'Недоступен: посылка 16,2 кг, можно до 15 кг', cost: null, costGate: null,
    }); // prettier-ignore
  });
  it('the own courier costs 300 ₽, from 5 000 ₽ nothing', () => {
    const to = placeOf('Новосибирск', DOOR);
    expect(row(T.product, { to, parcel: { grams: 700, sumKop: 499_999 } })).toMatchObject({ name: 'Курьер «Росток»', costSelected: 30_000, deliveryTime: 'завтра' }); // prettier-ignore
    expect(row(T.product, { to, parcel: { grams: 700, sumKop: 500_000 } }).costSelected).toBe(0);
  });
  it('a live quote wins, what it leaves out comes from our own tariff', () => {
    const to = placeOf('Новосибирск', DOOR);
    const live = { kind: 'price', costKop: null, costGateKop: 24_000, days: { min: 2, max: 2 } } as const;
    const point = { id: 'SDEK-3-1', gateType: 'pvz', address: 'ул. Советская, 20' } as const;
    expect(offerDelivery(T.sdek, asked({ to }), null, live)).toMatchObject({ costSelected: 32_000, deliveryTime: '1–2 дня', source: 'embedded' }); // prettier-ignore
    expect(offerDelivery(T.sdek, asked({ to }), point, live)).toMatchObject({
      cost: 32_000, costGate: 24_000, deliveryTime: '2 дня', source: 'live', notice: null,
    }); // prettier-ignore
  });
  it('a carrier that does not go there is unavailable, whatever our tariff says', () => {
    expect(offerDelivery(T.sdek, asked(), null, { kind: 'refused' }).error).toBe('Недоступен: сюда не возит');
  });
  it('a silent carrier costs our own tariff and says so; where that ends, it is unavailable', () => {
    expect(offerDelivery(T.sdek, asked(), null, { kind: 'silent' })).toMatchObject({
      costGate: 22_000, source: 'embedded', notice: 'Служба не ответила, цена по нашему тарифу',
    }); // prettier-ignore
    const far = asked({ to: placeOf('Владивосток') });
    expect(offerDelivery(T.yandex, far, null, { kind: 'silent' }).error).toBe('Недоступен: сюда не возит');
    const live = { kind: 'price', costKop: 90_000, costGateKop: null, days: null } as const;
    expect(offerDelivery(T.yandex, far, null, live)).toMatchObject({
      cost: 90_000,
      costGate: 90_000,
      deliveryTime: null,
    });
  });
  it.each([-1, 0.5, Number.NaN, 1e300])('a parcel of %d g cannot be had by any way that asks for weight', (grams) => {
    const rows = offerAll(asked({ parcel: { grams, sumKop: 0 } })).filter(({ state }) => state !== 'error');
    expect(rows.map(({ type }) => type)).toEqual([]);
  });
});
