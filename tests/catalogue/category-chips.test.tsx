// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CategoryNode } from '#contract/catalogue.ts';
import { CategoryChips } from '#src/features/catalogue/CategoryChips.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

const node = (id: number, title: string): CategoryNode => ({
  id,
  parent_id: null,
  slug: `c-${id}`,
  title,
  short: title,
  count: 10,
});
const nodes = [node(1, 'Добавки'), node(2, 'Питание'), node(3, 'Чай')];
const show = (counts: readonly number[], more: Partial<Parameters<typeof CategoryChips>[0]> = {}) =>
  onScreen(
    <CategoryChips
      categories={nodes}
      current={null}
      countOf={({ id }) => counts[id - 1]!}
      total={counts.reduce((sum, one) => sum + one, 0)}
      isSearch
      filters={0}
      onFilters={() => undefined}
      {...more}
    />,
  );
const names = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('chips of the categories', () => {
  it('a search names only those in which it found something', () => {
    show([4, 0, 2]);
    expect(names()).toEqual(['Все6', 'Добавки4', 'Чай2']);
  });
  it('the chosen one stays though it has nothing, and so does the way out of the filters', () => {
    show([0, 0, 0], { current: nodes[1]! });
    expect(names()).toEqual(['Все0', 'Питание0']);
    cleanup();
    show([0, 0, 0], { filters: 2 });
    expect(screen.getAllByRole('button', { name: 'Фильтры, выбрано 2' })).toHaveLength(1);
  });
  it('a search that found nothing has nothing to choose from', () => {
    show([0, 0, 0]);
    expect(screen.queryByRole('navigation', { name: 'Категории' })).toBeNull();
  });
  it('the whole catalogue names all', () => {
    show([4, 0, 2], { isSearch: false });
    expect(names()).toEqual(['Все6', 'Добавки4', 'Питание0', 'Чай2']);
  });
});
