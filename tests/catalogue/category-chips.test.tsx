// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CategoryNode } from '#contract/catalogue.ts';
import { CategoryChips } from '#src/features/catalogue/CategoryChips.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// The row of categories on a phone.

const node = (id: number, title: string): CategoryNode => ({ id, parent_id: null, title, short: title, slug: `c-${id}`, count: 9 }) as CategoryNode; // prettier-ignore
const NODES = [node(1, 'Витамины'), node(2, 'Чай'), node(3, 'Дом')];
const shown = (found: Record<number, number>, current: CategoryNode | null = null) => {
  onScreen(
    <CategoryChips
      categories={NODES}
      current={current}
      countOf={({ id }) => found[id] ?? 0}
      total={3}
      filters={0}
      onFilters={() => {}}
    />,
  );
  return screen.getAllByRole('link').map((link) => link.textContent);
};

it('a search offers only categories in which it has found something', () => {
  expect(shown({ 1: 2, 3: 1 })).toEqual(['Все3', 'Витамины2', 'Дом1']);
});
it('the one that is open stays, so that it can be left', () => {
  expect(shown({ 1: 2 }, NODES[1])).toEqual(['Все3', 'Витамины2', 'Чай0']);
});
