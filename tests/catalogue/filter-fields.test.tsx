// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { stepsOf } from '#contract/catalogue-pack.ts';
import type { CategoryNode } from '#contract/catalogue.ts';
import { FREE_OF } from '#contract/free-of.ts';
import { listProducts } from '#src/features/catalogue/filter.rules.ts';
import { FilterFields } from '#src/features/catalogue/FilterFields.tsx';
import { countFilters, type Listing, readListing, writeListing } from '#src/features/catalogue/listing-url.rules.ts';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { row } from '#tests/support/list-row.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The filters as somebody uses them; what they count: client-filters.test (docs/product/catalogue.md#filters).

const node = (id: number, parent_id: number | null, slug: string, title: string): CategoryNode => ({
  id, parent_id, slug, title, short: title, count: 0,
}); // prettier-ignore
const categories = [node(1, null, 'dobavki', 'Добавки'), node(6, null, 'dom', 'Дом')];
const FORMS = ['капсулы', 'таблетки', 'порошок', 'сироп', 'пастилки', 'капли', 'желе', 'масло', 'чай', 'гранулы'];
const milk = FREE_OF.find(({ key }) => key === 'moloko')!.bit;
const rows = [
  ...FORMS.map((form, at) => row(at + 1, { category_id: 1, form, holds: at === 0 ? milk : 0 })),
  row(20, { category_id: 6, form: 'порошок', holds: 0 }),
  row(21, { category_id: 6, form: 'спрей', holds: 0 }),
];
const byId = new Map(rows.map((one) => [one.id, one]));
const needs = {
  v: 1 as const,
  synonyms: [],
  popular: [],
  needs: [
    { slug: 'son', title: 'Сон и отдых', words: [], products: stepsOf([1, 2]) },
    { slug: 'uborka', title: 'Уборка', words: [], products: stepsOf([20, 21]) },
  ],
};
/** From 100 ₽ upwards, ten roubles apart. */
const priceOf = (id: number) => ({
  price: 10_000 + id * 1000, oldPrice: null, stock: id === 3 ? 0 : 5, consPrice: null, points: null, asOf: '',
}); // prettier-ignore

let address = '';
/** The filters over a list that follows the address, as the screen's does. */
function Fields() {
  const [search, setSearch] = useState('');
  const listing: Listing = readListing(search);
  const result = listProducts({ catalogue: { rows, categories, byId, needs }, priceOf, listing, isCons: false, category: null, found: null }); // prettier-ignore
  const list: ListState = {
    listing, isCons: false, sort: null, filters: countFilters(listing), result, isCounted: true, found: null,
    change: (change) => setSearch((address = decodeURIComponent(writeListing(search, change)))),
  }; // prettier-ignore
  return <FilterFields list={list} />;
}
const open = () => {
  address = '';
  return onScreen(<Fields />);
};
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const group = (name: string) => screen.getByRole('group', { name });
const told = (one: HTMLElement) => one.closest('label')!.textContent!.replaceAll('\u00a0', ' ');
/** happy-dom does not open what is folded by a click. */
const unfold = (summary: string) => {
  const details = screen.getByText(summary, { selector: 'summary' }).closest('details')!;
  act(() => {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
};

it('a choice with nothing behind it is muted in its place; one that is chosen can always be taken away', async () => {
  const { user } = open();
  expect(told(box(/Сон и отдых/))).toMatch(/^Сон и отдых\s*2$/);
  await user.click(box(/Сон и отдых/));
  expect(address).toBe('?need=son');
  expect(box(/Новинки/).disabled).toBe(true);
  expect(told(box(/Уборка/))).toMatch(/2$/);
  await user.click(box(/В наличии/));
  expect(address).toBe('?stock=1&need=son');
  unfold('Без в составе');
  await user.click(box(/молока/));
  expect(address).toBe('?stock=1&bez=moloko&need=son');
  // «Уборка» beside it would add its two; «орехов» leaves what is left now.
  expect(told(box(/орехов/))).toMatch(/1$/);
  await user.click(box(/молока/));
  expect(address).toBe('?stock=1&need=son');
});

describe('forms', () => {
  it('stand under their kind of goods, which open by their title, and are found by letters', async () => {
    const { user } = open();
    const forms = group('Форма');
    expect(
      within(forms)
        .getAllByText(/./, { selector: 'summary' })
        .map((one) => one.textContent),
    ).toEqual(['Добавки', 'Дом']);
    expect(within(forms).queryByRole('checkbox')).toBeNull();
    const find = screen.getByRole('searchbox', { name: 'Найти форму' });
    await user.type(find, 'ПОРО');
    expect(within(group('Форма: Добавки')).getAllByRole('checkbox')).toHaveLength(1);
    await user.click(within(group('Форма: Дом')).getByRole('checkbox', { name: /порошок/ }));
    expect(address).toBe('?form=dom:порошок');
    await user.clear(find);
    await user.type(find, 'паровоз');
    expect(screen.getByText('Такой формы здесь нет.')).toBeTruthy();
  });
});

describe('price', () => {
  it('is typed in roubles and taken with Enter; the sliders run over what is left, and stop at each other', async () => {
    const { user } = open();
    const [from, to] = [
      screen.getByRole('textbox', { name: 'Цена от' }),
      screen.getByRole('textbox', { name: 'Цена до' }),
    ];
    expect([from.getAttribute('placeholder'), to.getAttribute('placeholder')]).toEqual(['110', '310']);
    await user.type(from, '1x50₽{Enter}');
    expect(address).toBe('?price=150-');
    const [low, high] = screen.getAllByRole<HTMLInputElement>('slider');
    expect([low!.value, high!.value]).toEqual(['150', '310']);
    fireEvent.change(high!, { target: { value: '120' } });
    fireEvent.pointerUp(high!);
    expect(address).toBe('?price=150-150');
    fireEvent.change(high!, { target: { value: '310' } });
    fireEvent.pointerUp(high!);
    expect(address).toBe('?price=150-');
    await user.clear(from);
    await user.tab();
    expect(address).toBe('');
  });
});
