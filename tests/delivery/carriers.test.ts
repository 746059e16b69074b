import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { openCarriers } from '#server/gates/carriers/carriers.ts';
import type { CarrierAccess } from '#server/gates/carriers/access.ts';
import type { CarrierPoint, QuoteAsked } from '#server/gates/carriers/port.ts';
import { access, asking, type CarrierServer, type Heard, openCarrierServer, virtualDeadline } from '#tests/delivery/carrier-double.ts'; // prettier-ignore
import { until } from '#tests/support/until.ts';

// Every adapter against a local server that answers by its documentation, and then as badly as servers do.
let server: CarrierServer;
beforeAll(async () => {
  server = await openCarrierServer(() => ({ status: 404 }));
});
afterAll(() => server.close());
beforeEach(() => {
  server.heard.length = 0;
});
const json = (heard: Heard | undefined): Record<string, unknown> => JSON.parse(heard?.body || '{}') as Record<string, unknown>; // prettier-ignore

/** How an adapter is set up, what it is asked and what a good answer and the price of it are. */
type Case = {
  name: string;
  settings: (url: string) => Partial<CarrierAccess>;
  asked: QuoteAsked;
  answer: unknown;
  price: object;
};
const GATE = { id: 'P-1', rate: null };
const CDEK_TOKEN = { access_token: 'cdek-token', token_type: 'bearer', expires_in: 3600, scope: 's', jti: 'j' };
const CASES: readonly Case[] = [
  {
    name: 'СДЭК',
    settings: (url) => ({ cdek: { url, id: 'id', secret: 'secret' } }),
    asked: asking(),
    answer: {
      tariff_codes: [
        { tariff_code: 136, delivery_mode: 4, delivery_sum: 355.4, period_min: 2, period_max: 3 },
        { tariff_code: 234, delivery_mode: 4, delivery_sum: 301.01, period_min: 4, period_max: 6 },
        { tariff_code: 368, delivery_mode: 7, delivery_sum: 320, period_min: 2, period_max: 2 },
        { tariff_code: 137, delivery_mode: 3, delivery_sum: 510, period_min: 3, period_max: 4 },
        { tariff_code: 139, delivery_mode: 1, delivery_sum: 100, period_min: 1, period_max: 1 },
      ],
    },
    price: { costKop: 51_000, costGateKop: 30_200, days: { min: 4, max: 6 } },
  },
  {
    name: 'Почта, тариф',
    settings: (url) => ({ postTariff: { url } }),
    asked: asking({ type: 14 }),
    answer: { pay: 28_017, nds: 6163, paynds: 34_180, ndsrate: 22, delivery: { min: 2, max: 4 }, items: [] },
    price: { costKop: 34_200, costGateKop: 34_200, days: { min: 2, max: 4 } },
  },
  {
    name: 'Отправка',
    settings: (url) => ({ otpravka: { url, token: 't', key: 'k' } }),
    asked: asking({ type: 1 }),
    answer: { 'total-rate': 30_000, 'total-vat': 6600, 'delivery-time': { 'min-days': 3, 'max-days': 5 } },
    price: { costKop: 36_600, costGateKop: 36_600, days: { min: 3, max: 5 } },
  },
  {
    name: 'Boxberry',
    settings: (url) => ({ boxberry: { url: `${url}/json.php`, token: 'bb' } }),
    asked: asking({ type: 25, gate: GATE }),
    answer: { price: '318.50', price_base: 300, price_service: 18.5, delivery_period: '3' },
    price: { costKop: null, costGateKop: 31_900, days: { min: 3, max: 3 } },
  },
  {
    name: 'Яндекс',
    settings: (url) => ({ yandex: { url, token: 'ya', station: 'S-1' } }),
    asked: asking({ type: 27 }),
    answer: { pricing_total: '265.00 RUB', delivery_days: 2 },
    price: { costKop: 26_500, costGateKop: null, days: { min: 2, max: 2 } },
  },
];
const isToken = ({ path }: Heard): boolean => path === '/oauth/token';
/** Answers keys honestly and questions as told. */
const saying = (say: Parameters<CarrierServer['say']>[0]) =>
  server.say((heard) => (isToken(heard) ? { body: CDEK_TOKEN } : say(heard)));
const gateOfCase = ({ settings }: Pick<Case, 'settings'>, patience = {}) =>
  openCarriers(access(settings(server.url)), patience);
const quote = async (one: Case, patience = {}) =>
  (await gateOfCase(one, patience).quotes([one.asked], { force: false }))[0];
const questions = (): Heard[] => server.heard.filter((heard) => !isToken(heard));

describe.each(CASES)('$name', (one) => {
  it('a good answer is a price in whole roubles, rounded up', async () => {
    saying(() => ({ body: one.answer }));
    expect(await quote(one)).toEqual({ kind: 'price', ...one.price });
  });
  it.each<[string, Parameters<CarrierServer['say']>[0]]>([
    ['429', () => ({ status: 429, headers: { 'retry-after': '5' } })],
    ['500', () => ({ status: 500, body: 'Internal Server Error' })],
    ['401 for ever', () => ({ status: 401 })],
    ['garbage', () => ({ body: '<html>Технические работы</html>' })],
    ['half of an answer', () => ({ body: '{"tariff_codes": [{' })],
    ['another shape', () => ({ body: { result: 'ok' , tariff_codes: 'none' } })],
    ['a price below nothing', () => ({ body: JSON.parse(JSON.stringify(one.answer).replaceAll(/(sum|nds|rate|price|total)":\s*"?\d+/g, '$1":-1').replaceAll(/-1(\.\d+)?( RUB)?"/g, '-1')) })],
    ['a broken connection', () => 'hang up'],
    ['an endless answer', () => ({ body: `"${'x'.repeat(1_100_000)}"` })],
  ])('%s is silence, told by a number or a word without keys', async (_what, say) => {
    saying(say);
    const told: (string | null)[] = [];
    expect(await quote(one, { tell: (_name: string, failure: string | null) => told.push(failure) })).toEqual({ kind: 'silent' });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^(HTTP \d{3}|answer .*|no connection|an? errors? in the answer|errors in the answer)$/);
  }); // prettier-ignore
  it('is not followed to another address: its key would travel along', async () => {
    saying(({ path }) =>
      path === '/elsewhere' ? { body: one.answer } : { status: 307, headers: { location: `${server.url}/elsewhere` } },
    );
    expect(await quote(one)).toEqual({ kind: 'silent' });
    expect(questions().map(({ path }) => path)).not.toContain('/elsewhere');
  });
  it('nine seconds without a word: the buyer waits for eight', async () => {
    saying(() => 'silence');
    const time = virtualDeadline();
    const waiting = quote(one, { deadline: time.deadline });
    await until(() => expect(questions()).toHaveLength(1));
    time.pass();
    expect(await waiting).toEqual({ kind: 'silent' });
    expect(time.asked).toEqual([8000]);
  });
});

describe('СДЭК', () => {
  const [cdek] = CASES;
  it('asks by city and index, in grams and centimetres, with its key', async () => {
    saying(() => ({ body: cdek!.answer }));
    await quote(cdek!);
    const [token, asked] = server.heard;
    expect(token?.body).toBe('grant_type=client_credentials&client_id=id&client_secret=secret');
    expect(asked?.path).toBe('/calculator/tarifflist');
    expect(asked?.headers.authorization).toBe('Bearer cdek-token');
    expect(json(asked)).toEqual({
      type: 1,
      currency: 1,
      from_location: { city: 'Новосибирск', postal_code: '630000', country_code: 'RU' },
      to_location: { city: 'Барнаул', country_code: 'RU', postal_code: '656049', address: 'Барнаул, Молодёжная, 12' },
      packages: [{ weight: 2400, length: 30, width: 22, height: 15 }],
    });
  });
  it('takes one key for many questions, and a new one, once, when it is refused', async () => {
    let lastKey = 0;
    server.say((heard) => {
      if (isToken(heard)) {
        lastKey += 1;
        return { body: { ...CDEK_TOKEN, access_token: `key-${lastKey}` } };
      }
      return heard.headers.authorization === 'Bearer key-1' && questions().length > 2 ? { status: 401 } : { body: cdek!.answer }; // prettier-ignore
    });
    const gate = gateOfCase(cdek!);
    const ask = (grams: number) => gate.quotes([{ ...cdek!.asked, grams }], { force: false });
    await Promise.all([ask(1), ask(2)]);
    expect(server.heard.filter(isToken)).toHaveLength(1);
    expect(await ask(3)).toEqual([{ kind: 'price', ...cdek!.price }]);
    expect(server.heard.filter(isToken)).toHaveLength(2);
    expect(questions().map(({ headers }) => headers.authorization)).toEqual(['Bearer key-1', 'Bearer key-1', 'Bearer key-1', 'Bearer key-2']); // prettier-ignore
  });
  it('takes a new key before the old one has run out', async () => {
    server.say((heard) => isToken(heard) ? { body: { ...CDEK_TOKEN, expires_in: 30 } } : { body: cdek!.answer }); // prettier-ignore
    const gate = gateOfCase(cdek!);
    await gate.quotes([cdek!.asked], { force: true });
    await new Promise((done) => setTimeout(done, 1100));
    await gate.quotes([cdek!.asked], { force: true });
    expect(server.heard.filter(isToken)).toHaveLength(2);
  });
  it('«no tariffs» is a refusal', async () => {
    saying(() => ({ body: { tariff_codes: [], errors: [{ code: 'v2_no_tariffs', message: 'нет' }] } }));
    expect(await quote(cdek!)).toEqual({ kind: 'refused' });
  });
});

describe('what cannot be asked yet is not asked', () => {
  it.each<[string, DeliveryType, Partial<QuoteAsked['to']>]>([
    ['the Post without an index', 14, { index: null }],
    ['the Post abroad', 14, { countryId: 4 }],
    ['Boxberry without a point', 25, {}],
    ['Yandex without a street and a point', 27, { street: null, house: null }],
    ['5Post without a point', 26, {}],
    ['5Post at a point without a rate', 26, { gate: GATE }],
  ])('%s', async (_what, type, to) => {
    const gate = openCarriers(
      access({
        otpravka: { url: server.url, token: 't', key: 'k' },
        boxberry: { url: server.url, token: 't' },
        yandex: { url: server.url, token: 't', station: 's' },
        fivepost: { url: server.url, key: 'k' },
      }),
    );
    const asked = asking({ type });
    expect(await gate.quotes([{ ...asked, to: { ...asked.to, ...to } }], { force: false })).toEqual([null]);
    expect(server.heard).toEqual([]);
  });
  it('without settings nobody is', () => {
    expect(openCarriers(access({})).types).toEqual([]);
  });
  it('the contract’s prices take the place of the public ones', () => {
    const both = access({ otpravka: { url: server.url, token: 't', key: 'k' }, postTariff: { url: server.url } });
    expect(openCarriers(both).types).toEqual([1, 14, 18]);
  });
});

describe('their own words', () => {
  it('the Post: object, indexes and grams in the address', async () => {
    saying(() => ({ body: CASES[1]!.answer }));
    await quote(CASES[1]!);
    expect(server.heard[0]?.path).toBe('/v2/calculate/tariff/delivery');
    expect(Object.fromEntries(server.heard[0]?.query ?? [])).toEqual({ json: '', object: '23030', from: '630000', to: '656049', weight: '2400', closed: '1', date: expect.stringMatching(/^20\d{6}$/) }); // prettier-ignore
  });
  it('the Post: its errors are silence', async () => {
    saying(() => ({ body: { errors: [{ msg: 'Не найден индекс' }] } }));
    expect(await quote(CASES[1]!)).toEqual({ kind: 'silent' });
  });
  it('Отправка: two keys in the headers', async () => {
    saying(() => ({ body: CASES[2]!.answer }));
    await quote(CASES[2]!);
    expect(server.heard[0]?.headers).toMatchObject({ authorization: 'AccessToken t', 'x-user-authorization': 'Basic k' }); // prettier-ignore
    expect(json(server.heard[0])).toEqual({ 'index-from': '630000', 'index-to': '656049', 'mail-category': 'ORDINARY', 'mail-type': 'POSTAL_PARCEL', mass: 2400, fragile: false }); // prettier-ignore
  });
  it('Boxberry: an error with HTTP 200 is silence', async () => {
    for (const body of [{ err: 'Неверный token' }, [{ err: 'Нет ПВЗ' }]]) {
      saying(() => ({ body }));
      expect(await quote(CASES[3]!)).toEqual({ kind: 'silent' });
    }
    expect(Object.fromEntries(server.heard[0]?.query ?? [])).toMatchObject({ token: 'bb', method: 'DeliveryCosts', target: 'P-1', weight: '2400', ordersum: '1000' }); // prettier-ignore
  });
  it('Яндекс: to a point by its station, «no such delivery» is a refusal', async () => {
    saying(() => ({ body: CASES[4]!.answer }));
    const toPoint = { ...CASES[4]!, asked: asking({ type: 27, gate: GATE }) };
    expect(await quote(toPoint)).toMatchObject({ costKop: null, costGateKop: 26_500 });
    expect(json(server.heard[0])).toMatchObject({ source: { platform_station_id: 'S-1' }, destination: { platform_station_id: 'P-1' }, tariff: 'self_pickup', total_assessed_price: 100_000 }); // prettier-ignore
    saying(() => ({ status: 400, body: { code: 'no_delivery_options' } }));
    expect(await quote(toPoint)).toEqual({ kind: 'refused' });
  });
  it('5Post: the point’s rate, begun kilograms above three and half a percent of the sum', async () => {
    const gate = openCarriers(access({ fivepost: { url: server.url, key: 'k' } }));
    const rate = { baseKop: 22_000, includedKg: 3, extraKopPerKg: 1800 };
    const price = async (grams: number) => (await gate.quotes([asking({ type: 26, grams, gate: { id: 'P-1', rate } })], { force: false }))[0]; // prettier-ignore
    expect(await price(2400)).toEqual({ kind: 'price', costKop: null, costGateKop: 22_500, days: null });
    expect(await price(4001)).toMatchObject({ costGateKop: 26_100 });
    expect(server.heard).toEqual([]);
  });
});

describe('lists of points', () => {
  async function pointsOf(settings: Partial<CarrierAccess>, name: string): Promise<CarrierPoint[]> {
    const all: CarrierPoint[] = [];
    for await (const part of openCarriers(access(settings)).points(name, AbortSignal.timeout(20_000)))
      all.push(...part);
    return all;
  }
  it('СДЭК: page by page and country by country, one bad row left out', async () => {
    const row = { code: 'BRN1', name: 'На Советской', type: 'PVZ', location: { country_code: 'RU', postal_code: '656049', city: 'Барнаул', address: 'ул. Советская, 20', latitude: 53.35, longitude: 83.78 }, work_time: 'Пн-Пт 10:00-20:00', work_time_list: [{ day: 1, time: '10:00/20:00' }], phones: [{ number: '+7999' }], have_cash: true, have_cashless: false, weight_max: 30, is_dressing_room: true }; // prettier-ignore
    const many = Array.from({ length: 1000 }, (_none, at) => ({ ...row, code: `C-${at}` }));
    saying(({ query }) => {
      if (query.get('country_code') !== 'RU') return { body: [] };
      return { body: query.get('page') === '0' ? many : [row, { code: '' }, { ...row, code: 'X', location: { ...row.location, latitude: 'здесь' } }] }; // prettier-ignore
    });
    const points = await pointsOf({ cdek: { url: server.url, id: 'id', secret: 's' } }, 'cdek');
    expect(points).toHaveLength(1001);
    expect(points.at(-1)).toEqual({ type: 11, id: 'BRN1', gateType: 'pvz', name: 'На Советской', address: 'Барнаул, ул. Советская, 20', countryId: 1, postIndex: '656049', lat: 53.35, lon: 83.78, schedule: 'Пн-Пт 10:00-20:00', hours: [[600, 1200], null, null, null, null, null, null], phone: '+7999', maxGrams: 30_000, payCard: false, payCash: true, note: 'Примерочная', rate: null }); // prettier-ignore
    expect(questions().map(({ query }) => `${query.get('country_code')}${query.get('page')}`)).toEqual(['RU0', 'RU1', 'KZ0', 'KG0']); // prettier-ignore
  });
  it('5Post: all pages with one key, limits in milligrams, rates in roubles', async () => {
    const row = { id: 'u-1', name: 'Пятёрочка', type: 'POSTAMAT', fullAddress: 'Барнаул', address: { zipCode: '656049', city: 'Барнаул', street: 'ул. Мира', house: '3', lat: 53.3, lng: 83.7 }, cellLimits: { maxWeight: 5_000_000 }, cashAllowed: false, cardAllowed: true, rate: [{ zone: '2', rateValue: 220.5, rateExtraValue: 18 }] }; // prettier-ignore
    server.say(({ path, body }) => {
      if (path.startsWith('/jwt')) return { body: { jwt: 'j' } };
      const { pageNumber } = JSON.parse(body) as { pageNumber: number };
      return { body: { content: pageNumber === 0 ? [row, {}] : [{ ...row, id: 'u-2', rate: null }], totalPages: 2 } };
    });
    const points = await pointsOf({ fivepost: { url: server.url, key: 'k&y' } }, 'fivepost');
    expect(points.map(({ id, rate }) => [id, rate])).toEqual([['u-1', { baseKop: 22_050, includedKg: 3, extraKopPerKg: 1800 }], ['u-2', null]]); // prettier-ignore
    expect(points[0]).toMatchObject({
      gateType: 'postamat',
      address: 'Барнаул, ул. Мира, 3',
      maxGrams: 5000,
      payCash: false,
    });
    expect(server.heard.filter(({ path }) => path.startsWith('/jwt')).map(({ query }) => query.get('apikey'))).toEqual(['k&y']); // prettier-ignore
  });
  it('Boxberry: coordinates in one word; an error is no empty list', async () => {
    const row = { Code: '1', Name: 'Барнаул', Address: '656049, Барнаул г, Мира ул, д.3', AddressReduce: 'ул. Мира, 3', CityName: 'Барнаул', GPS: '53.34,83.75', WorkSchedule: 'пн-вс: 10-20' }; // prettier-ignore
    saying(() => ({ body: [row, { Code: '2' }] }));
    const settings = { boxberry: { url: `${server.url}/json.php`, token: 't' } };
    expect((await pointsOf(settings, 'boxberry')).map(({ id, address, lat, postIndex }) => [id, address, lat, postIndex])).toEqual([['1', 'Барнаул, ул. Мира, 3', 53.34, '656049']]); // prettier-ignore
    saying(() => ({ body: [{ err: 'Превышен лимит' }] }));
    await expect(pointsOf(settings, 'boxberry')).rejects.toThrow('an error in the answer');
  });
  it('Яндекс: city by city, and never without a city', async () => {
    server.say(({ path, body }) => {
      if (path.endsWith('/location/detect')) return { body: { variants: body.includes('Барнаул') ? [{ geo_id: 197, address: 'Барнаул' }] : [] } }; // prettier-ignore
      return { body: { points: [{ id: 's-1', name: 'ПВЗ', type: 'pickup_point', position: { latitude: 53.3, longitude: 83.7 }, address: { full_address: 'Барнаул, Мира, 3' } }] } }; // prettier-ignore
    });
    const points = await pointsOf({ yandex: { url: server.url, token: 't', station: 's' } }, 'yandex');
    expect(points.map(({ id }) => id)).toEqual(['s-1']);
    const lists = server.heard.filter(({ path }) => path.endsWith('/pickup-points/list'));
    expect(lists.map((heard) => json(heard))).toEqual([{ geo_id: 197, type: 'pickup_point' }]);
  });
});
