import { expect, it } from 'vitest';
import { inWords } from '#server/command.ts';
import { readEnv } from '#server/platform/env.ts';

// What a bad setting is answered with; that a process ends with these words: starting.test.ts.

/** As the process says it. */
function refusal(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    return inWords(error);
  }
  return 'accepted';
}

const HTTPS = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.test' };

it.each<[Record<string, string>, string]>([
  [{ PORT: 'abc' }, 'PORT: нужно целое число'],
  [{ SEED: 'full' }, 'SEED: допустимы'],
  [{ PUBLIC_URL: 'shop' }, 'PUBLIC_URL: нужен адрес'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: допустимы'],
  [{ TLS_CERT: '/x' }, 'TLS_CERT и TLS_KEY задаются вместе'],
  [{ NODE_ENV: 'production' }, 'нужен PUBLIC_URL с https'],
  [{ ...HTTPS, TEST_LEDGER: '1' }, 'TEST_LEDGER'],
  [{ DELIVERY_OFF: '25 7' }, 'DELIVERY_OFF: нужны коды'],
  [{ CDEK_ID: 'x' }, 'CDEK_ID и CDEK_SECRET задаются вместе'],
  [{ YANDEX_DELIVERY_TOKEN: 'x' }, 'YANDEX_DELIVERY_TOKEN и YANDEX_DELIVERY_STATION задаются вместе'],
  [{ CDEK_URL: 'api.cdek.ru' }, 'CDEK_URL: нужен адрес'],
])('%o is refused in words', (source, words) => {
  expect(refusal(source)).toContain(words);
});

it('what is right is accepted', () => {
  expect(refusal({})).toBe('accepted');
  expect(refusal(HTTPS)).toBe('accepted');
});

it('ways that are not offered: Boxberry unless said otherwise', () => {
  const off = (text?: string) => readEnv(text === undefined ? {} : { DELIVERY_OFF: text }).deliveryOff;
  expect([off(), off(''), off('27, 25'), off('none')]).toEqual([[25], [25], [27, 25], []]);
});
