// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { atom, Provider } from 'jotai';
import { useRef, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { netAtom, seedCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { SuggestBox } from '#src/features/search/SuggestBox.tsx';
import type { Suggestions } from '#src/offline/search/suggest.ts';
import { row } from '#tests/support/list-row.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The list under a search field (docs/decisions/261); what is suggested is the search's own, tested in tests/catalogue.

const NOTHING: Suggestions = { corrected: null, needs: [], categories: [], products: [], total: 0, isIllness: false };
const ANSWERS: Record<string, Suggestions> = {
  маг: {
    ...NOTHING,
    needs: [{ slug: 'son', title: 'Сон и отдых' }],
    categories: [5],
    products: [1, 2],
    total: 3,
  },
  vfu: { ...NOTHING, corrected: 'маг', products: [1], total: 1 },
  диабет: { ...NOTHING, isIllness: true },
};
vi.mock(import('#src/features/catalogue/catalogue-more.atoms.ts'), async (original) => ({
  ...(await original()),
  suggestAtom: atom(() => async (query: string) => ANSWERS[query] ?? null),
}));

beforeEach(() => {
  history.replaceState(null, '', '/');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

function Field() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <input
        ref={input}
        type="search"
        aria-label="Поиск"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
      />
      <SuggestBox input={input} text={text} onText={setText} picture={() => null} />
    </form>
  );
}
async function drawn() {
  const part = onScreen(null);
  // The field's own test: the catalogue stays as it is.
  part.store.set(netAtom, { get: () => new Promise(() => {}) });
  act(() =>
    part.store.set(seedCatalogueAtom, {
      build: '',
      rev: 'r',
      asOf: '2026-11-23T00:00:00Z',
      total: 2,
      listed: null,
      rows: [row(1, { title: 'Магний B6', is_bad: true }), row(2, { title: 'Калий и магний' })],
      categories: [{ id: 5, parent_id: null, slug: 'mineraly', title: 'Минералы', short: 'Минералы', count: 2 }],
      prices: { v: 1, priceType: 0, id_step: [1, 1], price: [69_000, 55_000], old_price: [0, 0], stock: [10, 0] },
      pricesAt: '2026-11-23T00:00:00Z',
    }),
  );
  part.rerender(
    <Provider store={part.store}>
      <Field />
    </Provider>,
  );
  return part;
}
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Поиск' });
const lines = () => screen.queryAllByRole('option').map((one) => one.textContent);
const chosen = () => screen.queryAllByRole('option', { selected: true }).map((one) => one.textContent);
const whenShown = () => screen.findByRole('listbox', { name: 'Подсказки' });

it('topics, categories, products with price and the words of the law, then all of them', async () => {
  const { user } = await drawn();
  await user.type(field(), 'маг');
  await whenShown();
  expect(lines()).toEqual([
    'Сон и отдыхподборка',
    'Минералыраздел',
    expect.stringMatching(/^Магний B6.*БАД, не.лекарство.*690/),
    expect.stringMatching(/^Калий и магний.*550/),
    'Показать все: 3\u00a0товара',
  ]);
});

it('arrows go round through the field, which keeps the focus and names the line; Enter follows it', async () => {
  const { user } = await drawn();
  await user.type(field(), 'маг');
  const list = await whenShown();
  expect(field().getAttribute('aria-controls')).toBe(list.id);
  expect(field().hasAttribute('aria-activedescendant')).toBe(false);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toEqual(['Показать все: 3\u00a0товара']);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toEqual([]);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toEqual(['Минералыраздел']);
  const [line] = screen.getAllByRole('option', { selected: true });
  expect(field().getAttribute('aria-activedescendant')).toBe(line!.id);
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Enter}');
  expect(location.pathname).toBe('/katalog/mineraly');
  expect(field().value).toBe('');
  expect(lines()).toEqual([]);
});

it('Escape closes the list first and empties the field only then', async () => {
  const { user } = await drawn();
  await user.type(field(), 'маг');
  await whenShown();
  await user.keyboard('{Escape}');
  expect(lines()).toEqual([]);
  expect(field().value).toBe('маг');
  await user.keyboard('{ArrowDown}');
  await whenShown();
  await user.keyboard('{Escape}{Escape}');
  expect(field().value).toBe('');
});

it('a mended word is offered, and chosen it is what is searched for', async () => {
  const { user } = await drawn();
  await user.type(field(), 'vfu');
  await whenShown();
  await user.click(screen.getByRole('option', { name: /Возможно, маг/ }));
  expect(decodeURIComponent(location.href)).toMatch(/\/katalog\?q=маг$/);
  expect(field().value).toBe('маг');
});

it('what was chosen is offered the next time, before a letter, until it is forgotten', async () => {
  const { user } = await drawn();
  await user.type(field(), 'маг');
  await whenShown();
  await user.click(within(screen.getByRole('listbox')).getByText('Сон и отдых'));
  await user.clear(field());
  await user.click(field());
  await waitFor(() => expect(lines()).toEqual(['Сон и отдыхвы искали']));
  await user.click(screen.getByRole('button', { name: 'Забыть запросы' }));
  await waitFor(() => expect(lines()).toEqual([]));
});

it('nothing stands beside an illness, nor where the search has no answer', async () => {
  const { user } = await drawn();
  await user.type(field(), 'диабет');
  await user.type(field(), 'ъ');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('leaving the field closes the list', async () => {
  const { user } = await drawn();
  await user.type(field(), 'маг');
  await whenShown();
  await user.tab();
  expect(lines()).toEqual([]);
});

/** The list's code comes after the text was sent. */
function LateField({ isSent }: { isSent: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('маг');
  const [isHere, setHere] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setHere(true);
      }}
    >
      <input
        ref={input}
        type="search"
        aria-label="Поиск"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isHere && (
        <SuggestBox input={input} text={text} onText={setText} picture={() => null} isSent={isSent && text === 'маг'} />
      )}
    </form>
  );
}
it.each([true, false])(
  'a list that comes after its text was sent (%s) stays closed until more is typed',
  async (isSent) => {
    const { user, store, rerender } = await drawn();
    rerender(
      <Provider store={store}>
        <LateField isSent={isSent} />
      </Provider>,
    );
    await user.type(field(), '{Enter}');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(lines().length > 0).toBe(!isSent);
    await user.clear(field());
    await user.type(field(), 'маг');
    await whenShown();
  },
);
