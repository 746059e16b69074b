// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import type { User } from '#contract/session.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The menu stays beside every screen of the cabinet, and names only what the person may open.

beforeEach(() => navigate('/user/education/course/1'));

function menuOf(person: Partial<User>) {
  const { store } = onScreen(
    <CabinetFrame>
      <h1>Курс</h1>
    </CabinetFrame>,
  );
  const user = { ...guestSession.user, isGuest: false, id: 7, ...person };
  act(() => store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return screen.getByRole('navigation', { name: 'Кабинет' });
}
const links = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('link')
    .map((one) => one.textContent?.trim());

it('names the sections of a consultant, and where they are', () => {
  const menu = menuOf({ role: 'cons', isCons: true });
  expect(links(menu)).toEqual([
    'Обзор',
    'Заказы',
    'Избранное',
    'Обучение',
    'Адреса доставки',
    'Профиль',
    'Уведомления',
    'Синхронизация',
    'Оформление',
    'Выйти',
  ]);
  expect(within(menu).getByRole('link', { name: 'Обучение' }).getAttribute('aria-current')).toBe('true');
  expect(within(menu).getByRole('link', { name: 'Обзор' }).hasAttribute('aria-current')).toBe(false);
});

it('leads nobody to «Недостаточно прав»', () => {
  expect(links(menuOf({ role: 'optovik', isOptovik: true }))).not.toContain('Обучение');
});

it('is no part of a guest’s screen', () => {
  const { store } = onScreen(
    <CabinetFrame>
      <h1>Оформление</h1>
    </CabinetFrame>,
  );
  act(() => store.set(sessionStateAtom, { ...guestSession, known: true }));
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Оформление' })).toBeTruthy();
});
