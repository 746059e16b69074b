import { describe, expect, it } from 'vitest';
import { formatPhone } from '#contract/phones.ts';
import {
  guestSession,
  isSessionMark,
  isStoredUser,
  mutationOf,
  sessionOfMark,
} from '#src/features/session/session.rules.ts';
import { emptyFields, loginErrors, safeReturn } from '#src/features/session/login-form.rules.ts';

describe('?return=', () => {
  it.each([
    ['?return=/cart', '/cart'],
    ['?return=%2Fkatalog%3Fq%3D1%23a', '/katalog?q=1#a'],
    ['?return=/user/favorites&sponsorId=1', '/user/favorites'],
    ['', '/user'],
    ['?return=', '/user'],
    ['?return=cart', '/user'],
    ['?return=//evil.example', '/user'],
    ['?return=/\\evil.example', '/user'],
    ['?return=https://evil.example', '/user'],
    ['?return=javascript:alert(1)', '/user'],
    ['?return=/%09/evil.example', '/user'],
    ['?return=/%0a/evil.example', '/user'],
    ['?return=/.//evil.example', '/user'],
    ['?return=/login', '/user'],
    ['?return=/logout', '/user'],
    ['?return=/login?return=/logout', '/user'],
    ['?return=/logins', '/logins'],
  ])('%s leads to %s', (search, expected) => {
    expect(safeReturn(search)).toBe(expected);
  });
});

describe('what the device remembers', () => {
  it('reads a mark and nothing that only looks like one', () => {
    expect(isSessionMark({ uid: '7', priceType: 1, isGuest: false })).toBe(true);
    for (const bad of [
      undefined,
      null,
      'x',
      {},
      { uid: 7, priceType: 1, isGuest: false },
      { uid: '7', priceType: 2, isGuest: false },
    ])
      expect(isSessionMark(bad)).toBe(false);
  });
  it('does not show one person the record of another', () => {
    const data = {
      user: { ...guestSession.user, isGuest: false, id: 7 },
      acl: [],
      permissions: [],
      favoriteProducts: [],
      bonuses: { balances: [] },
    };
    expect(isStoredUser({ v: 1, data, at: '' }, '7')).toBe(true);
    expect(isStoredUser({ v: 1, data, at: '' }, '8')).toBe(false);
    expect(isStoredUser({ v: 2, data, at: '' }, '7')).toBe(false);
    expect(isStoredUser({ v: 1, data: { user: data.user }, at: '' }, '7')).toBe(false);
  });
  it('knows whose phone it is even when the record is gone', () => {
    expect(sessionOfMark({ uid: '7', priceType: 1, isGuest: false })).toMatchObject({
      known: true,
      uid: '7',
      user: { isGuest: false, id: 7, price_type: 1 },
    });
  });
  it('tells an ended session from a changed person', () => {
    expect(mutationOf('7', '7')).toBe('same');
    expect(mutationOf('7', 'guest')).toBe('expired');
    expect(mutationOf('8', '7')).toBe('switched');
    expect(mutationOf('guest', '7')).toBe('switched');
    expect(mutationOf('guest', 'guest')).toBe('same');
  });
});

it('shows every failure where it can be mended', () => {
  const refused = (code: string, errors?: Record<string, string[]>) =>
    loginErrors({
      kind: 'refused',
      refusal: { status: 'error', code, message: 'слова', ...(errors ? { errors } : {}) },
    });
  expect(refused('wrong_password')).toEqual({ password: ['слова'] });
  expect(refused('too_many')).toEqual({ login: ['слова'] });
  expect(refused('validation', { login: ['Заполните поле'] })).toEqual({ login: ['Заполните поле'] });
  expect(refused('server_error')).toEqual({ form: 'слова' });
  expect(refused('validation', { login: ['а'], password: ['б'] })).toEqual({ login: ['а'], password: ['б'] });
  expect(loginErrors({ kind: 'offline' })).toEqual({ form: 'Нужен интернет. Проверьте связь и попробуйте снова.' });
  expect(loginErrors({ kind: 'timeout' })).toEqual({ form: 'Сервер не ответил вовремя. Попробуйте ещё раз.' });
  expect(loginErrors({ kind: 'broken', cause: null })).toEqual({ form: 'Сервис временно не доступен.' });
});

it('names every field that was left empty, blanks included, and no other', () => {
  const fill = ['Заполните поле'];
  expect(emptyFields({ login: '', password: '' })).toEqual({ login: fill, password: fill });
  expect(emptyFields({ login: ' \t', password: 'x' })).toEqual({ login: fill });
  expect(emptyFields({ login: 'a@b.ru', password: '  ' })).toEqual({ password: fill });
  expect(emptyFields({ login: 'a@b.ru', password: 'x' })).toEqual({});
});

it.each([
  ['+79000000001', '+7\u00a0(900)\u00a0000-00-01'],
  ['+375294911911', '+375\u00a029\u00a0491-19-11'],
  ['+12025550100', '+12025550100'],
])('writes %s as %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});
