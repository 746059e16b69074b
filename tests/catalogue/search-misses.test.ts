import { expect, it } from 'vitest';
import { countMiss, deleteMissesBefore, findMisses } from '#server/features/search-misses/search-misses.queries.ts';
import { countedWords } from '#server/features/search-misses/search-misses.rules.ts';
import { openShop } from '#tests/support/open-shop.ts';

it.each([
  ['Айфон 15', 'айфон 15'],
  ['  Ёлка — «искусственная»! ', 'елка искусственная'],
  ['ночной крем', 'ночной крем'],
])('counts «%s» as «%s»', (query, words) => expect(countedWords(query)).toBe(words));
it.each([
  '89001234567',
  '+7 900 123-45-67',
  'иванов@mail.ru',
  'https://x.ru',
  'аб',
  '12',
  '🌿🌿🌿',
  'я'.repeat(61),
  '',
])('«%s» is somebody’s or no words: not counted', (query) => expect(countedWords(query)).toBeNull());

it('holds words, how often and when, and nothing of who asked; needs no session and makes none', async () => {
  const shop = await openShop();
  const ask = (query: unknown) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/search/misses',
      payload: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok', 'sec-fetch-site': 'same-origin' },
    });
  for (const query of ['Самокат', 'самокат', 'САМОКАТ!', 'удочка', '8 900 123 45 67']) {
    const answer = await ask(query);
    expect(answer.json()).toEqual({ status: 'success' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect((await ask('я'.repeat(201))).json()).toMatchObject({ status: 'error' });
  const misses = await findMisses(shop.db, 10);
  expect(misses.map(({ words, times }) => [words, times])).toEqual([
    ['самокат', 3],
    ['удочка', 1],
  ]);
  expect(Object.keys(misses[0]!).sort()).toEqual(['firstAt', 'lastAt', 'times', 'words']);
  const later = new Date(shop.clock.now.getTime() + 86_400_000);
  await countMiss(shop.db, 'удочка', later);
  await deleteMissesBefore(shop.db, later);
  expect((await findMisses(shop.db, 10)).map(({ words }) => words)).toEqual(['удочка']);
});
