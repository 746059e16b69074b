import { describe, expect, it } from 'vitest';
import { hasWaited, isNews, type News, newsOf, waitedAfter } from '#src/features/sync/news.rules.ts';
import { introOf, newsWords } from '#src/features/sync/sheet.rules.ts';
import type { Outcome, OutboxRecord } from '#src/offline/outbox/record.ts';
import { add, heart, look, rejected, record } from '#tests/sync/records.ts';

const news = (arrived: readonly OutboxRecord[], more: Partial<Parameters<typeof newsOf>[0]> = {}): News =>
  newsOf({ look, arrived, pending: [], outcomes: [], refused: [], told: new Set(), ...more });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('what has had to wait', () => {
  const one = (id: string, more: Pick<OutboxRecord, 'last'> = {}) => ({ id, ...more });
  const found = { pending: [], rejected: [], isFirst: false, isOnline: true };
  it('is what waited without a network, a failed try of an earlier page, and a refusal that nobody has read', () => {
    const failed = { last: { class: 'busy' } as const };
    const start = { ...found, pending: [one('sent'), one('failed', failed)], rejected: ['refused'], isFirst: true };
    const started = waitedAfter(new Set(), start);
    expect([...started]).toEqual(['failed', 'refused']);
    expect(waitedAfter(started, { ...start, isFirst: false })).toBe(started);
    expect([...waitedAfter(new Set(), { ...start, isOnline: false })]).toEqual(['sent', 'failed', 'refused']);
    expect([...waitedAfter(started, { ...found, pending: [one('c')], isOnline: false })]).toEqual([
      'failed',
      'refused',
      'c',
    ]);
  });
  it('is no tap whose page was left a moment later with the network there', () => {
    const tapped = waitedAfter(new Set(), { ...found, pending: [one('tap')], isFirst: true });
    expect([...tapped]).toEqual([]);
    expect(hasWaited({ id: 'tap', createdAt: 1000 }, tapped, 2000)).toBe(false);
  });
  it('is anything older than what its own page tells on the spot, whichever way the clock went', () => {
    const now = Date.UTC(2026, 10, 21);
    const made = (createdAt: number) => hasWaited({ id: 'x', createdAt }, new Set(), now);
    expect([made(now), made(now - 9_999), made(now - 10_001), made(now + 1e11)]).toEqual([false, false, true, true]);
    expect(hasWaited({ id: 'x', createdAt: now }, new Set(['x']), now)).toBe(true);
  });
});

describe('the sheet', () => {
  it('puts the changes of one product together, each way apart', () => {
    const { added, removed, sent } = news([add(1, 2), add(1, 3), add(1, -1), add(2, -4), heart(3)]);
    expect(added.map(({ productId, pieces }) => [productId, pieces])).toEqual([
      [1, 5],
      [3, null],
    ]);
    expect(removed.map(({ productId, pieces }) => [productId, pieces])).toEqual([
      [1, 1],
      [2, 4],
    ]);
    expect(sent).toEqual([]);
  });
  it('tells a heart by where it ended', () => {
    const { added, removed } = news([heart(1, true), heart(1, false), heart(2, false), heart(2, true)]);
    expect(added.map(({ productId }) => productId)).toEqual([2]);
    expect(removed.map(({ productId }) => productId)).toEqual([1]);
  });
  it('goes by the order of the gestures, not of the answers', () => {
    const [on, off] = [heart(1, true), heart(1, false)];
    expect(news([off, on]).added).toEqual([]);
  });
  it('keeps quiet about what still stands in a queue, and tells nothing twice', () => {
    const [moved, once] = [add(1, 2), add(2, 3)];
    const { added } = news([moved, once, once], { pending: [moved] });
    expect(added.map(({ productId, pieces }) => [productId, pieces])).toEqual([[2, 3]]);
  });
  it('names forms and accepted prices apart from what was added', () => {
    const price = record({ kind: 'cart.price', body: { kind: 'retail', cartType: 0, productId: 1, price: 100 } });
    const form = record({ kind: 'form.send', body: { form: 'notify-product', fields: { product_id: 2 } } });
    expect(news([price, form]).sent.map(({ productId }) => productId)).toEqual([1, 2]);
  });
  it('leaves out what a closed sheet has told', () => {
    const one = rejected(add(1));
    const outcome = { id: 'o', seq: 1 } as Outcome;
    expect(isNews(news([], { refused: [one], outcomes: [outcome] }))).toBe(true);
    expect(isNews(news([], { refused: [one], outcomes: [outcome], told: new Set([one.record.id, 'o']) }))).toBe(false);
  });
  it('points at a product that this phone had never seen', () => {
    expect(plain(news([add(77, 1, { seen: { title: '' } })]).added[0]?.title ?? '')).toBe('Товар № 77');
  });
});

describe('its first sentence', () => {
  const some = (more: Partial<News>): News => ({ ...news([]), ...more });
  const fewer = { kind: 'cart.change', change: { code: 'qty_limit' } } as Outcome;
  const quiz = (code: string) =>
    ({
      kind: 'quiz.submit',
      body: { lessonId: 1, version: 1, quizResult: [] },
      change: { code, applied: 80 },
    }) as unknown as Outcome;
  it.each([
    [some({ added: news([add(1)]).added }), 0, 'Отправили в 14:21. Всё в порядке.'],
    [some({ added: news([add(1)]).added }), 1, 'Отправили в 14:21. Проверьте 1 строку — остальное в порядке.'],
    [some({ refused: [1, 2].map((id) => rejected(add(id))) }), 0, 'Сервер ответил в 14:21. Проверьте 2 строки.'],
    [
      some({ refused: [1, 2, 3, 4, 5].map((id) => rejected(add(id))) }),
      0,
      'Сервер ответил в 14:21. Проверьте 5 строк.',
    ],
    [some({ changed: Array.from({ length: 21 }, () => fewer) }), 0, 'Отправили в 14:21. Проверьте 21 строку.'],
    [some({ changed: Array.from({ length: 12 }, () => fewer) }), 0, 'Отправили в 14:21. Проверьте 12 строк.'],
    [some({ changed: [quiz('quiz_passed')] }), 0, 'Отправили в 14:21. Всё в порядке.'],
    [
      some({ changed: [quiz('quiz_passed'), quiz('quiz_failed')] }),
      0,
      'Отправили в 14:21. Проверьте 1 строку — остальное в порядке.',
    ],
  ])('%#', (one, rises, expected) => {
    expect(plain(introOf(look, one, rises, 'в 14:21'))).toBe(expected);
  });
  it('calls nothing in order as a whole while something still waits', () => {
    const told = some({ added: news([add(1)]).added });
    expect(plain(introOf(look, told, 0, 'в 14:21', 2))).toBe('Отправили в 14:21. Ещё в очереди: 2.');
    expect(plain(introOf(look, told, 1, 'в 14:21', 2))).toBe(
      'Отправили в 14:21. Проверьте 1 строку. Ещё в очереди: 2.',
    );
  });
  it('is said aloud in numbers', () => {
    const told = news([add(1), heart(2)], { refused: [rejected(add(3))] });
    expect(plain(newsWords(look, told))).toBe('Пока вы были офлайн. отправлено: 2, не добавлено: 1');
    expect(plain(newsWords(look, some({ changed: [quiz('quiz_failed')] })))).toBe(
      'Пока вы были офлайн. отправлено: 1, проверено тестов: 1',
    );
  });
});
