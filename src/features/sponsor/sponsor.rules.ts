import type { Sponsor } from '#contract/session.ts';

// `sponsorId` of any URL is a registration number, compared as a number and written with 8 digits
// (docs/product/people.md#registration-numbers).

export type SponsorParam = { kind: 'none' } | { kind: 'ok'; consId: string } | { kind: 'bad' };

/**
 * `bad` stops navigation (docs/product/asked-for.md#screens): only non-digits do; an unknown number falls through to the
 * next source.
 */
export function readSponsorParam(search: string): SponsorParam {
  const value = new URLSearchParams(search).get('sponsorId')?.trim() ?? '';
  if (value === '') return { kind: 'none' };
  return /^\d+$/.test(value) ? { kind: 'ok', consId: eightDigits(value) } : { kind: 'bad' };
}

/**
 * The same path, query and hash carrying this sponsor; null (house account or unknown) changes nothing. A number already
 * there stays.
 */
export function withSponsor(url: string, consId: string | null): string {
  return rewrite(url, (value) =>
    value === undefined || value === '' ? consId : /^\d+$/.test(value) ? eightDigits(value) : value,
  );
}

/** For links that are given away: this number instead of whatever the address carries. */
export function replaceSponsor(url: string, consId: string | null): string {
  return rewrite(url, () => consId);
}

/** Other parameters keep their order and spelling. */
function rewrite(url: string, next: (value: string | undefined) => string | null): string {
  const [, path = '', query, hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const pairs = query ? query.split('&') : [];
  const own = pairs.findIndex((pair) => pair === 'sponsorId' || pair.startsWith('sponsorId='));
  const value = next(own < 0 ? undefined : decode(pairs[own]!.slice('sponsorId='.length)));
  const written = value === null ? [] : [`sponsorId=${encodeURIComponent(value)}`];
  const rest = pairs.filter((pair) => pair !== '' && pair !== 'sponsorId' && !pair.startsWith('sponsorId='));
  const place = own < 0 ? rest.length : Math.min(own, rest.length);
  const all = [...rest.slice(0, place), ...written, ...rest.slice(place)];
  return `${path}${all.length > 0 ? `?${all.join('&')}` : ''}${hash}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim();
  } catch {
    return text;
  }
}
const eightDigits = (digits: string): string => digits.replace(/^0+(?=\d)/, '').padStart(8, '0');

/** What the router writes into every address: nothing for the house account. */
export const carriedConsId = (sponsor: Sponsor | null): string | null =>
  sponsor === null || sponsor.is_house ? null : sponsor.cons_id;

export type StoredBootstrap = {
  v: 1;
  sponsor: Sponsor;
  /** Number of the address this visit came with, and when. */ came: { consId: string; at: string } | null;
  at: string;
};
export function isStoredBootstrap(value: unknown): value is StoredBootstrap {
  const { v, sponsor, came } = (value ?? {}) as Partial<StoredBootstrap>;
  const isCame = came === null || (typeof came?.consId === 'string' && typeof came.at === 'string');
  return (
    v === 1 &&
    typeof sponsor?.cons_id === 'string' &&
    typeof sponsor.is_house === 'boolean' &&
    typeof sponsor.name === 'string' &&
    isCame
  );
}

const REF_MS = 14 * 86_400_000;
/**
 * Whom to ask the server for: the number in the address, else the one this device came with in the last 14 days
 * (docs/product/asked-for.md#constants).
 */
export function askedSponsor(
  param: SponsorParam,
  stored: { came: { consId: string; at: string } | null } | null,
  now: Date,
): { consId: string; at: string } | null {
  if (param.kind === 'ok') return { consId: param.consId, at: now.toISOString() };
  const came = stored?.came ?? null;
  return came !== null && now.getTime() - Date.parse(came.at) < REF_MS ? came : null;
}
