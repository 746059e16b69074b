// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CityButton } from '#src/features/session/CityButton.tsx';
import { CitySheet } from '#src/features/session/CitySheet.tsx';
import { cityAtom, isCityAskedAtom } from '#src/features/session/city-state.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { CITY_KEY } from '#src/offline/keys.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// docs/product/addresses.md#city

const sheet = () => screen.getByRole('dialog', { name: 'Ваш город', hidden: true });
const opened = () => {
  const drawn = onScreen(<CitySheet />);
  act(() => drawn.store.set(isCityAskedAtom, true));
  return drawn;
};

it('finds a city by its beginning, chooses it and closes', async () => {
  const { user, store } = opened();
  await user.type(within(sheet()).getByRole('searchbox', { name: 'Найти город', hidden: true }), 'орел');
  expect(within(sheet()).getByText(/Такого города в.списке нет/)).toBeTruthy();
  await user.clear(within(sheet()).getByRole('searchbox', { hidden: true }));
  await user.type(within(sheet()).getByRole('searchbox', { hidden: true }), 'томс');
  await user.click(within(sheet()).getByRole('button', { name: /Томск/, hidden: true }));
  expect(store.get(cityAtom)).toEqual({ id: 25, title: 'Томск' });
  expect(store.get(isCityAskedAtom)).toBe(false);
});

it('Enter takes the first that was found, and nothing where nothing was', async () => {
  const { user, store } = opened();
  const field = within(sheet()).getByRole('searchbox', { hidden: true });
  await user.type(field, 'ъъ{Enter}');
  expect(store.get(cityAtom)).toBeNull();
  await user.clear(field);
  await user.type(field, 'новоси{Enter}');
  expect(store.get(cityAtom)?.title).toBe('Новосибирск');
});

it('the button names the city that the phone knows, and opens the sheet', async () => {
  const { user, store } = onScreen(<CityButton />);
  expect(screen.getByRole('button', { name: 'Выберите город' })).toBeTruthy();
  await store.get(storesAtom).pub().set(CITY_KEY, { v: 1, id: 3 });
  act(() => store.set(sessionStateAtom, { ...guestSession, known: true }));
  await user.click(await screen.findByRole('button', { name: 'Город: Новосибирск' }));
  expect(store.get(isCityAskedAtom)).toBe(true);
});
