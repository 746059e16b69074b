// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { PasswordReset } from '#src/screens/PasswordReset.tsx';
import { writeLoginDraft } from '#src/features/session/login-draft.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// «Новый пароль», the states of its second step; that it sets one, journeys show.

const SEND = '/api/password/send';
beforeEach(() => sessionStorage.clear());

/** The first code may be asked for again at once, the next one after a minute. */
const sent = (isFirst: boolean) => ({
  http: 200,
  body: {
    status: 'success',
    message: 'Код отправлен',
    confirmation: {
      type: 'email',
      target: 'c***@rostok.test',
      expires_at: new Date(Date.now() + 600_000).toISOString(),
      resend_at: new Date(Date.now() + (isFirst ? 0 : 60_000)).toISOString(),
    },
  },
});
const login = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Телефон или e-mail/ });
const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Код из сообщения/ });
function open() {
  let asks = 0;
  const drawn = onScreen(<PasswordReset />, ({ path, body }) => {
    if (path === '/api/session/guest') return { http: 200, body: { status: 'success', ...(body as object) } };
    return path === SEND ? sent((asks += 1) === 1) : null;
  });
  return { ...drawn, asks: () => drawn.asked.filter(({ path }) => path === SEND) };
}

it('a code that does not come is asked for again, a minute after the one before; what is typed stays', async () => {
  const { user, asks } = open();
  await user.type(login(), 'client@rostok.test');
  await user.click(screen.getByRole('button', { name: 'Получить код' }));
  expect(await screen.findByText(/c\*\*\*@rostok\.test/)).toBeTruthy();
  expect(document.activeElement).toBe(code());
  await user.type(code(), '123');
  await user.click(screen.getByRole('button', { name: 'Отправить новый код' }));
  expect(await screen.findByText('Отправили новый код')).toBeTruthy();
  expect(asks().map(({ body }) => body)).toEqual([{ login: 'client@rostok.test' }, { login: 'client@rostok.test' }]);
  expect(code().value).toBe('123');
  expect(screen.getByText(/Отправить ещё раз можно через/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Отправить новый код' })).toBeNull();
});

it('«Изменить» begins with what was typed, and so does whoever comes from the login', async () => {
  writeLoginDraft('client@rostok');
  const { user } = open();
  expect(login().value).toBe('client@rostok');
  await user.type(login(), '.test');
  await user.click(screen.getByRole('button', { name: 'Получить код' }));
  await user.click(await screen.findByRole('button', { name: 'Изменить' }));
  expect(login().value).toBe('client@rostok.test');
});

it('who has a code already types it at once, and can ask for another', async () => {
  const { user, asks } = open();
  await user.type(login(), '+79137770011');
  await user.click(screen.getByRole('button', { name: 'Код уже есть' }));
  expect(document.activeElement).toBe(code());
  expect(asks()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Отправить новый код' }));
  expect(await screen.findByText('Отправили новый код')).toBeTruthy();
  expect(asks()).toHaveLength(1);
});
