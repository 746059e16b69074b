// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { LoginForm } from '#src/features/session/LoginForm.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// Every state of the login form; that it logs in, journeys show.

beforeEach(() => sessionStorage.clear());
const login = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Телефон или e-mail' });
const password = () => screen.getByLabelText<HTMLInputElement>('Пароль');
const enter = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Войти' });
const refusal = (message: string) => ({ http: 401, body: { status: 'error', code: 'bad_credentials', message } });

describe('empty fields', () => {
  it('are named, the first of them has the focus, and nobody is asked', async () => {
    const { user, asked } = onScreen(<LoginForm />);
    await user.click(enter());
    expect(login().getAttribute('aria-invalid')).toBe('true');
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(login());
    expect(asked).toEqual([]);
  });
  it('a fault goes as soon as its field is written in, the other stays', async () => {
    const { user } = onScreen(<LoginForm />);
    await user.click(enter());
    await user.type(login(), 'a');
    expect(login().getAttribute('aria-invalid')).not.toBe('true');
    expect(password().getAttribute('aria-invalid')).toBe('true');
  });
  it('only the password: it has the focus', async () => {
    const { user } = onScreen(<LoginForm />);
    await user.type(login(), 'client@rostok.test{Enter}');
    expect(document.activeElement).toBe(password());
  });
});

it('a refusal is said, and what was typed as login stays, also after a reload', async () => {
  const { user, asked, unmount } = onScreen(<LoginForm />, () => refusal('Неверный логин или пароль'));
  await user.type(login(), 'client@rostok.test');
  await user.type(password(), 'wrong{Enter}');
  expect(await screen.findByText('Неверный логин или пароль')).toBeTruthy();
  expect(asked.map(({ path }) => path)).toEqual(['/api/login']);
  expect(login().value).toBe('client@rostok.test');
  unmount();
  onScreen(<LoginForm />);
  expect(login().value).toBe('client@rostok.test');
  expect(password().value).toBe('');
});

it('no answer is said as such and loses nothing', async () => {
  const { user } = onScreen(<LoginForm />);
  await user.type(login(), 'client@rostok.test');
  await user.type(password(), 'rostok-demo{Enter}');
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(login().value).toBe('client@rostok.test');
  expect(password().value).toBe('rostok-demo');
});

it('without a signal: closed, with its reason, and open again with it', async () => {
  const { user, store, asked } = onScreen(<LoginForm />);
  act(() => goOffline(store));
  expect(enter().disabled).toBe(true);
  const reason = document.getElementById(enter().getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toContain('Нужен интернет');
  await user.type(login(), 'a');
  await user.type(password(), 'b{Enter}');
  expect(asked).toEqual([]);
});
