import { expect, it } from 'vitest';
import { isScreenPath } from '#contract/paths.ts';
import { findAnswers, TOPICS } from '#src/features/content/faq.rules.ts';

const questions = (query: string) => findAnswers(query).flatMap(({ answers }) => answers.map((one) => one.question));

it('finds by the beginnings of words, whatever their case and ё', () => {
  expect(questions('отмен ЗАКАЗ')).toEqual(['Как отменить заказ?']);
  expect(questions('придет')).toContain('Сколько стоит доставка и когда придёт заказ?');
  expect(questions('  ')).toHaveLength(TOPICS.flatMap(({ answers }) => answers).length);
});
it.each(['<script>', '🌱🌱', 'ъ'.repeat(10_000), '((('])('lives with a query of signs: %.20s', (query) => {
  expect(() => findAnswers(query)).not.toThrow();
});
it('shows no topic without answers', () => {
  expect(findAnswers('ъъъ')).toEqual([]);
  for (const { answers } of findAnswers('возврат')) expect(answers.length).toBeGreaterThan(0);
});
it('leads to pages that exist, and asks nothing twice', () => {
  const all = TOPICS.flatMap(({ answers }) => answers);
  expect(all.flatMap(({ link }) => link?.[0] ?? []).filter((href) => !isScreenPath(href))).toEqual([]);
  expect(new Set(all.map(({ question }) => question)).size).toBe(all.length);
});
