// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import { expect, it } from 'vitest';
import { accessOf } from '#contract/rights.ts';
import { provideSync } from '#src/app/provide-sync.ts';
import { Guarded } from '#src/app/Guarded.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { DeskUsersPage } from '#src/staff/desk/users/DeskUsersPage.tsx';
import { placesOf } from '#src/staff/desk/sections.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A right that is taken away while its page is open (docs/product/rights.md#while-a-page-is-open).

const USER = {
  isGuest: false,
  id: 7,
  name: 'Пётр Ильин',
  email: null,
  phone: null,
  role: 'staff',
  cons_id: null,
  isCons: false,
  isPunktVydachi: false,
  isOptovik: false,
  readonly: false,
  sendEmail: false,
  price_type: 0,
  city: null,
  country_id: 1,
  status: null,
} as const;
const dataOf = (withheld: string[]) => ({
  status: 'success',
  user: { ...USER, ...(withheld.length > 0 ? { withheld } : {}) },
  confirmation: { type: null },
  ...accessOf({ ...USER, withheld }),
  bonuses: { balances: [], hello: null },
  favoriteProducts: [],
  favourites_version: 0,
  sponsor: null,
  sponsorClient: null,
  cart: { count: 0, sum_amount: 0 },
  server_time: '2026-11-23T09:00:00.000Z',
});
const row = {
  id: 9,
  name: 'Вера Ланская',
  role: 'cons',
  cons_id: '01000502',
  is_operator: false,
  state: 'active',
  phone: null,
  email: null,
};

function Menu() {
  const places = placesOf(useAtomValue(sessionAtom));
  return (
    <nav aria-label="Хозяйство">
      {places.map(({ title }) => (
        <a key={title} href="/">
          {title}
        </a>
      ))}
    </nav>
  );
}

it('the next call is refused, and menu and screen follow by themselves', async () => {
  let withheld: string[] = [];
  const { user, asked, store } = onScreen(
    <>
      <Menu />
      <Guarded route={{ path: '/desk/users', screen: DeskUsersPage }} isBare={false} />
    </>,
    ({ path }) => {
      if (path === '/user/data') return { http: 200, body: dataOf(withheld) };
      if (path !== '/api/desk/users') return null;
      return withheld.length > 0
        ? { http: 403, body: { status: 'error', code: 'forbidden', message: 'Недостаточно прав' } }
        : { http: 200, body: { status: 'success', users: [row], next: null, waiting: 0 } };
    },
  );
  provideSync(store);
  expect(await screen.findByRole('link', { name: 'Вера Ланская' })).toBeTruthy();
  const titles = () =>
    within(screen.getByRole('navigation', { name: 'Хозяйство' }))
      .queryAllByRole('link')
      .map((one) => one.textContent);
  expect(titles()).toEqual(expect.arrayContaining(['Заказы', 'Люди и права']));
  const before = asked.filter(({ path }) => path === '/user/data').length;

  withheld = ['desk.users'];
  await user.type(screen.getByRole('searchbox', { name: 'Найти' }), 'вера');
  expect(await screen.findByRole('heading', { level: 1, name: 'Недостаточно прав' })).toBeTruthy();
  expect(titles()).toContain('Заказы');
  expect(titles()).not.toContain('Люди и права');
  // Asked once more because of the refusal, and not on and on.
  expect(asked.filter(({ path }) => path === '/user/data').length - before).toBe(1);
});
