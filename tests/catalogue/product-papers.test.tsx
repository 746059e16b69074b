// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { afterEach, describe, expect, it } from 'vitest';
import { PaperList } from '#src/features/catalogue/PaperList.tsx';
import { withPapers } from '#src/features/catalogue/papers.rules.ts';
import { POINTER_KEY, shardKey } from '#src/offline/keys.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { row } from '#tests/support/list-row.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';

// /kompaniya/dokumenty «Документы на продукцию» (docs/product/law.md rows 6 and 7).

afterEach(cleanup);

const rows = [
  row(1, { title: 'Цинк «Искра»', is_bad: true, form: 'капсулы', pack: '60 капсул' }),
  row(2, { title: 'Ёлочный крем' }),
  row(3, { title: 'Зелёный магний', is_bad: true, form: 'порошок' }),
];
describe('which supplements are listed', () => {
  const ids = (typed: string) => withPapers(rows, typed).map(({ id }) => id);
  it('all of them by title, and nothing that is no supplement', () => expect(ids('')).toEqual([3, 1]));
  it.each([
    ['зеленый', [3]],
    ['ЦИНК капсул', [1]],
    ['10001', [1]],
    ['крем', []],
    ['  ', [3, 1]],
    ['(.*', []],
  ])('«%s»', (typed, expected) => expect(ids(typed)).toEqual(expected));
});

const details = (id: number, more: object) => ({ id, sgr: null, docs: [], maker: null, ...more });
async function drawn(products: object[]): Promise<HTMLElement[]> {
  const store = createStore();
  const stores = memoryStores();
  await stores
    .pub()
    .set(POINTER_KEY, { v: 1, manifest: { shards: [{ kind: 'details', id: 'details:1', sha256: 'a' }] } });
  await stores.pub().set(shardKey('a'), { products });
  store.set(storesAtom, stores);
  render(
    <Provider store={store}>
      <PaperList rows={[rows[0]!, rows[2]!]} />
    </Provider>,
  );
  return screen.getAllByRole('listitem');
}

it('each has the number and date of its certificate, its maker and its files; what the phone lacks is said', async () => {
  const [zinc, magnesium] = await drawn([
    details(1, {
      sgr: { number: 'RU.77.1', date: '2025-01-15', url: 'https://nsi.example/1' },
      docs: [{ title: 'Паспорт качества', url: 'https://shop.example/1.pdf' }],
      maker: { name: 'Завод', address: 'Томск', country: 'Россия' },
    }),
  ]);
  expect(await within(zinc!).findByText('RU.77.1')).toBeTruthy();
  expect(zinc!.textContent).toContain('от\u00a015 января 2025');
  expect(zinc!.textContent).toContain('Завод');
  expect(
    within(zinc!)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Цинк «Искра»', '/produkt/p-1'],
    ['Посмотреть в реестре', 'https://nsi.example/1'],
    ['Паспорт качества', 'https://shop.example/1.pdf'],
  ]);
  expect(await within(magnesium!).findByText(/не сохранён на/)).toBeTruthy();
});

it('a date that a feed wrote in words stays, and no address but the web’s becomes a link', async () => {
  const [zinc] = await drawn([
    details(1, { sgr: { number: 'RU.2', date: 'январь 2020', url: 'javascript:alert(1)' } }),
  ]);
  expect(await within(zinc!).findByText('RU.2')).toBeTruthy();
  expect(zinc!.textContent).toContain('от\u00a0январь 2020');
  expect(within(zinc!).getAllByRole('link')).toHaveLength(1);
});
