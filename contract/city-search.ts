import { ALL_CITIES, type City, cityOfIndex } from '#contract/cities.ts';
import { kmBetween } from '#contract/tariff.ts';

// «Город или адрес»: a line as people type it, looked up in the gazetteer (docs/product/delivery.md#geocode). The shop answers
// /geocode by it and the phone without a signal too. Contents: 1 what is found, 2 by words, 3 by coordinates.

// ── 1 What is found ─────────────────────────────────────────────────────────────────────────────
/** `exact`: the whole name; `prefix`: its beginning; `index`: by the first three digits; `nearest`: by coordinates. */
export type PlaceQuality = 'exact' | 'prefix' | 'index' | 'nearest';
export type FoundPlace = {
  city: City;
  quality: PlaceQuality;
  /** Six digits of the line, or the city's own. */
  index: string;
} & Address;
type Address = { street: string | null; house: string | null; flat: string | null };
export const PLACES_MAX = 10;

// ── 2 By words ──────────────────────────────────────────────────────────────────────────────────
/** At most ten places, whole names before beginnings, big towns before small ones. */
export function findPlaces(line: string): FoundPlace[] {
  const index = /(?<!\d)\d{6}(?!\d)/.exec(line)?.[0];
  const words = wordsOf(line.replace(index ?? '', ' '));
  const byName = ALL_CITIES.flatMap((city) => {
    const match = matchName(city, words);
    return match ? [{ city, quality: match.quality, index: index ?? city.index, ...addressOf(match.rest) }] : [];
  });
  const order: PlaceQuality[] = ['exact', 'prefix'];
  const found = byName.toSorted((a, b) => order.indexOf(a.quality) - order.indexOf(b.quality));
  if (found.length > 0 || index === undefined) return found.slice(0, PLACES_MAX);
  const byIndex = cityOfIndex(index);
  return byIndex ? [{ city: byIndex, quality: 'index', index, ...addressOf(words) }] : [];
}

type Word = { plain: string; typed: string };
const SMALL_WORDS = new Set(['г', 'город', 'россия', 'казахстан', 'кыргызстан', 'ул', 'улица', 'д', 'дом']);
/** Lower case, «ё» as «е», dashes as spaces; what was typed is kept beside it for street and house. */
function wordsOf(line: string): Word[] {
  return line
    .split(/[\s,;]+/)
    .flatMap((typed) => {
      const plain = plainOf(typed);
      return plain === '' || SMALL_WORDS.has(plain) ? [] : [{ plain, typed: typed.replace(/\.$/, '') }];
    })
    .slice(0, 20);
}
const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[.«»"()]/g, '')
    .replaceAll(/[-‐–—]/g, ' ')
    .trim();

/** The city's name somewhere in the line, or the line as the beginning of its name. Its region is no part of the street. */
function matchName(city: City, words: readonly Word[]): { quality: 'exact' | 'prefix'; rest: Word[] } | undefined {
  const name = plainOf(city.title);
  const region = new Set(plainOf(city.region).split(' '));
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + 3); to += 1) {
      if (joined(words.slice(from, to)) !== name) continue;
      const rest = [...words.slice(0, from), ...words.slice(to)].filter(({ plain }) => !region.has(plain));
      return { quality: 'exact', rest };
    }
  const typed = joined(words);
  return typed.length >= 2 && name.startsWith(typed) ? { quality: 'prefix', rest: [] } : undefined;
}
const joined = (words: readonly Word[]): string => words.map(({ plain }) => plain).join(' ');

/** The first number behind the street is the house, what follows «кв.» the flat: kept as they were typed. */
function addressOf(words: readonly Word[]): Address {
  const numberAt = words.findIndex(({ plain }, at) => at > 0 && /^\d/.test(plain));
  const houseAt = numberAt < 0 ? words.length : numberAt;
  const flatWord = words.findIndex(({ plain }, at) => at > houseAt && /^(кв|квартира|оф|офис)$/.test(plain));
  const flatAt = flatWord < 0 ? words.length : flatWord;
  const text = (from: number, to?: number) => words.slice(from, to).map(({ typed }) => typed).join(' ') || null; // prettier-ignore
  return { street: text(0, houseAt), house: text(houseAt, flatAt), flat: text(flatAt + 1) };
}

// ── 3 By coordinates ────────────────────────────────────────────────────────────────────────────
/** Farther than this no town of ours is meant. */
const NEAR_KM = 150;
export function nearestPlace(at: { lat: number; lon: number }): FoundPlace | undefined {
  const near = ALL_CITIES.map((city) => ({ city, km: kmBetween(at, city) }))
    .filter(({ km }) => km <= NEAR_KM)
    .toSorted((a, b) => a.km - b.km)[0]?.city;
  return near && { city: near, quality: 'nearest', index: near.index, street: null, house: null, flat: null };
}
