import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDadata } from '#server/gates/addresses/access.ts';
import { openAddresses } from '#server/gates/addresses/addresses.ts';
import { json, openProviderDouble, type ProviderDouble, silence, text } from '#tests/payments/provider-double.ts';

// Who is asked for an index (docs/product/addresses-of-people.md#index): adapters against a local server that answers as their papers
// say. None of them has met the live service.

let dadata: ProviderDouble;
let post: ProviderDouble;
beforeAll(async () => {
  dadata = await openProviderDouble();
  post = await openProviderDouble();
});
beforeEach(() => {
  dadata.answers(json({ suggestions: [] }));
  post.answers(json([]));
});
afterAll(() => {
  dadata.close();
  post.close();
});

const LINE = 'Барнаул, ул. Молодёжная, 12';
const clock = { now: 0 };
const gate = (more: { waitMs?: number; has?: ('dadata' | 'post')[] } = {}) => {
  const has = more.has ?? ['dadata', 'post'];
  return openAddresses(
    {
      dadata: has.includes('dadata') ? { url: dadata.url, token: 't1' } : null,
      carriers: { otpravka: has.includes('post') ? { url: post.url, token: 'a1', key: 'k1' } : null },
    },
    // Only the silent ones are waited for as long as a test says.
    { now: () => clock.now, waitMs: more.waitMs ?? 20_000 },
  );
};
const find = (line: string, more: Parameters<typeof gate>[0] = {}) =>
  gate(more).find(line, AbortSignal.timeout(20_000));
const suggestion = (data: Record<string, unknown>) => ({ value: '', unrestricted_value: '', data });
const house = {
  postal_code: '656049',
  country: 'Россия',
  country_iso_code: 'RU',
  region_with_type: 'Алтайский край',
  city: 'Барнаул',
  city_with_type: 'г Барнаул',
  settlement_with_type: null,
  street_with_type: 'ул Молодёжная',
  house: '12',
  block: null,
  flat: null,
  geo_lat: '53.3497',
  geo_lon: '83.7836',
  fias_level: '8',
};
const cleaned = {
  id: '1',
  'original-address': LINE,
  index: '656049',
  region: 'край Алтайский',
  place: 'г Барнаул',
  street: 'ул Молодёжная',
  house: '12',
  'quality-code': 'GOOD',
  'validation-code': 'VALIDATED',
};

describe('the gazetteer alone', () => {
  it('knows the city, and leaves street and house as they were typed', async () => {
    expect(await find(LINE, { has: [] })).toEqual([
      {
        country_id: 1,
        city_id: 19,
        index: '656000',
        region: 'Алтайский край',
        city: 'Барнаул',
        street: 'ул. Молодёжная',
        house: '12',
        building: '',
        flat: '',
        full: '656000, Барнаул, ул. Молодёжная, 12',
        lat: 53.35,
        lon: 83.78,
        quality: 'partial',
      },
    ]);
  });
  it('by index alone, by the first three digits', async () => {
    expect(await find('630091', { has: [] })).toMatchObject([{ city: 'Новосибирск', index: '630091' }]);
  });
  it.each(['Село Новая Заря, Полевая, 3', 'Нарын, ул. Ленина, 1', 'x'])('finds no index for %s', async (line) => {
    expect(await find(line, { has: [] })).toEqual([]);
  });
});

describe('DaData', () => {
  it('is asked with its key, and its suggestions come in its order', async () => {
    dadata.answers(json({ suggestions: [suggestion(house), suggestion({ ...house, house: '12А' }), suggestion({ ...house, house: null })] })); // prettier-ignore
    const found = await find(LINE);
    expect(found.map(({ house: number, quality }) => [number, quality])).toEqual([
      ['12', 'good'],
      ['12А', 'good'],
      ['', 'partial'],
    ]);
    expect(found[0]).toMatchObject({
      city_id: 19,
      index: '656049',
      lat: 53.3497,
      full: '656049, Барнаул, ул Молодёжная, 12',
    });
    const [asked] = dadata.heard;
    expect([asked?.method, asked?.path, asked?.headers.authorization]).toEqual([
      'POST',
      '/suggestions/api/4_1/rs/suggest/address',
      'Token t1',
    ]);
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ query: LINE, count: 5 });
    expect(post.heard).toEqual([]);
  });
  it('names villages, and neither other countries nor half answers', async () => {
    const village = { ...house, city: null, settlement_with_type: 'село Новая Заря', postal_code: null };
    dadata.answers(
      json({ suggestions: [suggestion({ ...house, country_iso_code: 'BY' }), suggestion({}), suggestion(village)] }),
    );
    expect(await find(LINE)).toMatchObject([{ city: 'село Новая Заря', city_id: null, index: '' }]);
  });
});

describe('the Post', () => {
  it('cleans one address, with both its keys', async () => {
    post.answers(json([cleaned]));
    expect(await find(LINE)).toMatchObject([{ city: 'Барнаул', city_id: 19, index: '656049', quality: 'good' }]);
    const [asked] = post.heard;
    expect([asked?.path, asked?.headers.authorization, asked?.headers['x-user-authorization']]).toEqual([
      '/1.0/clean/address',
      'AccessToken a1',
      'Basic k1',
    ]);
    expect(JSON.parse(asked?.body ?? '')).toEqual([{ id: '1', 'original-address': LINE }]);
  });
  it.each([
    ['UNDEF_01', 'VALIDATED'],
    ['GOOD', 'NOT_VALIDATED_HAS_UNPARSED_PARTS'],
  ])('what it is not sure of (%s, %s) is partial', async (quality, validation) => {
    post.answers(json([{ ...cleaned, 'quality-code': quality, 'validation-code': validation }]));
    expect(await find(LINE)).toMatchObject([{ index: '656049', quality: 'partial' }]);
  });
  it('an answer without an index is none', async () => {
    post.answers(json([{ ...cleaned, index: null }]));
    expect(await find(LINE)).toMatchObject([{ index: '656000', quality: 'partial' }]);
  });
});

describe('whoever does not answer', () => {
  it.each([
    ['is away', text('', 502)],
    ['wants less', text('', 429)],
    ['refuses our key', text('', 401)],
    ['answers garbage', text('<html>')],
    ['answers another shape', json({ suggestions: 'нет' })],
  ])('%s is passed over, and left alone for a minute', async (_what, say) => {
    dadata.answers(say);
    post.answers(json([cleaned]));
    const asked = gate();
    expect(await asked.find(LINE, AbortSignal.timeout(20_000))).toMatchObject([{ index: '656049' }]);
    await asked.find(LINE, AbortSignal.timeout(20_000));
    expect(dadata.heard).toHaveLength(1);
    clock.now += 60_001;
    await asked.find(LINE, AbortSignal.timeout(20_000));
    expect(dadata.heard).toHaveLength(2);
  });
  it('is silent: nobody waits for longer than was set, and the gazetteer answers', async () => {
    dadata.answers(silence);
    post.answers(silence);
    const begun = performance.now();
    expect(await find(LINE, { waitMs: 100 })).toMatchObject([{ index: '656000', quality: 'partial' }]);
    expect(performance.now() - begun).toBeLessThan(15_000);
  });
});

it('settings: a key, an address that is one', () => {
  expect(readDadata({})).toBeNull();
  expect(readDadata({ DADATA_TOKEN: 'x' })).toEqual({ url: 'https://suggestions.dadata.ru', token: 'x' });
  expect(readDadata({ DADATA_TOKEN: 'x', DADATA_URL: 'http://localhost:1/' })).toEqual({
    url: 'http://localhost:1',
    token: 'x',
  });
  expect(readDadata({ DADATA_TOKEN: 'x', DADATA_URL: 'file:///etc' })).toContain('DADATA_URL');
});
