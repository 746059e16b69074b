import { describe, expect, it } from 'vitest';
import { stepsOf } from '#contract/catalogue-pack.ts';
import { cityNamed } from '#contract/cities.ts';
import type { NeedsShard } from '#contract/needs.ts';
import { deliveryFrom } from '#src/features/product/delivery-from.rules.ts';
import { similarTo } from '#src/features/product/similar.rules.ts';
import { lastsDays, unitPrice } from '#src/features/product/unit-price.rules.ts';
import { demoProducts } from '#server/demo/products/build.ts';
import { row } from '#tests/support/list-row.ts';

// docs/product/catalogue.md#unit-price

const pack = (words: string, quantity: number | null, volume = '', usage = '') => ({
  pack: words, qty_in_pack: quantity, volume, usage,
}); // prettier-ignore

describe('the price of a piece, of 100 g, of 100 ml', () => {
  it.each([
    ['60 капсул', 60, '', 69_000, 1150, 'капсулу'],
    ['100 таблеток', 100, '', 49_000, 490, 'таблетку'],
    ['20\u00a0фильтр-пакетов', 20, '', 33_000, 1650, 'пакетик'],
    ['15 саше', 15, '', 100_000, 6667, 'саше'],
    ['30 таб.', 30, '', 39_000, 1300, 'таблетку'],
    ['30 мл, капли', null, '30 мл', 56_000, 186_667, '100\u00a0мл'],
    ['6 × 40 г', null, '6 × 40 г', 24_000, 10_000, '100\u00a0г'],
    ['1,5 л', null, '1,5\u00a0л', 59_000, 3933, '100\u00a0мл'],
  ])('«%s»', (words, quantity, volume, price, kopecks, per) => {
    expect(unitPrice(pack(words, quantity, volume), price)).toEqual({ kopecks, per });
  });
  it.each([
    ['100 г', null, '100 г'],
    ['5 предметов', 5, ''],
    ['24 × 32 см', null, ''],
    ['осень 2026', null, ''],
    ['1 капсула', 1, ''],
    ['0 мл', null, '0 мл'],
  ])('«%s» says nothing more than its price', (words, quantity, volume) => {
    expect(unitPrice(pack(words, quantity, volume), 10_000)).toBeNull();
  });
});

describe('how long a pack lasts', () => {
  it.each([
    ['60 капсул', 60, '', 'Взрослым по 1\u00a0капсуле 2\u00a0раза в\u00a0день во время еды.', 30],
    ['120 капсул', 120, '', 'Взрослым по 2 капсулы 2 раза в день.', 30],
    ['30 капсул', 30, '', 'Взрослым по 1 капсуле в день.', 30],
    ['60 пастилок', 60, '', 'Детям с 3 лет по 1 мишке 2 раза в день.', 30],
    ['порошок 150 г', null, '150 г', 'Взрослым по 1 чайной ложке (5 г) 1 раз в день, в воде.', 30],
    ['60 капсул', 60, '', 'Взрослым по 1 таблетке 2 раза в день.', null],
    ['30 мл, капли', null, '30 мл', 'Взрослым по 1 капле (10 мкг) в день.', null],
    ['60 капсул', 60, '', 'По назначению врача.', null],
    ['60 капсул', 60, '', '', null],
    ['1 капсула', 1, '', 'По 2 капсулы в день.', null],
    ['60 капсул', 60, '', 'По 0 капсул в день.', null],
  ])('%s, %s, «%s» «%s»: %s', (words, quantity, volume, usage, days) => {
    expect(lastsDays(pack(words, quantity, volume, usage))).toBe(days);
  });
  it('is told for most supplements of the demo range, and is never absurd', () => {
    const told = demoProducts(new Date('2026-11-22T00:00:00Z'))
      .filter(({ isBad }) => isBad)
      .map((one) => lastsDays(pack(one.pack ?? '', one.qtyInPack ?? null, one.volume, one.usage)));
    const days = told.filter((one) => one !== null);
    expect(days.length).toBeGreaterThan(55);
    expect([Math.min(...days) >= 5, Math.max(...days) <= 120]).toEqual([true, true]);
  });
});

it('delivery begins at the cheapest way to a point and to the door, dearer with the weight; a town too far has no courier', () => {
  const city = cityNamed('Новосибирск')!;
  expect(deliveryFrom(city, 110)).toEqual({
    point: { kopecks: 18_700, days: { min: 3, max: 3 } },
    door: { kopecks: 30_000, days: { min: 1, max: 1 } },
  });
  expect(deliveryFrom(city, 9000).point!.kopecks).toBeGreaterThan(18_700);
  expect(deliveryFrom(cityNamed('Якутск')!, 110).point!.kopecks).toBeGreaterThan(30_000);
  expect(deliveryFrom(cityNamed('Бишкек')!, 110).point).not.toBeNull();
  expect(deliveryFrom(city, 99_000)).toEqual({ point: null, door: null });
  expect(deliveryFrom({ countryId: 99, lat: 0, lon: 0 }, 110)).toEqual({ point: null, door: null });
});

describe('similar goods', () => {
  const rows = [1, 2, 3, 4].map((id) => row(id, { category_id: id < 3 ? 101 : 102 }));
  const byId = new Map(rows.map((one) => [one.id, one]));
  const shard: NeedsShard = {
    v: 1,
    synonyms: [],
    popular: [],
    needs: [{ slug: 'son', title: 'Сон и отдых', words: [], products: [4, -3, 2, 99] }],
  };
  it('are those of the first topic, the fittest first, without itself and what stands beside it already', () => {
    const similar = similarTo(rows[0]!, { rows, byId, needs: shard }, [3]);
    expect([similar.title, similar.rows.map(({ id }) => id)]).toEqual(['Сон и отдых: ещё товары', [4]]);
  });
  it('are the neighbours in the category where no topic has the product, or the shop has none', () => {
    const needs = { ...shard, needs: [{ ...shard.needs[0]!, products: stepsOf([3]) }] };
    for (const one of [needs, null]) {
      const similar = similarTo(rows[0]!, { rows, byId, needs: one }, []);
      expect([similar.title, similar.rows.map(({ id }) => id)]).toEqual(['Похожие товары', [2]]);
    }
  });
});
