import { describe, expect, it } from 'vitest';
import { formatPhone } from '#contract/phones.ts';
import {
  guestSession,
  isSessionMark,
  isStoredUser,
  mutationOf,
  sessionOfMark,
} from '#src/features/session/session.rules.ts';
import { judgeLogin, loginFaults, safeReturn } from '#src/features/session/login-form.rules.ts';
import type { Failure } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';

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
  const refused = (code: string, errors?: Record<string, string[]>): Failure => ({
    kind: 'refused',
    refusal: { status: 'error', code, message: 'слова', ...(errors ? { errors } : {}) },
  });
  const shown = (failure: Failure) => {
    const errors = loginFaults(failure);
    return errors ? { kind: 'fields', errors } : formFailure(failure);
  };
  const fields = (errors: Record<string, string[]>) => ({ kind: 'fields', errors });
  expect(shown(refused('wrong_password'))).toEqual(fields({ password: ['слова'] }));
  expect(shown(refused('too_many'))).toEqual(fields({ login: ['слова'] }));
  expect(shown(refused('validation', { login: ['Заполните поле'] }))).toEqual(fields({ login: ['Заполните поле'] }));
  expect(shown(refused('validation', {}))).toEqual({ kind: 'failed', text: 'слова' });
  expect(shown(refused('server_error'))).toEqual({ kind: 'failed', text: 'слова' });
  expect(shown({ kind: 'offline' })).toEqual({
    kind: 'failed',
    text: 'Нужен интернет. Проверьте связь и попробуйте снова.',
  });
  expect(shown({ kind: 'timeout' })).toEqual({
    kind: 'failed',
    text: 'Сервер не ответил вовремя. Попробуйте ещё раз.',
  });
  expect(shown({ kind: 'broken', cause: null })).toEqual({ kind: 'failed', text: 'Сервис временно не доступен.' });
});

it('names every field that was left empty, blanks included, and no other', () => {
  const fill = ['Заполните поле'];
  expect(judgeLogin({ login: '', password: '' })).toEqual({ login: fill, password: fill });
  expect(judgeLogin({ login: ' \t', password: 'x' })).toEqual({ login: fill });
  expect(judgeLogin({ login: 'a@b.ru', password: '  ' })).toEqual({ password: fill });
  expect(judgeLogin({ login: 'a@b.ru', password: 'x' })).toBeNull();
});

it.each([
  ['+79000000001', '+7\u00a0(900)\u00a0000-00-01'],
  ['+375294911911', '+375\u00a029\u00a0491-19-11'],
  ['+12025550100', '+12025550100'],
])('writes %s as %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});
