import { describe, expect, it } from 'vitest';
import { canonicalPath } from '#contract/canonical-path.ts';
import { ALL_CALLS } from '#contract/all-calls.ts';
import { isScreenPath, SCREEN_PATHS, type ScreenPath, SCREENS } from '#contract/paths.ts';
import { keyOf, withKey } from '#src/app/entry-key.ts';
import { navKeyOf, returnPath } from '#src/app/nav.rules.ts';
import { withQuery } from '#src/app/search.rules.ts';
import { isBadSponsor } from '#src/app/sponsor-carry.ts';
import { readSponsorParam } from '#src/features/sponsor/sponsor.rules.ts';

describe('main navigation', () => {
  it.each([
    ['/katalog', 'catalogue'],
    ['/katalog/vitaminy', 'catalogue'],
    ['/produkt/vitamin-c-ryabinka-10101', 'catalogue'],
    ['/eshop', 'catalogue'],
    ['/user/favorites', 'favourites'],
    ['/user/favorites/', 'favourites'],
    ['/cart', 'cart'],
    ['/optovik/cart', 'cart'],
    ['/user/form-style', 'cabinet'],
    ['/login', 'cabinet'],
    ['/', undefined],
    ['/cookie', undefined],
    ['/katalogus', undefined],
  ])('%s belongs to %s', (path, key) => expect(navKeyOf(path)).toBe(key));

  it('remembers where a guest wanted to be, without the sponsor', () => {
    expect(returnPath('/cart', '')).toBe('?return=%2Fcart');
    expect(returnPath('/katalog', 'q=магний&sponsorId=01000157')).toBe(
      `?return=${encodeURIComponent('/katalog?q=%D0%BC%D0%B0%D0%B3%D0%BD%D0%B8%D0%B9')}`,
    );
    expect(returnPath('/cart', 'sponsorId=1')).toBe('?return=%2Fcart');
    expect(returnPath('/login', 'return=%2Fcart')).toBe('');
  });
});

describe('search box', () => {
  it('keeps filters, drops the preview, trims the words; a new query is ordered by what fits, the same keeps its order', () => {
    const words = encodeURIComponent('крем для рук').replaceAll('%20', '+');
    expect(withQuery(`?q=${words}&sort=title-asc`, 'крем для рук')).toBe(`/katalog?q=${words}&sort=title-asc`);
    expect(withQuery('?q=крем&sort=title-asc', '')).toBe('/katalog?sort=title-asc');
    expect(withQuery('?sort=title-asc&stock=1&preview=x', '  крем   для рук ')).toBe(
      `/katalog?stock=1&q=${encodeURIComponent('крем для рук').replaceAll('%20', '+')}`,
    );
  });
  it('an empty box leaves the whole list', () => {
    expect(withQuery('?q=крем', '')).toBe('/katalog');
    expect(withQuery('?q=крем&stock=1', '   ')).toBe('/katalog?stock=1');
  });
  it('keeps every sign a person may type', () => {
    const text = '100 % «чай» & мёд?#+';
    expect(new URLSearchParams(withQuery('', text).split('?')[1]).get('q')).toBe(text);
  });
});

describe('sponsor that stops navigation', () => {
  it.each([
    '',
    '?sponsorId=',
    '?sponsorId=1000157',
    '?sponsorId=01000157&q=1',
    '?sponsorId=%2001000157%20',
    '?sponsorId=abc',
    '?sponsorId=12a',
    '?sponsorId=-5',
    '?sponsorId=1.5',
    '?q=abc',
  ])('%s: the short check of the first chunk agrees with the rule', (search) =>
    expect(isBadSponsor(search)).toBe(readSponsorParam(search).kind === 'bad'),
  );
});

describe('history entries', () => {
  it('get a key beside the state of a screen', () => {
    const state = withKey({ from: 'list' }, false);
    expect(state.from).toBe('list');
    expect(keyOf(state)).toMatch(/^[0-9a-z]+$/);
    expect(keyOf(withKey(null, false))).not.toBe(keyOf(state));
  });
  it('foreign states have no key', () => {
    for (const state of [null, undefined, 5, 'x', {}, { entry: 7 }]) expect(keyOf(state)).toBeUndefined();
  });
});

describe('screens', () => {
  it('every path of the contract has a route, and only those', async () => {
    const fs = await import('node:fs');
    const listed = (file: string) =>
      [...fs.readFileSync(new URL(`../../src/app/${file}`, import.meta.url), 'utf8').matchAll(/path: '([^']+)'/g)].map(
        ([, path]) => path as ScreenPath,
      );
    const first = listed('routes.tsx');
    // The first chunk has no guard.
    expect(first.filter((path) => SCREENS[path] !== 'anyone')).toEqual([]);
    const routed = [...first, ...listed('rare-routes.tsx')];
    expect(routed.toSorted()).toEqual([...SCREEN_PATHS].toSorted());
    // At desk and counter a number has to be one.
    const named = (path: string) => path.replace(':period', '202611').replaceAll(/:\w+/g, '7');
    for (const path of routed) expect([path, isScreenPath(named(path))]).toEqual([path, true]);
  });
});

it('no call that is read stands at the address of a screen: whoever opens the address would be shown the answer (docs/product/calls.md#screens-and-calls-apart)', () => {
  const read = ALL_CALLS.filter(({ method }) => method === 'GET');
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter(({ path }) => isScreenPath(path)).map(({ path }) => path)).toEqual([]);
});

describe('desk and counter', () => {
  it.each([
    '/desk/orders/30001',
    '/desk/orders/30001/',
    '/desk/finance/202611',
    '/punkt/orders/7',
    '/desk/products/import/3',
  ])('%s is a screen', (path) => expect(isScreenPath(path)).toBe(true));
  it.each([
    '/desk/order',
    '/desk/orders/abc',
    '/desk/orders/0',
    '/desk/orders/1e3',
    '/desk/orders/99999999999',
    '/desk/users/-1',
    '/desk/finance/202613',
    '/desk/finance/1',
    '/punkt/orders/№7',
    '/punkt/day',
    '/desk/orders/1/2',
  ])('%s is no page of theirs: the shop answers 404', (path) =>
    expect([isScreenPath(path), canonicalPath(path)]).toEqual([false, undefined]),
  );
});
