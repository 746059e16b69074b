// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SearchBox } from '#src/app/SearchBox.tsx';
import { netAtom } from '#src/features/catalogue/catalogue.atoms.ts';
// The page begins to load it by itself, and a test may be over before it has come.
import '#src/features/catalogue/sync-in-page.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// Text that is pasted and sent at once: the list of suggestions is told that it was, however late its code comes.

vi.mock(import('#src/features/search/SuggestBox.tsx'), () => ({
  SuggestBox: ({ text, isSent }) => <p data-testid="list">{`${text}: ${isSent ? 'sent' : 'typed'}`}</p>,
}));
beforeEach(() => {
  history.replaceState(null, '', '/');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

it('what was sent is known to the list, and what is typed after it is not that', async () => {
  const { user, store } = onScreen(<SearchBox />);
  store.set(netAtom, { get: () => new Promise(() => {}) });
  const field = screen.getByRole('searchbox', { name: 'Поиск по каталогу' });
  await user.click(field);
  await screen.findByTestId('list');
  await user.paste('магний');
  expect(screen.getByTestId('list').textContent).toBe('магний: typed');
  await user.keyboard('{Enter}');
  expect(decodeURIComponent(location.href)).toMatch(/\/katalog\?q=магний$/);
  expect(screen.getByTestId('list').textContent).toBe('магний: sent');
  await user.keyboard('6');
  expect(screen.getByTestId('list').textContent).toBe('магний6: typed');
});
