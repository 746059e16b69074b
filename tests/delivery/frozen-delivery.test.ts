import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dbOn } from '#server/db/open.ts';
import { frozenDelivery, type FrozenAsked } from '#server/features/delivery/delivery.commands.ts';
import { writeQuotes } from '#server/features/delivery/delivery.queries.ts';
import { fingerprintOf } from '#server/features/delivery/destination.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';
import { findCity } from '#contract/cities.ts';
import { toSession } from '#server/platform/session.ts';
import { addPoint, BARNAUL, DOOR, fillPoints, NOVOSIBIRSK } from '#tests/delivery/delivery-shop.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  await fillPoints(shop);
});
afterAll(() => shop.close());

const GUEST = { ...toSession('x', undefined), guestId: 'g', owner: 'guest:g' };
const CART = { grams: 2285, sumKop: 100_000, isBase: true };
const asked = (more: Partial<FrozenAsked>): FrozenAsked => ({
  session: GUEST,
  cart: CART,
  to: { ...BARNAUL, ...DOOR, index: '656000' },
  type: 11,
  gateId: null,
  now: shop.clock.now,
  ...more,
});
const freeze = (more: Partial<FrozenAsked> = {}) =>
  shop.db.transaction((tx) => frozenDelivery(tx, { shopName: 'Росток', deliveryOff: [25] }, asked(more)));
const refusal = async (more: Partial<FrozenAsked>) => {
  const error: unknown = await freeze(more).catch((thrown: unknown) => thrown);
  return error instanceof RefusedError ? [error.code, error.errors ? Object.values(error.errors).flat().join() : error.message] : error; // prettier-ignore
};

describe('the delivery of an order', () => {
  it('to the door, by our own tariff', async () => {
    expect(await freeze()).toEqual({
      type: 11,
      name: 'СДЭК',
      costKop: 53_000,
      gateType: null,
      gateId: null,
      to: '656000, Барнаул, Красный проспект, 25',
      schedule: null,
      days: '2–3 дня',
      isFreeZone: true,
      source: 'embedded',
      address: { ...BARNAUL, ...DOOR, index: '656000', city: 'Барнаул', region: 'Алтайский край' },
    });
  });
  it('to a point: its address and hours go with the order', async () => {
    const frozen = await freeze({ type: 26, gateId: '5P-19-01' });
    expect(frozen).toMatchObject({ costKop: 22_000, gateId: '5P-19-01', gateType: 'pvz', schedule: expect.stringContaining('Пн') }); // prettier-ignore
    expect(frozen.to).toMatch(/^Барнаул, ул\. /);
  });
  it('to the own centre without naming it, to a terminal, into the warehouse', async () => {
    const centre = await freeze({ type: 3 });
    expect([centre.costKop, centre.gateId, centre.to, centre.schedule]).toEqual([0, 'CO-5', expect.stringMatching(/^Барнаул, ул\. /), 'Пн–Пт 10:00–19:00, Сб 10:00–16:00']); // prettier-ignore
    expect((await freeze({ type: 8 })).to).toBe('Барнаул, терминал в городе');
    const counter = await freeze({ type: 23, to: NOVOSIBIRSK });
    expect([counter.costKop, counter.gateId]).toEqual([0, 'LC-1']);
  });
  it('takes one statement', async () => {
    const client = await shop.pool.connect();
    const said: string[] = [];
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      said.push(JSON.stringify(args[0]).slice(0, 60));
      return query(...args);
    }) as typeof client.query;
    try {
      await frozenDelivery(
        dbOn(client),
        { shopName: 'Росток', deliveryOff: [] },
        asked({ type: 26, gateId: '5P-19-01' }),
      );
    } finally {
      client.query = query;
      client.release();
    }
    expect(said).toHaveLength(1);
  });
});

describe('what the buyer was shown', () => {
  const quoted = async (at: Date, owner = 'guest:g', sumKop = CART.sumKop) =>
    writeQuotes(
      shop.db,
      [{ owner, deliveryType: 11, fingerprint: fingerprintOf(11, findCity(19)!, asked({}).to, { ...CART, sumKop }, null), costKop: 61_300, costGateKop: null, daysMin: 4, daysMax: 5 }],
      at,
    ); // prettier-ignore
  it('holds for half an hour, for the same person and the same request', async () => {
    const minutesAgo = (minutes: number) => new Date(shop.clock.now.getTime() - minutes * 60_000);
    await quoted(minutesAgo(29));
    expect(await freeze()).toMatchObject({ costKop: 61_300, days: '4–5 дней', source: 'live' });
    expect((await freeze({ session: { ...GUEST, owner: 'guest:other' } })).costKop).toBe(53_000);
    expect((await freeze({ cart: { ...CART, sumKop: 200_000 } })).costKop).toBe(53_000);
    expect((await freeze({ cart: { ...CART, grams: 2286 } })).source).toBe('embedded');
    expect((await freeze({ to: { ...asked({}).to, house: '26' } })).source).toBe('embedded');
    await quoted(minutesAgo(31));
    expect((await freeze()).source).toBe('embedded');
  });
});

describe('what cannot be ordered', () => {
  it.each<[string, Partial<FrozenAsked>, string[]]>([
    ['an unknown way', { type: 2 }, ['validation', 'Такого способа доставки нет']],
    ['an unknown city', { to: { country_id: 1, city_id: 999 } }, ['validation', 'Такого города у нас нет. Выберите город из списка']],
    ['another country’s city', { to: { country_id: 4, city_id: 3 } }, ['validation', 'Город находится в другой стране. Выберите город ещё раз']],
    ['a country we do not send to', { to: { country_id: 2, city: 'Минск' } }, ['validation', 'Такого города у нас нет. Выберите город из списка']],
    ['an unknown point', { type: 26, gateId: 'nowhere' }, ['delivery_changed', '5Post: Этот пункт больше не работает. Выберите другой']],
    ['a point of another way', { type: 26, gateId: 'SDEK-19-01' }, ['delivery_changed', '5Post: Этот пункт больше не работает. Выберите другой']],
    ['no point', { type: 26 }, ['delivery_changed', '5Post: Выберите пункт выдачи']],
    ['no street', { to: BARNAUL }, ['delivery_changed', 'СДЭК: Укажите улицу и дом или выберите пункт выдачи']],
    ['no index', { type: 1, to: BARNAUL }, ['delivery_changed', 'Почта России: Укажите индекс получателя: шесть цифр']],
    ['what is switched off', { type: 25 }, ['delivery_changed', 'Boxberry: Этот способ доставки для этого заказа закрыт. Выберите другой']],
    ['what is not for a guest', { type: 22 }, ['delivery_changed', 'Отложенная доставка: Этот способ доставки для этого заказа закрыт. Выберите другой']],
    ['5Post to Kazakhstan', { type: 26, to: { country_id: 4, city_id: 49 } }, ['delivery_changed', '5Post: Этот способ доставки для этого заказа закрыт. Выберите другой']],
    ['too much', { cart: { ...CART, grams: 40_000 } }, ['delivery_changed', 'СДЭК: Недоступен: посылка 42 кг, можно до 30 кг']],
    ['less than nothing', { cart: { ...CART, grams: -4 } }, ['delivery_changed', 'СДЭК: Недоступен']],
    ['no centre', { type: 3, to: { country_id: 1, city_id: 43 } }, ['delivery_changed', 'Самовывоз из Центра обслуживания: В вашем городе нет Центров обслуживания.']],
  ])('%s', async (_what, more, words) => {
    expect(await refusal(more)).toEqual(words);
  }); // prettier-ignore
  it('a point that has closed since it was chosen', async () => {
    await addPoint(shop, { id: 'P-2' });
    expect((await freeze({ type: 26, gateId: 'P-2' })).gateId).toBe('P-2');
    await addPoint(shop, { id: 'P-2', closedAt: shop.clock.now });
    expect(await refusal({ type: 26, gateId: 'P-2' })).toEqual(['delivery_changed', '5Post: Этот пункт больше не работает. Выберите другой']); // prettier-ignore
  });
});
