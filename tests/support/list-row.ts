import type { ListRow } from '#contract/catalogue.ts';

/** A row of the list, as the catalogue on the phone has it. */
export const row = (id: number, patch: Partial<ListRow> = {}): ListRow => ({
  id,
  code: String(10_000 + id),
  slug: `p-${id}`,
  title: `Товар ${id}`,
  pack: '',
  form: 'крем',
  category_id: 1,
  is_bad: false,
  labels: [],
  created_at: '2026-01-01T00:00:00Z',
  image: null,
  ...patch,
});
