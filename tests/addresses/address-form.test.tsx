// @vitest-environment happy-dom
import { ADDRESSES_MAX } from '#contract/addresses.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddressesPage } from '#src/features/addresses/AddressesPage.tsx';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { guestSession, guestUser } from '#src/features/session/guest-session.rules.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// States of the address book and its form; that it is kept and saved, book-on-the-phone.test.ts and the journeys show.

const address = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  title: `Адрес ${id}`,
  country_id: 1,
  city_id: 19,
  index: '656049',
  region: 'Алтайский край',
  city: 'Барнаул',
  street: 'ул. Молодёжная',
  house: '12',
  building: '',
  flat: '',
  recipient: { name: 'Вера Соколова', phone: '+79000000211', phone_country: 'ru' },
  comment: '',
  is_default: id === 1,
  full: '656049, Барнаул, ул. Молодёжная, 12',
  ...more,
});
type Book = readonly ReturnType<typeof address>[];
type Answers = Record<string, { http: number; body: unknown } | null>;
const book = (addresses: Book) => ({
  http: 200,
  body: { status: 'success', addresses, server_time: '2026-11-22T09:00:00.000Z' },
});

/** As the router does it: not before it is known who it is. */
function Known() {
  return useAtomValue(sessionStateAtom).known ? <AddressesPage /> : null;
}
/** The page of somebody who is in, at `search`, before a shop that answers so. */
async function open(addresses: Book, { search = '', readonly = false, answers = {} as Answers } = {}) {
  history.replaceState(null, '', `/user/addresses${search}`);
  const all: Answers = { '/api/addresses': book(addresses), ...answers };
  const drawn = onScreen(<Known />, ({ path }) => all[path] ?? null);
  await act(async () => {
    drawn.store.set(sessionStateAtom, {
      ...guestSession,
      known: true,
      uid: '7',
      user: {
        ...guestUser,
        isGuest: false,
        id: 7,
        name: 'Анна Полякова',
        phone: '+79000000001',
        role: 'client',
        readonly,
      },
    });
    await import('#src/ui/phone/PhoneMask.tsx');
  });
  const leaveNetwork = () => {
    for (const path of Object.keys(all)) all[path] = null;
    act(() => goOffline(drawn.store));
  };
  return { ...drawn, leaveNetwork };
}
const button = (name: string | RegExp) => screen.queryByRole<HTMLButtonElement>('button', { name });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const line = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Адрес/ });
beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => history.replaceState(null, '', '/'));

describe('the book', () => {
  it('empty: one sentence and the next step', async () => {
    await open([]);
    expect(await screen.findByText('Адресов пока нет')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Добавить адрес' })).toHaveLength(1);
  });
  it('full: says so and adds no more', async () => {
    await open(Array.from({ length: ADDRESSES_MAX }, (_, at) => address(at + 1)));
    await waitFor(() => expect(button(/Добавить адрес/)?.disabled).toBe(true));
    expect(screen.getByText(/В книге 50 адресов/)).toBeTruthy();
  });
  it('of an account that may only look: nothing to press', async () => {
    await open([address(1), address(2)], { readonly: true, search: '?edit=new' });
    expect(await screen.findByText('Адрес 1')).toBeTruthy();
    expect(screen.getByText(/только для просмотра/)).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
  it('not there and nothing kept: why, and how to go on', async () => {
    const { asked, user } = await open([], { answers: { '/api/addresses': null } });
    expect(await screen.findByText('Адреса не загрузились')).toBeTruthy();
    await user.click(button('Повторить')!);
    expect(asked.filter(({ path }) => path === '/api/addresses').length).toBeGreaterThan(1);
  });
  it('without a signal: what cannot be done is closed and says why', async () => {
    const { leaveNetwork } = await open([address(1), address(2)]);
    await screen.findByText('Адрес 2');
    leaveNetwork();
    await waitFor(() => expect(button('Удалить: Адрес 2')?.disabled).toBe(true));
    expect(button('Сделать основным')?.disabled).toBe(true);
    const reason = document.getElementById(button('Удалить: Адрес 2')?.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('с интернетом');
  });
});

describe('the form', () => {
  it('begins with oneself as the recipient; an empty one names the line, not its parts', async () => {
    const { user, asked } = await open([], { search: '?edit=new' });
    expect([field('Получатель').value, field('Телефон получателя').value]).toEqual([
      'Анна Полякова',
      '(900) 000-00-01',
    ]);
    await user.click(button('Сохранить')!);
    expect(document.activeElement).toBe(line());
    expect(screen.getAllByText('Заполните поле')).toHaveLength(2);
    expect(asked.some(({ path }) => path === '/user/delivery_address')).toBe(false);
  });
  it('reads the line, sends its parts, closes', async () => {
    const saved = address(9, { title: '' });
    const answers = {
      '/user/delivery_address': { http: 200, body: { ...book([saved]).body, address: saved } },
      '/user/delivery_address_normalize_index': null,
    };
    const { user, asked } = await open([], { search: '?edit=new', answers });
    await user.type(line(), 'Барнаул, ул. Молодёжная, 12, кв. 5');
    expect([field('Индекс').value, field('Квартира').value]).toEqual(['656000', '5']);
    await user.click(button('Сохранить')!);
    await waitFor(() => expect(location.search).toBe(''));
    expect(asked.find(({ path }) => path === '/user/delivery_address')?.body).toMatchObject({
      city: 'Барнаул',
      city_id: 19,
      street: 'ул. Молодёжная',
      house: '12',
      flat: '5',
      recipient: { name: 'Анна Полякова', phone: '+79000000001', phone_country: 'ru' },
    });
    expect(await screen.findByText('656049, Барнаул, ул. Молодёжная, 12')).toBeTruthy();
  });
  it('offers what the shop has found, by keys; the chosen one fills the parts', async () => {
    const found = (house: string) => ({
      ...address(0, { house, street: 'ул Молодёжная', full: `656049, Барнаул, ул Молодёжная, ${house}` }),
      lat: 53,
      lon: 83,
      quality: 'good',
    });
    const normalized = { http: 200, body: { status: 'success', result: found('12'), variants: [found('12А')] } };
    const { user } = await open([], {
      search: '?edit=new',
      answers: { '/user/delivery_address_normalize_index': normalized },
    });
    await user.type(line(), 'барнаул молодежная 12');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect([line().value, field('Индекс').value]).toEqual(['Барнаул, ул Молодёжная, 12А', '656049']);
    expect(screen.queryByRole('option')).toBeNull();
  });
  it('a fault that the shop finds in a part stands under the line, or under the part when they are open', async () => {
    const refused = {
      http: 200,
      body: { status: 'error', code: 'validation', message: '', errors: { house: ['Такого дома нет'] } },
    };
    const { user } = await open([], { search: '?edit=new', answers: { '/user/delivery_address': refused } });
    await user.type(line(), 'Барнаул, ул. Молодёжная, 512');
    await user.click(button('Сохранить')!);
    expect(await screen.findByText('Такого дома нет')).toBeTruthy();
    expect(line().getAttribute('aria-invalid')).toBe('true');
    await user.click(button('Ввести по частям')!);
    await user.click(button('Сохранить')!);
    await waitFor(() => expect(field('Дом').getAttribute('aria-invalid')).toBe('true'));
  });
  it('without a signal: what was typed stays, and nothing can be sent', async () => {
    const { leaveNetwork, user } = await open([address(1)], { search: '?edit=1' });
    await waitFor(() => expect(field('Название').value).toBe('Адрес 1'));
    leaveNetwork();
    await user.clear(field('Название'));
    await user.type(field('Название'), 'Мама');
    expect(button('Сохранить')?.disabled).toBe(true);
    expect(document.getElementById(button('Сохранить')?.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Нужен интернет',
    );
  });
  it('given up, it leaves no draft', async () => {
    const { user, store } = await open([], { search: '?edit=new' });
    await user.type(line(), 'Томск');
    await user.click(button('Отмена')!);
    await waitFor(() => expect(location.search).toBe(''));
    await user.click(button('Добавить адрес')!);
    expect(line().value).toBe('');
    expect(store.get(sessionStateAtom).uid).toBe('7');
  });
});
