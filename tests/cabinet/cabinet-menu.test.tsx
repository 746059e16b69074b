// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { act, cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { Lesson } from '#src/screens/Lesson.tsx';
import { Quiz } from '#src/screens/Quiz.tsx';
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
    'Счета',
    'Избранное',
    'Бизнес',
    'Структура',
    'Отчёты',
    'Карьера',
    'Переводы',
    'Обучение',
    'Консультанты',
    'Адреса доставки',
    'Согласия и данные',
    'Профиль',
    'Уведомления',
    'Синхронизация',
    'Оформление',
    'Выйти',
  ]);
  expect(within(menu).getByRole('link', { name: 'Обучение' }).getAttribute('aria-current')).toBe('true');
  expect(within(menu).getByRole('link', { name: 'Обзор' }).hasAttribute('aria-current')).toBe(false);
});

it('is what the lesson on the cabinet tells of, section by section, and whose they are', () => {
  const lesson = readFileSync('content/courses/1-start-konsultanta/02-lichnyj-kabinet/lesson.md', 'utf8');
  const [, told = ''] = /стоят разделы\.\n\n([^]*?)\n\n(?=«)/.exec(lesson) ?? [];
  const named = [...told.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name]) => name);
  const ofConsultant = links(menuOf({ role: 'cons', isCons: true })).filter(
    (one) => one !== 'Обзор' && one !== 'Выйти',
  );
  expect(named).toEqual(ofConsultant);
  cleanup();
  const ofClient = links(menuOf({ role: 'client' }));
  const [own = ''] = /\n(«.*видят только консультанты)/.exec(lesson)?.slice(1) ?? [];
  // «Структуру», «Карьеру»: a case away from the name.
  expect(ofConsultant.filter((name) => own.includes(`«${name!.slice(0, -1)}`))).toEqual(
    ofConsultant.filter((name) => !ofClient.includes(name)),
  );
});

it('is what the film of that lesson shows: names and icons of the menu, in its order, and whose they are', () => {
  const film = readFileSync('content/videos/kabinet.ts', 'utf8');
  const namesIn = (list: string) =>
    [...(new RegExp(`const ${list}[^=]*= \\[([^\\]]*)\\]`).exec(film)?.[1] ?? '').matchAll(/'(.+?)'/g)].map(
      ([, name]) => name!,
    );
  const shown = namesIn('MENU');
  const menu = menuOf({ role: 'cons', isCons: true });
  const ofConsultant = links(menu);
  expect(shown).toHaveLength(9);
  expect(shown).toEqual(ofConsultant.filter((name) => shown.includes(name!)));
  const scenes = [...film.matchAll(/section\('(.+?)', '([a-z]+)'/g)].map(([, name, icon]) => [name, icon]);
  const drawn = shown.map((name) => {
    const icon = within(menu).getByRole('link', { name }).querySelector('use')?.getAttribute('href');
    return [name, icon?.replace(/^.*#(i-)?/, '')];
  });
  expect(scenes).toEqual(drawn);
  cleanup();
  const ofClient = links(menuOf({ role: 'client' }));
  expect(namesIn('FOR_CONSULTANTS')).toEqual(shown.filter((name) => !ofClient.includes(name)));
});

it('marks the nearer one of two sections that an address lies in', () => {
  navigate('/user/business/structure');
  const menu = menuOf({ role: 'cons', isCons: true });
  expect(within(menu).getByRole('link', { name: 'Структура' }).getAttribute('aria-current')).toBe('page');
  expect(within(menu).getByRole('link', { name: 'Бизнес' }).hasAttribute('aria-current')).toBe(false);
});

it.each([
  ['a lesson', '/user/education/lesson/102'],
  ['its quiz', '/user/education/lesson/102/quiz'],
])('stays beside %s; what the account says of its end does not stand over the bar there', async (_what, path) => {
  navigate(path);
  const { store } = onScreen(
    <>
      <Route path="/user/education/lesson/:id">
        <Lesson />
      </Route>
      <Route path="/user/education/lesson/:id/quiz">
        <Quiz />
      </Route>
    </>,
  );
  const user = { ...guestSession.user, isGuest: false, id: 7, role: 'cons' as const, isCons: true };
  const leaving = { ...user, delete_at: '2026-12-20T00:00:00.000Z' };
  await act(async () => store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user: leaving }));
  const menu = screen.getByRole('navigation', { name: 'Кабинет' });
  expect(within(menu).getByRole('link', { name: 'Обучение' }).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByText(/Аккаунт удалится/)).toBeNull();
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

it('says how many letters of the inbox are unread, and asks for it once', async () => {
  let isOpen = true;
  const { store, asked } = onScreen(
    <CabinetFrame>
      <h1>Курс</h1>
    </CabinetFrame>,
    ({ path }) =>
      path === '/api/notifications/unread' && isOpen ? { http: 200, body: { status: 'success', unread: 3 } } : null,
  );
  const user = { ...guestSession.user, isGuest: false, id: 7 };
  await act(async () => store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  expect(await screen.findByRole('link', { name: 'Уведомления 3 непрочитанных' })).toBeTruthy();
  await act(async () => navigate('/user/orders'));
  expect(asked.filter(({ path }) => path === '/api/notifications/unread')).toHaveLength(1);
  // The next person's own number nobody knows.
  isOpen = false;
  await act(async () =>
    store.set(sessionStateAtom, { ...guestSession, known: true, uid: '8', user: { ...user, id: 8 } }),
  );
  expect(screen.queryByRole('link', { name: /непрочитанных/ })).toBeNull();
});
