import { describe, expect, it } from 'vitest';
import { accountKey, readLogin, slowSeconds, waitSeconds } from '#server/features/session/login.rules.ts';
import { addressKey, tooManyInWords } from '#server/platform/limits.rules.ts';

describe('login names', () => {
  it.each([
    '+7 900 000-00-01',
    '8 900 000 00 01',
    '8(900)000-00-01',
    '79000000001',
    '9000000001',
    '+79000000001',
    ' +7 (900) 000–00–01 ',
    '+7\u00a0900\u00a0000\u00a000\u00a001',
  ])('reads %j as one phone', (text) => {
    expect(readLogin(text)).toEqual({ phone: '+79000000001' });
  });
  it.each([
    ['+375 29 491-19-11', '+375294911911'],
    ['375294911911', '+375294911911'],
    ['+996 700 123 456', '+996700123456'],
    ['+49 1512 3456789', '+4915123456789'],
  ])('reads a foreign phone %j', (text, phone) => {
    expect(readLogin(text)).toEqual({ phone });
  });
  it('reads an e-mail in any case', () => {
    expect(readLogin(' Cons@Rostok.TEST ')).toEqual({ email: 'cons@rostok.test' });
  });
  it.each(['', 'cons', '123', '+7 900', '8900000000123', "' or 1=1 --", '+1 202 555 0100'])(
    'knows no person by %j',
    (text) => {
      expect(readLogin(text)).toBeNull();
    },
  );
  it('counts one account under one key, and an unknown login however it is written', () => {
    const key = (text: string) => accountKey(text, undefined);
    expect(new Set(['+7 900 000-00-01', '8 (900) 000 00 01', '9000000001'].map(key)).size).toBe(1);
    expect(key('Cons@Rostok.test')).toBe(key('cons@rostok.TEST '));
    expect(key('CONS')).toBe(key(' cons'));
    expect(key('other:x')).not.toBe(key('x'));
    expect(accountKey('+7 900 000-00-01', { id: 7 })).toBe(accountKey('cons@rostok.test', { id: 7 }));
    expect(accountKey('user:7', undefined)).not.toBe(accountKey('a@b.ru', { id: 7 }));
  });
});

describe('addresses', () => {
  it.each([
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['10.0.0.7', '10.0.0.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ])('%s counts as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describe('waiting', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  it('lets through while there is room', () => {
    expect(waitSeconds([], 5, now)).toBeNull();
    expect(waitSeconds([ago(1), ago(2), ago(3), ago(4)], 5, now)).toBeNull();
  });
  it('waits until the limit-th newest failure is 15 minutes old', () => {
    expect(waitSeconds([ago(1), ago(2), ago(3), ago(4), ago(60)], 5, now)).toBe(840);
    expect(waitSeconds([ago(1), ago(2), ago(3), ago(4), ago(899.9)], 5, now)).toBe(1);
  });
});

describe('an address that many share', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const failures = (count: number, newestAgoS: number) =>
    Array.from({ length: count }, (_, i) => new Date(now.getTime() - (newestAgoS + i) * 1000));
  it.each([
    [99, 0, null],
    [100, 0, 1],
    [100, 1, null],
    [101, 0, 2],
    [102, 0, 4],
    [102, 3, 1],
    [102, 4, null],
    [105, 0, 32],
    [106, 0, 60],
    [106, 60, null],
  ])('%i failures, the newest %i s ago: wait %s', (count, ago, wait) => {
    expect(slowSeconds(failures(count, ago), 100, now)).toBe(wait);
  });
});

describe('how long to wait, in words', () => {
  it.each([
    [1, '1 минуту'],
    [61, '2 минуты'],
    [300, '5 минут'],
    [660, '11 минут'],
    [900, '15 минут'],
    [1260, '21 минуту'],
  ])('%i s: %s', (seconds, words) => {
    expect(tooManyInWords(seconds).replaceAll('\u00a0', ' ')).toBe(`Слишком много попыток. Попробуйте через ${words}`);
  });
});
