import { expect, it } from 'vitest';
import { refusedRows } from '#src/features/sync/refused-rows.rules.ts';
import { introOf, newsWords } from '#src/features/sync/sheet.rules.ts';
import { NO_NEWS } from '#src/features/sync/news.rules.ts';
import { wordsOf } from '#src/features/sync/words.rules.ts';
import { add, heart, look, rejected } from '#tests/sync/records.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const shown = (all: Parameters<typeof refusedRows>[1]) =>
  refusedRows(look, all).map(({ record, rejected: pieces }) => [plain(wordsOf(look, record, String)), pieces]);

it('pieces of one product that were refused for one reason are one row with their sum', () => {
  const [first, other, second] = [rejected(add(1)), rejected(add(2)), rejected(add(1, 2))];
  expect(shown([first, other, second])).toEqual([
    ['3 шт. в корзину', [first, second]],
    ['1 шт. в корзину', [other]],
  ]);
});
it('another reason, another direction, another cart and another kind of gesture stand for themselves', () => {
  const wholesale = { kind: 'wholesale', cartType: 0, productId: 1, delta: 1 } as const;
  const all = [
    rejected(add(1)),
    rejected(add(1), null),
    rejected(add(1), 'Не больше 5 шт.'),
    rejected(add(1, -1), null),
    rejected(add(1, 1, { body: wholesale, lane: 'cart:wholesale:0:1' } as never)),
    rejected(heart(1)),
    rejected(heart(1, false)),
  ];
  expect(refusedRows(look, all)).toHaveLength(all.length);
});
it('the words of the sheet count rows', () => {
  const news = { ...NO_NEWS, refused: [rejected(add(1)), rejected(add(1, 2))] };
  expect(plain(introOf(look, news, 0, 'в 14:21'))).toBe('Сервер ответил в 14:21. Проверьте 1 строку.');
  expect(plain(newsWords(look, news))).toBe('Пока вы были офлайн. не добавлено: 1');
});
