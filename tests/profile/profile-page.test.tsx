// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Device, Profile } from '#contract/profile.ts';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { PHOTO_WORDS } from '#contract/photos.ts';
import { ProfilePage } from '#src/features/profile/ProfilePage.tsx';
import { CodeForm } from '#src/features/session/CodeForm.tsx';
import { guestSession, guestUser } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// States of the profile and its forms; that it is kept and saved, profile-on-the-phone.test.ts shows.

const NOW = '2026-11-22T09:00:00.000Z';
const mine: Profile = {
  name: 'Мария Соколова',
  first_name: 'Мария',
  last_name: 'Соколова',
  middle_name: 'Сергеевна',
  email: { value: 'cons@rostok.test', confirmed: true, confirmed_at: null },
  phone: { value: '+79000000157', confirmed: true, confirmed_at: '2025-03-12T09:00:00.000Z' },
  phone_country: 'ru',
  city: { id: 3, name: 'Новосибирск' },
  birthday: '1986-03-14',
  photo: null,
  send_email: true,
  show_contacts: false,
  is_company: false,
  registered_at: '2025-03-12T09:00:00.000Z',
  password_changed_at: null,
  waiting: null,
};
const devices: Device[] = [
  { id: 'a', name: 'iPhone, Safari', kind: 'phone', seen_at: NOW, is_here: true },
  { id: 'b', name: 'Компьютер, Яндекс Браузер', kind: 'computer', seen_at: NOW, is_here: false },
];
const answer = (profile: Profile) => ({ http: 200, body: { status: 'success', profile, server_time: NOW } });
const listed = (sessions: Device[]) => ({ http: 200, body: { status: 'success', sessions, server_time: NOW } });
type Answers = Record<string, { http: number; body: unknown } | null>;

/** As the router does it: not before it is known who it is. */
const Known = () =>
  useAtomValue(sessionStateAtom).known ? <ProfilePage code={(props) => <CodeForm {...props} />} more={[]} /> : null;
async function open(profile: Profile, { search = '', person = {}, answers = {} as Answers } = {}) {
  history.replaceState(null, '', `/user/profile${search}`);
  const all: Answers = { '/api/profile': answer(profile), '/api/sessions': listed(devices), ...answers };
  const drawn = onScreen(<Known />, ({ path }) => all[path] ?? null);
  await act(async () => {
    const user = {
      ...guestUser,
      isGuest: false,
      id: 7,
      name: profile.name,
      role: 'cons' as const,
      isCons: true,
      ...person,
    };
    drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user });
    await import('#src/ui/phone/PhoneMask.tsx');
  });
  await screen.findByRole('heading', { name: 'Контакты' });
  return { ...drawn, all };
}
const button = (name: string | RegExp) => screen.queryByRole<HTMLButtonElement>('button', { name });
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => history.replaceState(null, '', '/'));

describe('lines', () => {
  it('a pencil opens its form with the focus in it; faults stand under their fields and nothing is sent', async () => {
    const { user, asked } = await open(mine);
    await user.click(button('Изменить: имя')!);
    const first = field(/^Имя/);
    expect(document.activeElement).toBe(first);
    await user.clear(first);
    await user.clear(field(/^Фамилия/));
    await user.type(field(/^Фамилия/), 'Соколова №1');
    await user.click(button('Сохранить')!);
    expect(await screen.findByText('Заполните поле')).toBeTruthy();
    expect(screen.getByText(FIELD_HINTS.name)).toBeTruthy();
    expect(document.activeElement).toBe(first);
    expect(asked.filter(({ body }) => body !== undefined)).toEqual([]);
  });

  it('only what was changed is sent, and the focus goes back to the heading', async () => {
    const { user, asked } = await open(mine, { search: '?edit=name' });
    await user.clear(field(/^Имя/));
    await user.type(field(/^Имя/), 'Марина');
    await user.click(button('Сохранить')!);
    await waitFor(() => expect(button('Изменить: имя')).toBeTruthy());
    expect(asked.find(({ body }) => body !== undefined)?.body).toEqual({ first_name: 'Марина' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Профиль' }));
  });

  it('nothing changed: nothing is sent, the form closes', async () => {
    const { user, asked } = await open(mine, { search: '?edit=birthday' });
    expect(field('Дата').value).toBe('14.03.1986');
    await user.click(button('Сохранить')!);
    await waitFor(() => expect(button('Изменить: день рождения')).toBeTruthy());
    expect(asked.filter(({ body }) => body !== undefined)).toEqual([]);
  });

  it('without a signal it says why nothing can be saved, and keeps what is typed', async () => {
    const { user, store } = await open(mine, { search: '?edit=city' });
    act(() => goOffline(store));
    const save = button('Сохранить')!;
    expect(save.disabled).toBe(true);
    expect(screen.getAllByText(/Набранное остаётся/)).toHaveLength(1);
    await user.clear(screen.getByRole('combobox', { name: /^Город/ }));
    await user.type(screen.getByRole('combobox', { name: /^Город/ }), 'Нигде');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Город/ }).value).toBe('Нигде');
  });

  it('a city that is not in the list is told so', async () => {
    const { user } = await open(mine, { search: '?edit=city' });
    const city = screen.getByRole('combobox', { name: /^Город/ });
    await user.clear(city);
    await user.type(city, 'Тмутаракань');
    await user.click(button('Сохранить')!);
    expect(await screen.findByText('Такого города нет в списке. Выберите ближайший')).toBeTruthy();
  });

  it('a blocked account sees everything and changes its password only', async () => {
    await open(mine, { person: { readonly: true }, search: '?edit=name' });
    expect(screen.getAllByRole('button', { name: /^Изменить/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
      'Изменить пароль',
    ]);
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Новости и акции' }).disabled).toBe(true);
  });

  it('an account that waits for its code is led to it', async () => {
    await open({ ...mine, show_contacts: null }, { person: { role: 'user', isCons: false } });
    expect(screen.getByRole('link', { name: 'Подтвердить адрес кодом' }).getAttribute('href')).toBe('/register');
    expect(button('Изменить: Телефон')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Кто что видит' })).toBeNull();
  });
});

describe('a new mailbox', () => {
  const waiting = { type: 'email' as const, target: 'm***@mail.test', expires_at: NOW, resend_at: NOW };

  it('is asked for, then its code; the line tells of the wait after a reload', async () => {
    const sent = { http: 200, body: { status: 'success', message: 'Код отправлен', confirmation: waiting } };
    const { user, all } = await open(mine, { search: '?edit=email', answers: { '/api/profile/contact': sent } });
    expect(screen.getByText('Сейчас: cons@rostok.test')).toBeTruthy();
    await user.type(field(/^Новый адрес/), 'm@mail.test');
    all['/api/profile'] = answer({ ...mine, waiting });
    await user.click(button('Получить код')!);
    const code = await screen.findByRole('textbox', { name: 'Код из сообщения' });
    expect(document.activeElement).toBe(code);
    expect(screen.getByText(/Прежний адрес действует/)).toBeTruthy();
  });

  it('a wait that another page has begun opens at its code', async () => {
    const { user } = await open({ ...mine, waiting });
    await user.click(button('Ввести код: m***@mail.test')!);
    expect(field('Код из сообщения')).toBeTruthy();
    await user.click(button('Другой адрес')!);
    expect(field(/^Новый адрес/).value).toBe('');
  });
});

describe('devices', () => {
  it('each but this one can be ended by name', async () => {
    const { user, asked } = await open(mine, { answers: { '/api/sessions/b': listed([devices[0]!]) } });
    const list = within((await screen.findByText('это устройство')).closest('ul')!);
    expect(list.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Завершить: Компьютер, Яндекс Браузер',
    ]);
    await user.click(list.getByRole('button'));
    await waitFor(() => expect(button(/^Завершить/)).toBeNull());
    expect(asked.at(-1)?.path).toBe('/api/sessions/b');
  });

  it('of many only the latest are shown until one asks for all', async () => {
    const many = Array.from({ length: 8 }, (_, n) => ({ ...devices[1]!, id: `m${n}`, name: `Компьютер ${n}` }));
    const { user } = await open(mine, { answers: { '/api/sessions': listed([devices[0]!, ...many]) } });
    const list = within((await screen.findByText('это устройство')).closest('ul')!);
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Показать все: 9', expanded: false }));
    expect(list.getAllByRole('listitem')).toHaveLength(9);
    await user.click(screen.getByRole('button', { name: 'Свернуть', expanded: true }));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
  });

  it('are not listed without a signal', async () => {
    const { store } = await open(mine);
    await screen.findByText('это устройство');
    act(() => goOffline(store));
    expect(screen.queryByText('это устройство')).toBeNull();
    expect(screen.getByText(/узнаем, когда появится сеть/)).toBeTruthy();
  });
});

describe('switches and photographs', () => {
  it('a switch turns when the shop has said so', async () => {
    const { user, all } = await open(mine);
    const mailing = screen.getByRole('switch', { name: 'Новости и акции' });
    all['/api/profile'] = { http: 403, body: { status: 'error', code: 'forbidden', message: 'Недостаточно прав' } };
    await user.click(mailing);
    expect(mailing.getAttribute('aria-checked')).toBe('true');
    all['/api/profile'] = answer({ ...mine, send_email: false });
    await user.click(mailing);
    await waitFor(() => expect(mailing.getAttribute('aria-checked')).toBe('false'));
  });

  it('a refused photograph is told under the button, which then takes another one', async () => {
    // A browser that cannot open the picture sends it as it is.
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown format')));
    const refused = {
      http: 200,
      body: { status: 'error', code: 'validation', message: '', errors: { image: [PHOTO_WORDS.not_an_image] } },
    };
    const { user, all, asked } = await open(mine, { answers: { '/api/profile/photo': refused } });
    const pick = screen.getByTestId<HTMLInputElement>('photo-file');
    await user.upload(pick, new File(['не картинка'], 'me.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText(PHOTO_WORDS.not_an_image)).toBeTruthy();
    expect(asked.find(({ path }) => path === '/api/profile/photo')?.body).toEqual({
      image: Buffer.from('не картинка').toString('base64'),
    });
    all['/api/profile/photo'] = answer({ ...mine, photo: '/api/photos/1.webp' });
    await user.upload(pick, new File(['картинка'], 'me.png', { type: 'image/png' }));
    await waitFor(() => expect(button('Заменить фото')).toBeTruthy());
    expect(screen.queryByText(PHOTO_WORDS.not_an_image)).toBeNull();
    expect(button('Убрать фото')).toBeTruthy();
  });
});
