import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POINTS_MAX } from '#contract/delivery.ts';
import { ALL_CITIES } from '#contract/cities.ts';
import { type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { addPoint, fillPoints, pointsOf } from '#tests/delivery/delivery-shop.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await openShop();
  await fillPoints(shop);
  browser = await browserOf(shop);
});
afterAll(() => shop.close());
type Listed = { id: string; distance: number; address: string }[];
const listed = async (type: number | string, query = ''): Promise<Listed> => (await pointsOf(browser, type, query)).body.points as Listed; // prettier-ignore

describe('GET /api/delivery/agent-delivery-points/{id}', () => {
  it('lists the points of a city, the nearest first, with everything a list shows', async () => {
    const points = await listed(11, '?city_id=3');
    expect(points).toHaveLength(8);
    expect(points.map(({ distance }) => distance)).toEqual(points.map(({ distance }) => distance).toSorted((a, b) => a - b)); // prettier-ignore
    expect(points[0]).toMatchObject({
      gateType: 'pvz',
      utc: 7,
      pay_card: true,
      max_weight: 30_000,
      name: 'СДЭК (демо)',
    });
    expect((await listed(26, '?city_id=3')).some((point) => JSON.stringify(point).includes('круглосуточно'))).toBe(
      true,
    );
  });
  it('from where the buyer stands', async () => {
    const [last] = (await listed(11, '?city_id=3')).slice(-1);
    const all = (await pointsOf(browser, 11, '?city_id=3')).body.points as { id: string; lat: number; lon: number }[];
    const target = all.find(({ id }) => id === last?.id)!;
    const [first] = await listed(11, `?city_id=3&near=${target.lat},${target.lon}`);
    expect([first?.id, first?.distance]).toEqual([target.id, 0]);
  });
  it('within the frame of a map, corners in any order; an empty frame is an empty list', async () => {
    const frame = await listed(11, '?bbox=56,85.5,54,82');
    expect(new Set(frame.map(({ id }) => id.split('-')[1]))).toEqual(new Set(['3']));
    expect(await listed(11, '?bbox=54,82,56,85.5')).toEqual(frame);
    expect((await pointsOf(browser, 11, '?bbox=10,10,11,11')).body).toMatchObject({ points: [], truncated: false });
  });
  it('by words of the address, the name or the code; signs of a pattern mean themselves', async () => {
    const found = await listed(11, `?city_id=3&q=${encodeURIComponent('гоголя')}`);
    expect(found.map(({ address }) => address)).toEqual([expect.stringContaining('Гоголя')]);
    expect(await listed(11, `?q=${encodeURIComponent('SDEK-24-01')}`)).toHaveLength(1);
    for (const q of ['%', '_', '\\', "' or 1=1", 'кирва'])
      expect(await listed(11, `?q=${encodeURIComponent(q)}`)).toEqual([]);
  });
  it('as the phone searches: small letters, ё as е, the note too', async () => {
    await addPoint(shop, { id: 'P-yo', deliveryType: 18, address: 'ул. Молодёжная, 5', note: 'Примерочная' });
    for (const q of ['МОЛОДЕЖНАЯ', 'молодёжная 5', 'примерочная молодеж'])
      expect((await listed(18, `?city_id=19&q=${encodeURIComponent(q)}`)).map(({ id }) => id)).toEqual(['P-yo']);
  });
  it('at most two hundred, and says that there are more', async () => {
    const answer = await pointsOf(browser, 11, '?bbox=40,20,70,140');
    expect([answer.body.points.length, answer.body.truncated]).toEqual([POINTS_MAX, true]);
  });
  it('leaves out what has closed', async () => {
    await addPoint(shop, { id: 'P-shut', closedAt: shop.clock.now });
    expect((await listed(26, '?city_id=19')).map(({ id }) => id)).not.toContain('P-shut');
  });
  it('own centres stand in fourteen cities, counters of warehouses in two', async () => {
    const cities = async (type: number) => (await listed(type)).length;
    expect([await cities(3), await cities(23)]).toEqual([14, 2]);
  });
  it('Yandex has no points where it does not carry, the Post an office per city of Russia', async () => {
    expect(await listed(27, '?city_id=24')).toEqual([]);
    const russian = ALL_CITIES.filter(({ countryId }) => countryId === 1);
    for (const city of russian) expect((await listed(18, `?city_id=${city.id}`)).length).toBeGreaterThan(1);
  });
});

describe('what is no list of points', () => {
  it.each([1, 8, 20, 22, 2, 999_999])('way %i has none', async (type) => {
    const { http, body } = await pointsOf(browser, type);
    expect([http, body.code, body.message]).toEqual([404, 'not_found', 'У этого способа доставки нет пунктов выдачи']);
  });
  it('a way that is switched off shows none', async () => {
    const { http, body } = await pointsOf(browser, 25, '?city_id=3');
    expect([http, body.message]).toEqual([404, 'Этот способ доставки сейчас не предлагается']);
  });
  it.each(['/x', '/-1', '/11?bbox=1,2,3', '/11?bbox=a,b,c,d', '/11?near=1', '/11?city_id=-1', '/11?city_id=99999999999'])('%s is no question', async (path) => {
    expect((await call(browser, 'GET', `/api/delivery/agent-delivery-points${path}`)).http).toBe(400);
  }); // prettier-ignore
  it.each(['?bbox=100,0,0,0', '?near=0,200'])('%s lies on no map', async (query) => {
    expect((await pointsOf(browser, 11, query)).body.code).toBe('validation');
  });
});

describe('POST /geocode', () => {
  const ask = async (body: object) => {
    const { http, body: answer } = await call(browser, 'POST', '/geocode', body);
    const places = (answer.places ?? []) as { city: string; index: string; street: string; house: string }[];
    return { http, places: places.map(({ city, index, street, house }) => [city, index, street, house]) };
  };
  it('by a line, by the beginning of a name, by index and by coordinates', async () => {
    expect((await ask({ query: 'Новосибирск, Красный проспект, 25' })).places).toEqual([['Новосибирск', '630000', 'Красный проспект', '25']]); // prettier-ignore
    expect((await ask({ query: 'Ка' })).places.map(([city]) => city)).toContain('Казань');
    expect((await ask({ index: '634012' })).places).toEqual([['Томск', '634012', '', '']]);
    expect((await ask({ lat: 56.4, lon: 85 })).places).toEqual([['Томск', '634000', '', '']]);
  });
  it('finds nothing in words, not in faults', async () => {
    for (const body of [{}, { query: '' }, { query: 'Мордор' }, { index: '999999' }, { lat: 0, lon: 0 }])
      expect(await ask(body)).toEqual({ http: 200, places: [] });
    expect((await call(browser, 'POST', '/geocode', { lat: 91, lon: 0 })).body.code).toBe('validation');
    expect((await call(browser, 'POST', '/geocode', { query: 'x'.repeat(201) })).body.code).toBe('validation');
  });
});
