// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Topics } from '#src/features/home/Topics.tsx';
import { installAtom, startInstallAtom } from '#src/features/install/install.atoms.ts';
import { InstallBlock } from '#src/features/install/InstallBlock.tsx';
import { FrontRows } from '#src/screens/ShopFront/FrontRows.tsx';
import { row } from '#tests/support/list-row.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// Parts of the front page by themselves (docs/product/catalogue.md#front).

const isSold = () => true;
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

it('every row leads to the whole list that it begins; what is below comes in turns of its own', async () => {
  const newest = [
    row(1, { title: 'А', labels: ['Новинка'] }),
    row(2, { title: 'Б', labels: ['Хит'] }),
    row(3, { title: 'В', labels: ['Акция'] }),
  ];
  onScreen(
    <FrontRows
      newest={newest}
      topics={<p>Подборки</p>}
      isWhole
      isSold={isSold}
      renderCard={(one) => <p>{one.title}</p>}
    >
      {null}
    </FrontRows>,
  );
  expect(screen.queryByRole('link', { name: 'Все хиты' })).toBeNull();
  await screen.findByRole('link', { name: 'Все по акции' });
  expect(['Все новинки', 'Все хиты', 'Все по акции'].map(hrefOf)).toEqual([
    '/katalog?only=new',
    '/katalog?only=hit',
    '/katalog?only=sale',
  ]);
});

it('a shop that marks nothing as new shows its newest, and the list of all', () => {
  onScreen(
    <FrontRows
      newest={[row(1, { title: 'А' })]}
      topics={<p>Подборки</p>}
      isWhole={false}
      isSold={isSold}
      renderCard={(one) => <p>{one.title}</p>}
    >
      {null}
    </FrontRows>,
  );
  expect(hrefOf('Все новинки')).toBe('/katalog');
  expect(screen.queryByRole('link', { name: 'Все хиты' })).toBeNull();
  expect(screen.queryByText('Подборки')).toBeNull();
});

it('a topic is a link to its list: eight with a pack, the others by name; a shop without topics has no such block', () => {
  const topics = Array.from({ length: 10 }, (_, i) => ({
    slug: `t${i}`,
    title: `Тема ${i}`,
    count: i + 1,
    face: undefined,
  }));
  const { rerender } = onScreen(<Topics topics={topics} picture={() => null} />);
  const nav = screen.getByRole('navigation', { name: 'Подборки' });
  expect(within(nav).getAllByRole('link')).toHaveLength(10);
  expect(within(screen.getByRole('list', { name: 'Ещё подборки' })).getAllByRole('link')).toHaveLength(2);
  expect(hrefOf('Тема 0 1\u00a0товар')).toBe('/katalog?need=t0');
  rerender(<Topics topics={[]} picture={() => null} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('the app is offered on the front page when this browser can install it, also on the first visit', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { store, user } = onScreen(<InstallBlock />);
  await act(() => store.set(startInstallAtom));
  expect(screen.queryByRole('complementary')).toBeNull();

  const prompt = vi.fn<() => Promise<{ outcome: 'accepted' }>>(async () => ({ outcome: 'accepted' }));
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
  expect(store.get(installAtom)).toEqual({ kind: 'none' });
  await user.click(await screen.findByRole('button', { name: 'Установить' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});
