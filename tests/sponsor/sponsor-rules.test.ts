import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedSponsor,
  carriedConsId,
  readSponsorParam,
  replaceSponsor,
  withSponsor,
} from '#src/features/sponsor/sponsor.rules.ts';

describe('reading', () => {
  it.each([
    ['', { kind: 'none' }],
    ['?q=чай', { kind: 'none' }],
    ['?sponsorId=', { kind: 'none' }],
    ['?sponsorId', { kind: 'none' }],
    ['?sponsorId=1000157', { kind: 'ok', consId: '01000157' }],
    ['?q=1&sponsorId=01000157', { kind: 'ok', consId: '01000157' }],
    ['?sponsorId=0000001000157', { kind: 'ok', consId: '01000157' }],
    ['?sponsorId=abc', { kind: 'bad' }],
    ['?sponsorId=12a', { kind: 'bad' }],
    ['?sponsorId=-5', { kind: 'bad' }],
    ['?sponsorId=1.5', { kind: 'bad' }],
    ['?sponsorId=1e3', { kind: 'bad' }],
    ['?sponsorId=١٢٣', { kind: 'bad' }],
  ])('%s', (search, expected) => {
    expect(readSponsorParam(search)).toEqual(expected);
  });
});

describe('carrying', () => {
  it.each([
    ['/katalog', '/katalog?sponsorId=01000157'],
    ['/katalog?q=%D1%87%D0%B0%D0%B9&form=a&form=b', '/katalog?q=%D1%87%D0%B0%D0%B9&form=a&form=b&sponsorId=01000157'],
    ['/cart#show-share-cart', '/cart?sponsorId=01000157#show-share-cart'],
    ['/katalog?q=1#support-form', '/katalog?q=1&sponsorId=01000157#support-form'],
    ['/katalog?sponsorId=1000411', '/katalog?sponsorId=01000411'],
    ['/katalog?sponsorId=01000411&q=2', '/katalog?sponsorId=01000411&q=2'],
    ['/katalog?sponsorId=&q=2', '/katalog?sponsorId=01000157&q=2'],
    ['/katalog?sponsorId=abc', '/katalog?sponsorId=abc'],
    ['/katalog?q=a+b', '/katalog?q=a+b&sponsorId=01000157'],
    ['', '?sponsorId=01000157'],
  ])('%s → %s', (url, expected) => {
    expect(withSponsor(url, '01000157')).toBe(expected);
  });
  it('adds nothing for the house account', () => {
    expect(withSponsor('/katalog?q=1#a', null)).toBe('/katalog?q=1#a');
    expect(
      carriedConsId({
        id: 1,
        cons_id: '01000001',
        name: 'Росток',
        photo: null,
        city: null,
        status: null,
        is_house: true,
      }),
    ).toBeNull();
  });
  it('is stable: what carries a sponsor is not changed again', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), fc.webFragments(), (path, query, fragment) => {
        const once = withSponsor(`${path}${query && `?${query}`}${fragment && `#${fragment}`}`, '01000157');
        expect(withSponsor(once, '01000411')).toBe(once);
        expect(withSponsor(once, null)).toBe(once);
      }),
    );
  });
  it('shares its own number instead of the one in the address', () => {
    expect(replaceSponsor('/produkt/x?sponsorId=01000411&preview=y#z', '01000157')).toBe(
      '/produkt/x?sponsorId=01000157&preview=y#z',
    );
    expect(replaceSponsor('/produkt/x?sponsorId=01000411&preview=y', null)).toBe('/produkt/x?preview=y');
    expect(replaceSponsor('/produkt/x', '01000157')).toBe('/produkt/x?sponsorId=01000157');
  });
});

describe('remembering', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const sponsor = { id: 2, cons_id: '01000157', name: 'Мария', photo: null, city: null, status: null, is_house: false };
  const came = (days: number) => ({
    v: 1 as const,
    sponsor,
    came: { consId: '01000157', at: new Date(now.getTime() - days * 86_400_000).toISOString() },
    at: now.toISOString(),
  });
  it('asks for the number in the address first', () => {
    expect(askedSponsor({ kind: 'ok', consId: '01000411' }, came(1), now)).toEqual({
      consId: '01000411',
      at: now.toISOString(),
    });
  });
  it('then for the one this device came with, for 14 days', () => {
    expect(askedSponsor({ kind: 'none' }, came(13), now)?.consId).toBe('01000157');
    expect(askedSponsor({ kind: 'none' }, came(14), now)).toBeNull();
    expect(askedSponsor({ kind: 'bad' }, null, now)).toBeNull();
  });
});
