// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SearchBox } from '#src/app/SearchBox.tsx';
import { netAtom } from '#src/features/catalogue/catalogue.atoms.ts';
// The page begins to load it by itself, and a test may be over before it has come.
import '#src/features/catalogue/sync-in-page.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The field that index.html draws before any code gives what was typed to the field of the app (docs/product/look.md#feel, 3).

const early = document.createElement('input');
beforeEach(() => {
  const place = document.createElement('div');
  place.className = 'k-find';
  early.value = 'чтоб';
  place.append(early);
  document.body.append(place);
});
afterEach(() => document.querySelector('.k-find')?.remove());

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Поиск по каталогу' });

it('takes over what was typed, with the cursor', () => {
  early.focus();
  onScreen(<SearchBox />);
  expect(field().value).toBe('чтоб');
  expect(document.activeElement).toBe(field());
});

it('and the letter that was typed while the page was being drawn', () => {
  /** Drawn behind the field, before anything is on the screen. */
  const Typing = () => {
    early.value = 'чтобы';
    return null;
  };
  onScreen(
    <>
      <SearchBox />
      <Typing />
    </>,
  );
  expect(field().value).toBe('чтобы');
});

it('an address with a query fills it where nothing was typed', () => {
  early.value = '';
  history.replaceState(null, '', '/katalog?q=магний');
  onScreen(<SearchBox />);
  expect(field().value).toBe('магний');
});

it('what React does not hear of while it takes a page over is not written over: the field is right, and followed', async () => {
  early.value = '';
  const { user, store } = onScreen(null);
  store.set(netAtom, { get: () => Promise.reject(new TypeError('fetch failed')) });
  render(
    <Provider store={store}>
      <SearchBox />
    </Provider>,
  );
  await user.type(field(), 'маг');
  // As a letter that comes between two renders of a page that is being taken over.
  await act(async () => {
    field().value = 'магн';
    field().dispatchEvent(new Event('input'));
  });
  await user.type(field(), 'ий');
  expect(field().value).toBe('магний');
  await user.click(await screen.findByRole('button', { name: 'Очистить поиск' }));
  expect(field().value).toBe('');
  await act(async () => {
    field().value = 'чай';
    field().dispatchEvent(new Event('input'));
  });
  expect(screen.getByRole('button', { name: 'Очистить поиск' })).toBeTruthy();
});
