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
])('%o is refused in words', (source, words) => {
  expect(refusal(source)).toContain(words);
});

it('what is right is accepted', () => {
  expect(refusal({})).toBe('accepted');
  expect(refusal(HTTPS)).toBe('accepted');
});
