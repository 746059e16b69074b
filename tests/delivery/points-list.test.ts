import { describe, expect, it } from 'vitest';
import type { DeliveryPoint } from '#contract/delivery.ts';
import {
  distanceWords,
  filterPoints,
  isOpenNow,
  type PointFilter,
  pointFacts,
  searchPoints,
} from '#src/features/delivery/points.rules.ts';
import { streetMeant } from '#src/features/delivery/street-meant.ts';
import { pointAt } from '#tests/delivery/point-at.ts';

// What the phone does with a list of points: search, filters, words (docs/product/delivery.md#points).

const SOVETSKAYA = pointAt({ id: 'a', address: 'ул. Советская, 20' });
const KIROVA = pointAt({ id: 'b', address: 'ул. Кирова, 44', note: 'Вход со двора' });
const YOLKA = pointAt({ id: 'c', address: 'Ёлочный пр., 3', gateType: 'postamat', max_weight: 10_000 });
const ALL = [SOVETSKAYA, KIROVA, YOLKA];
const ids = (points: readonly DeliveryPoint[]) => points.map(({ id }) => id).join('');

describe('search', () => {
  it.each([
    ['', 'abc'],
    ['  ,. ', 'abc'],
    ['советск', 'a'],
    ['20 СОВЕТСКАЯ', 'a'],
    ['елочный', 'c'],
    ['двора', 'b'],
    ['советская кирова', ''],
  ])('«%s» finds «%s», in the order of the list', (query, found) => expect(ids(searchPoints(ALL, query))).toBe(found));
});

describe('a misspelt street', () => {
  it.each([
    ['кирва', 'Кирова', 'b'],
    ['Кироав', 'Кирова', 'b'],
    ['савет', 'Советская', 'a'],
    ['кирва 44', 'Кирова', 'b'],
    ['ёлачный', 'Ёлочный', 'c'],
  ])('«%s» means «%s»', (query, word, found) => {
    const meant = streetMeant(ALL, query);
    expect(meant?.word).toBe(word);
    expect(ids(searchPoints(ALL, meant!.query))).toBe(found);
    expect(meant?.count).toBe(1);
  });
  it.each(['арбат', 'к', '99', '', 'советская кирова', 'кирва 99'])('«%s» means nothing that there is', (query) =>
    expect(streetMeant(ALL, query)).toBeNull(),
  );
  it('names the word as it was typed, so that the person sees what was not found', () =>
    expect(streetMeant(ALL, 'ул кирва')?.typed).toBe('кирва'));
});

describe('filters', () => {
  // Monday 09:30 by UTC+3.
  const now = new Date('2026-11-23T06:30:00Z');
  const week = (open: number, close: number): DeliveryPoint['hours'] => Array.from({ length: 7 }, () => [open, close]);
  const early = pointAt({ id: 'e', utc: 3, hours: week(540, 600) });
  const late = pointAt({ id: 'l', utc: 3, hours: week(600, 1200) });
  const words = pointAt({ id: 'w', utc: 3, hours: null });
  const machine = pointAt({ id: 'm', utc: 3, hours: week(0, 1440), gateType: 'postamat', max_weight: 10_000 });
  const free = pointAt({ id: 'f', utc: 3, hours: week(0, 1440), max_weight: null });
  const all = [early, late, words, machine, free];
  it.each<[PointFilter[], string]>([
    [[], 'elwmf'],
    [['open'], 'ewmf'],
    [['postamat'], 'm'],
    [['heavy'], 'elwf'],
    [['open', 'heavy'], 'ewf'],
    [['postamat', 'heavy'], ''],
  ])('%j lets through %s', (filters, left) => expect(ids(filterPoints(all, filters, now))).toBe(left));
  it('the clock is the one of the point, and the closing minute is closed', () => {
    expect(isOpenNow(early, new Date('2026-11-23T06:59:00Z'))).toBe(true);
    expect(isOpenNow(early, new Date('2026-11-23T07:00:00Z'))).toBe(false);
    expect(isOpenNow({ ...early, utc: 4 }, now)).toBe(false);
  });
  it('a closed day is closed', () =>
    expect(isOpenNow({ utc: 3, hours: [null, ...week(0, 1440)!.slice(1)] }, now)).toBe(false));
  it('a row says that a point is closed, and nothing where that is not known', () => {
    expect(pointFacts(late, now)).toContain('сейчас закрыт');
    expect(pointFacts(early, now)).not.toContain('закрыт');
    expect(pointFacts(words, now)).not.toContain('закрыт');
    expect(pointFacts(machine, now)).toMatch(/^Постамат\u00a0· .*до 10\u00a0кг\u00a0· карта$/);
  });
});

it.each([
  [null, ''],
  [0, '0\u00a0м'],
  [612, '600\u00a0м'],
  [974, '950\u00a0м'],
  [999, '1,0\u00a0км'],
  [1449, '1,4\u00a0км'],
  [12_000, '12,0\u00a0км'],
])('%s metres are «%s»', (metres, text) => expect(distanceWords(metres)).toBe(text));
