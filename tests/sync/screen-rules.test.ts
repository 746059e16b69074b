import { describe, expect, it } from 'vitest';
import { lineOf } from '#src/features/cart/refused-lines.atoms.ts';
import { refusedByProduct } from '#src/features/cart/refused.rules.ts';
import { diagnosticsText, withoutNames } from '#src/features/sync/diagnostics.rules.ts';
import { isLost, lostOf, lostWords } from '#src/features/sync/lost.rules.ts';
import { inOrder, latest, shopWords } from '#src/features/sync/screen.rules.ts';
import { endWords, estimateDownload } from '#src/features/sync/storage.rules.ts';
import { formatBytes } from '#src/ui/format.ts';
import { lastWords, reasonOf, wordsOf } from '#src/features/sync/words.rules.ts';
import { EMPTY_LEDGER } from '#src/offline/outbox/ledger.rules.ts';
import type { ErrorClass } from '#src/offline/outbox/record.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { add, heart, look, rejected, record } from '#tests/sync/records.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const roubles = (kopecks: number) => `${kopecks / 100} ₽`;

describe('words of the queue', () => {
  const intents: readonly [Intent, string][] = [
    [{ kind: 'fav.set', body: { productId: 1, on: true } }, 'в избранное'],
    [{ kind: 'fav.set', body: { productId: 1, on: false } }, 'убрать из избранного'],
    [{ kind: 'cart.change', body: { kind: 'retail', cartType: 0, productId: 1, delta: 2 } }, '2 шт. в корзину'],
    [{ kind: 'cart.change', body: { kind: 'retail', cartType: 0, productId: 1, delta: -2 } }, 'убавить на 2 шт.'],
    [
      { kind: 'cart.change', body: { kind: 'wholesale', cartType: 0, productId: 1, delta: 9 } },
      '9 шт. в оптовую корзину',
    ],
    [
      { kind: 'cart.price', body: { kind: 'retail', cartType: 0, productId: 1, price: 64000 } },
      'оставить по новой цене 640 ₽',
    ],
    [{ kind: 'lesson.watched', body: { lessonId: 1 } }, 'урок просмотрен'],
    [{ kind: 'quiz.submit', body: { lessonId: 1, version: 1, quizResult: [] } }, 'ответы теста'],
    [{ kind: 'form.send', body: { form: 'notify-product', fields: {} } }, 'сообщить о поступлении'],
  ];
  it.each(intents)('%j', (intent, expected) => {
    expect(plain(wordsOf(look, record(intent), roubles))).toBe(expected);
  });
  it('say why the last try brought nothing, for every class of answer', () => {
    const classes: readonly ErrorClass[] = ['unknown', 'busy', 'inflight', 'auth', 'owner', 'forbidden', 'rejected'];
    expect(lastWords(undefined)).toBe('');
    for (const one of classes) expect(lastWords({ class: one })).not.toBe('');
    expect(lastWords({ class: 'busy', http: 429, code: 'too_many' })).toBe('слишком часто, отправим чуть позже');
    expect(lastWords({ class: 'busy', http: 503, code: 'server_error' })).toBe('сервер занят, попробуем ещё');
  });
  it("give a refusal the server's words, and an old one a question", () => {
    expect(reasonOf(rejected(add(1), 'Закончилась'))).toBe('Закончилась');
    expect(reasonOf(rejected(add(1), null))).toBe('Ждало слишком долго. Отправить ещё раз?');
  });
});

describe('lists', () => {
  it('show what is under way first, then the latest gesture', () => {
    const [a, b, c] = [add(1), add(2), heart(3)];
    expect(inOrder([a, b, c], new Set([a.id]))).toEqual([a, c, b]);
  });
  it('know the latest of several times', () => {
    expect(latest([undefined, '2026-01-01', null, '2026-03-01', '', '2026-02-01'])).toBe('2026-03-01');
    expect(latest([undefined, ''])).toBeNull();
  });
});

describe('refused changes of a cart', () => {
  const retailCart = { kind: 'retail', cartType: 0 } as const;
  it('stand by product, of the shown cart only, hearts apart', () => {
    const retail = rejected(add(1, 2), 'Нет в наличии');
    const wholesale = rejected(
      record({ kind: 'cart.change', body: { kind: 'wholesale', cartType: 0, productId: 1, delta: 5 } }),
    );
    const byProduct = refusedByProduct([retail, wholesale, rejected(heart(1))], retailCart, lineOf);
    expect([...byProduct]).toEqual([[1, [{ rejected: retail, pieces: 2, reason: 'Нет в наличии' }]]]);
  });
  it('keep several refusals of one product apart: each is decided for itself', () => {
    expect(refusedByProduct([rejected(add(1, 2)), rejected(add(1, 3))], retailCart, lineOf).get(1)).toHaveLength(2);
  });
});

describe('storage', () => {
  it('estimates what a download will still take, by what is held when that is enough', () => {
    expect(estimateDownload(200, { count: 0, bytes: 0 })).toBe(800_000);
    expect(estimateDownload(200, { count: 100, bytes: 500_000 })).toBe(500_000);
    expect(estimateDownload(200, { count: 5, bytes: 1 })).toBe(780_000);
    expect(estimateDownload(100, { count: 150, bytes: 1 })).toBe(0);
  });
  it.each([
    [0, '0 кБ'],
    [999_499, '999 кБ'],
    [1_000_000, '1 МБ'],
    [24_460_000, '24,5 МБ'],
    [999_700, '1 МБ'],
    [1, '1 кБ'],
  ])('says %i bytes as %s', (bytes, expected) => {
    expect(plain(formatBytes(bytes))).toBe(expected);
  });
  it('ends a download in words, whichever way it ended', () => {
    const ends = ['limit', 'full', 'offline', 'aborted', 'unsupported', 'elsewhere'] as const;
    const words = ends.map((kind) => endWords({ kind: 'ended', end: { kind } }));
    expect(new Set(words).size).toBe(ends.length);
    expect(endWords({ kind: 'idle' })).toBeNull();
    expect(plain(endWords({ kind: 'ended', end: { kind: 'done', missing: 3 } }) ?? '')).toBe(
      'Готово. Не нашлись на сервере: 3.',
    );
  });
});

describe('an eviction', () => {
  const at = '2026-11-21T11:02:00.000Z';
  it('is told when the server had heard of more than this phone remembers', () => {
    expect(lostOf({ pending: 3, at }, { isMarked: false, pending: 0 })).toEqual({ v: 1, pending: 3, at });
    expect(plain(lostWords({ pending: 3 }, '14:02'))).toBe(
      'На 14:02 не было отправлено: 3. Сделанное позже могло пропасть.',
    );
  });
  it.each([
    ['this memory is the one the server has heard of', { pending: 3, at }, { isMarked: true, pending: 0 }],
    ['the server has heard of nothing', null, { isMarked: false, pending: 0 }],
    ['nothing had been waiting', { pending: 0, at }, { isMarked: false, pending: 0 }],
    ['everything is still here', { pending: 3, at }, { isMarked: false, pending: 3 }],
  ])('is not told when %s', (_name, said, here) => {
    expect(lostOf(said, here)).toBeNull();
  });
  it('reads its own memory tolerantly', () => {
    expect([
      isLost({ v: 1, pending: 2, at }),
      isLost(null),
      isLost({ v: 2, pending: 2, at }),
      isLost({ v: 1, pending: 2, at: 'x' }),
    ]).toEqual([true, false, false, false]);
  });
});

describe('diagnostics', () => {
  it('take ids, addresses and telephone numbers out of a line', () => {
    const line =
      'flush: guest:0b9f5b1e-8a0f-4a43-9d0f-0a4a4f9f1a11 anna@example.org +7 900 000-00-02 cart:retail:0:4711';
    expect(withoutNames(line)).toBe('flush: guest:… … … cart:retail:0:4711');
  });
  it('tell whether the books balance', () => {
    const ledger = { ...EMPTY_LEDGER, enqueued: 5, acked: 3 };
    const text = diagnosticsText({
      build: '7',
      at: 'now',
      isOnline: true,
      hint: false,
      connection: '4g',
      worker: 'управляет',
      catalogue: { rev: 'abc', total: 200, asOf: null, sync: 'idle' },
      queue: { pending: 1, sending: 0, rejected: 1, outcomes: 0 },
      books: [
        { ledger, pending: 1, rejected: 1, isBalanced: true },
        { ledger, pending: 0, rejected: 0, isBalanced: false },
      ],
      isMemory: false,
      storage: { total: 1000, isPersisted: null },
      lines: Array.from({ length: 60 }, (_, i) => `line ${i}`),
    });
    const lines = text.split('\n');
    expect(lines[0]).toContain('сборка 7');
    expect(lines.filter((line) => line.endsWith(': сходится'))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(': НЕ СХОДИТСЯ'))).toHaveLength(1);
    expect(lines.at(-1)).toBe('line 59');
    expect(lines).toHaveLength(8 + 40);
  });
});

it('the shop answers only as long as it does: a database that is away is no «отвечает»', () => {
  const after = (last: { class: ErrorClass; code?: string } | undefined) => shopWords(true, [{}, last ? { last } : {}]);
  expect(after(undefined)).toBe('Магазин отвечает.');
  expect(after({ class: 'busy', code: 'server_error' })).toBe('Магазин пока не отвечает: показываем сохранённое.');
  expect(after({ class: 'unknown' })).toBe('Магазин пока не отвечает: показываем сохранённое.');
  expect(after({ class: 'busy', code: 'too_many' })).toBe('Магазин отвечает.');
  expect(after({ class: 'rejected', code: 'validation' })).toBe('Магазин отвечает.');
  expect(shopWords(false, [])).toBe('Нет сети: показываем сохранённое.');
});
