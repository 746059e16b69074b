// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { RouteNews } from '#src/app/RouteNews.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// A screen whose code comes late: its heading takes the focus and is read aloud all the same (docs/product/look.md#feel).

let main: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  main = document.createElement('main');
  main.id = 'main';
  document.body.append(main);
  navigate('/katalog');
});
afterEach(() => {
  vi.useRealTimers();
  main.remove();
});

const go = (path: string) => act(async () => navigate(path));
/** So long a slow phone looks at the skeleton. */
const wait = () => act(async () => void (await vi.advanceTimersByTimeAsync(30_000)));
const come = (title: string) =>
  act(async () => {
    main.innerHTML = `<div><h1>${title}</h1></div>`;
  });
const heading = () => main.querySelector('h1');
const read = () => document.querySelector('[aria-live="polite"]')!.textContent;

it('waits for the heading of a screen that comes after half a minute', async () => {
  onScreen(<RouteNews />);
  await go('/faq');
  await wait();
  await come('Вопросы и ответы');
  await waitFor(() => expect(read()).toBe('Вопросы и ответы'));
  expect(document.activeElement).toBe(heading());
});

it('of a screen that was left before it came it says nothing', async () => {
  onScreen(<RouteNews />);
  await go('/faq');
  await go('/login');
  await come('Вход');
  await waitFor(() => expect(read()).toBe('Вход'));
  await come('Вопросы и ответы');
  expect(read()).toBe('Вход');
});

it('takes nobody out of a field that they went to while they waited', async () => {
  onScreen(
    <>
      <input type="search" />
      <a href="/faq">Вопросы</a>
      <RouteNews />
    </>,
  );
  screen.getByRole('link').focus();
  await go('/faq');
  const field = screen.getByRole('searchbox');
  act(() => field.focus());
  await wait();
  await come('Вопросы и ответы');
  await waitFor(() => expect(read()).toBe('Вопросы и ответы'));
  expect(document.activeElement).toBe(field);
});

it('from the link that was tapped the focus goes to the heading, also into a main that another surface brings', async () => {
  onScreen(
    <>
      <a href="/desk">Рабочий стол</a>
      <RouteNews />
    </>,
  );
  screen.getByRole('link').focus();
  await go('/faq');
  await wait();
  const before = main;
  main = document.createElement('main');
  main.id = 'main';
  await act(async () => before.replaceWith(main));
  await come('Заказы');
  await waitFor(() => expect(read()).toBe('Заказы'));
  expect(document.activeElement).toBe(heading());
});
