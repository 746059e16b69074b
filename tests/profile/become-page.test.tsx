// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/profile.ts';
import type { Sponsor } from '#contract/session.ts';
import { BecomePage } from '#src/features/profile/BecomePage.tsx';
import { guestSession, guestUser } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// States of «Стать консультантом»; that the shop does it, become-on-the-phone.test.ts shows.

const NOW = '2026-11-23T09:00:00.000Z';
const both = { confirmed: true, confirmed_at: NOW };
const mine: Profile = {
  name: 'Анна Лебедева',
  first_name: 'Анна',
  last_name: 'Лебедева',
  middle_name: '',
  email: { value: 'anna@rostok.test', ...both },
  phone: { value: '+79000000211', ...both },
  phone_country: 'ru',
  city: null,
  birthday: null,
  photo: null,
  send_email: false,
  show_contacts: null,
  is_company: false,
  registered_at: NOW,
  password_changed_at: null,
  waiting: null,
};
const sponsor: Sponsor = { id: 5, cons_id: '01000157', name: 'Мария Соколова', photo: null, city: null, status: null, is_house: false }; // prettier-ignore
const HERE = '/api/registration/consultant';
const answer = (profile: Profile) => ({ http: 200, body: { status: 'success', profile, server_time: NOW } });
type Answers = Record<string, { http: number; body: unknown } | null>;

function open(profile: Profile, { person = {}, answers = {} as Answers } = {}) {
  const all: Answers = { '/api/profile': answer(profile), ...answers };
  const drawn = onScreen(<BecomePage />, ({ path }) => all[path] ?? null);
  act(() => {
    const user = { ...guestUser, isGuest: false, id: 7, name: profile.name, role: 'client' as const, ...person };
    drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user, sponsor });
  });
  return { ...drawn, all };
}
const birthday = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Дата рождения/ });
const agreement = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /договор консультанта/ });
const sign = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Стать консультантом' });
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
beforeEach(() => history.replaceState(null, '', '/user/become'));
afterEach(() => history.replaceState(null, '', '/'));

describe('a client', () => {
  it('sees by whom they have come, the agreement with its version, and a tick that nobody has set', async () => {
    open({ ...mine, birthday: '1991-06-14', middle_name: 'Игоревна' });
    expect((await birthday()).value).toBe('14.06.1991');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Отчество/ }).value).toBe('Игоревна');
    expect(agreement().checked).toBe(false);
    expect(screen.getByText('Мария Соколова')).toBeTruthy();
    expect(screen.getByText(/редакция от 23 ноября 2026\. Доход/)).toBeTruthy();
    const paper = screen.getByRole('link', { name: 'договор консультанта' });
    expect(paper.getAttribute('href')).toBe('/kompaniya/dogovor-konsultanta');
  });

  it('without birthday and tick hears of both, and nothing is sent', async () => {
    const { user, asked } = open(mine);
    await birthday();
    await user.click(sign());
    expect(await screen.findByText('Заполните поле')).toBeTruthy();
    expect(screen.getByText('Без договора стать консультантом нельзя')).toBeTruthy();
    expect(document.activeElement).toBe(await birthday());
    expect(asked.map(({ path }) => path)).not.toContain(HERE);
  });

  it.each([
    ['4 марта', /Дата вида 14.06.1991/],
    ['<script>', /Дата вида 14.06.1991/],
    ['\u202e14.06.1991', /Дата вида 14.06.1991/],
  ])('a birthday %j is no date', async (typed, words) => {
    const { user, asked } = open(mine);
    await user.type(await birthday(), typed);
    await user.click(agreement());
    await user.click(sign());
    expect(await screen.findByText(words)).toBeTruthy();
    expect(asked.map(({ path }) => path)).not.toContain(HERE);
  });

  it('too young: the shop says so under the field, and what was typed stays', async () => {
    const errors = { birthday: ['Консультантом можно стать с 18 лет'] };
    const refused = { http: 200, body: { status: 'error', code: 'validation', message: 'Проверьте поля', errors } };
    const { user, asked } = open(mine, { answers: { [HERE]: refused } });
    await user.type(await birthday(), '1.2.2010');
    await user.click(agreement());
    await user.click(sign());
    // Its hint has said so, and now the fault does.
    await waitFor(() => expect(screen.getAllByText(errors.birthday[0]!)).toHaveLength(2));
    expect((await birthday()).getAttribute('aria-invalid')).toBe('true');
    expect((await birthday()).value).toBe('1.2.2010');
    expect(asked.find(({ path }) => path === HERE)?.body).toEqual({ birthday: '2010-02-01', agreement: true });
  });

  it('what is missing is named with the way to it, and until then nothing can be signed', async () => {
    open({
      ...mine,
      email: { value: null, confirmed: false, confirmed_at: null },
      phone: { value: '+79000000211', confirmed: false, confirmed_at: null },
    });
    expect(await screen.findByRole('heading', { name: 'Чего не хватает' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Добавить почту' }).getAttribute('href')).toBe('/user/profile?edit=email');
    expect(screen.getByRole('link', { name: 'Подтвердить телефон' }).getAttribute('href')).toBe(
      '/user/profile?edit=phone',
    );
    expect(sign().disabled).toBe(true);
    expect(reasonOf(sign())).toContain('подтвердите');
  });

  it('without a signal: closed with its reason, the typed date stays', async () => {
    const { user, store } = open(mine);
    await user.type(await birthday(), '14.06.1991');
    act(() => goOffline(store));
    expect(reasonOf(sign())).toContain('Нужен интернет');
    expect((await birthday()).value).toBe('14.06.1991');
  });

  it('a profile that does not come is asked for again', async () => {
    const { user, all } = open(mine, { answers: { '/api/profile': null } });
    const again = await screen.findByRole('button', { name: 'Повторить' });
    all['/api/profile'] = answer(mine);
    await user.click(again);
    expect(await birthday()).toBeTruthy();
  });
});

describe('nobody else', () => {
  it.each([
    [{ role: 'cons' as const, isCons: true, cons_id: '01000158' }, 'Вы уже консультант. Ваш номер 01000158'],
    [{ role: 'user' as const }, /Сначала подтвердите/],
    [{ role: 'optovik' as const, isOptovik: true }, /Консультантом становится покупатель/],
    [{ role: 'staff' as const }, /Консультантом становится покупатель/],
    [{ readonly: true }, /только для просмотра/],
  ])('%j', async (person, words) => {
    const { asked } = open(mine, { person });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    await waitFor(() => expect(asked.map(({ path }) => path)).not.toContain(HERE));
  });
});
