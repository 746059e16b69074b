// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { Provider } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Business } from '#src/screens/Business.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { TOLD_TITLE_KEY } from '#src/offline/keys.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /user/business in the states that it can be in (docs/product/network.md#business); that the shop answers so: tests/network.

const AT = '2026-11-21T09:00:00.000Z';
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(AT) }));
afterEach(() => vi.useRealTimers());

const NOW = {
  status: 'success',
  period: 202611,
  as_of: AT,
  server_time: AT,
  own: 47.5,
  group: 2340,
  active: true,
  rung: { id: 5, name: 'Менеджер', percent: 14 },
  next: { id: 6, name: 'Старший менеджер', percent: 17, missing: 660 },
  title: 5,
  line1: { people: 9, active: 8 },
  structure: { people: 60, active: 34 },
  forecast: { bonus: 651_938, own: 29_925, branches: 622_013, leader: 0 },
};
const CAREER = {
  status: 'success',
  period: 202611,
  as_of: AT,
  own_half: 95,
  group_half: 4680,
  rung: 5,
  title: 5,
  is_preliminary: false,
  counts: { activeInLine1: 8, branches: [] },
  below: { legs: [], looseHalf: 0, rest: [] },
  history: [],
  registered_at: AT,
  server_time: AT,
};
const TOTALS = { people: 0, active: 0, own: 0, orders: 0, amount: 0, silent: 0, sleeping: 0, gone: 0, qualified: 0 };
const list = (items: object[], total = items.length) => ({
  status: 'success',
  server_time: AT,
  as_of: AT,
  period: { id: 202611, name: 'Ноябрь 2026' },
  periods: [],
  parents: [],
  page: 1,
  pages: 1,
  total,
  totals: TOTALS,
  items,
  branches: [],
});
const person = (id: number, name: string) => ({ id, cons_id: `0100000${id}`, name, line: 1 });
const born = (id: number, name: string, day: string, phone: string | null = null) => ({ ...person(id, name), city: 'Томск', phone, day }); // prettier-ignore
const quiet = (id: number, name: string, periods: number) => ({
  ...person(id, name),
  city: null,
  phone: null,
  sponsor: null,
  title: 'Консультант',
  last_order: '2026-09-06',
  last_own: 12,
  periods,
  category: periods > 1 ? 'sleeping' : 'silent',
});
const rookie = (id: number, name: string) => ({
  ...person(id, name),
  registered: '2026-11-03',
  sponsor: null,
  own: [12, null, null],
  qualified: false,
  missing: 88,
});
const SHOP: Record<string, object> = {
  '/api/network/now': NOW,
  '/api/network/career': CAREER,
  '/api/user/reports/birthdays': list([
    born(11, 'Игорь Павлов', '11-02'),
    born(12, 'Ольга Третьякова', '11-21', '+79131234567'),
    born(13, 'Светлана Ершова', '11-27'),
  ]),
  '/api/user/reports/inactive': list(
    [1, 2, 3, 4, 5, 6].map((at) => quiet(20 + at, `Молчун ${at}`, at)),
    17,
  ),
  '/api/user/reports/rookie': list([rookie(31, 'Олег Дёмин')]),
  '/user/reports/new-statuses/search': list([]),
};
type Answers = Record<string, object | null>;
/** `answers` may change while the screen is open; null is no answer. */
function open(answers: Answers = {}) {
  const drawn = onScreen(<Business />, ({ path }) => {
    const body = path in answers ? answers[path] : SHOP[path];
    return body ? { http: 200, body } : null;
  });
  comeIn(drawn.store);
  return drawn;
}
function comeIn(store: ReturnType<typeof onScreen>['store']) {
  const user = { ...CLIENT, role: 'cons' as const, isCons: true, cons_id: '01000157' };
  act(() => store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const words = (text: string | null) => text?.replaceAll(/\s/g, ' ') ?? '';

it('of a title that was reached before, or that activity is enough for, nothing more is wanted', async () => {
  open({ '/api/network/now': { ...NOW, title: 6 } });
  expect((await part('Объёмы периода')).queryByText(/Для звания ещё/)).toBeNull();
  cleanup();
  const next = { id: 3, name: 'Старший консультант', percent: 8, missing: 20 };
  open({ '/api/network/now': { ...NOW, title: 2, next } });
  const volumes = await part('Объёмы периода');
  expect(volumes.getByText(/20.баллов ГО до статуса «Старший консультант»/)).toBeTruthy();
  expect(volumes.queryByText(/Для звания ещё/)).toBeNull();
});
it('tells the period at a glance: volumes, what is missing, what it would pay and that income is not guaranteed', async () => {
  const { container } = open();
  const volumes = await part('Объёмы периода');
  expect(volumes.getByText('47,5')).toBeTruthy();
  expect(volumes.getByText('активны')).toBeTruthy();
  expect(volumes.getByText(/660.баллов ГО до статуса «Старший менеджер»/)).toBeTruthy();
  expect(
    volumes.getByText(/Сейчас менеджер, 14.%\. Будет 17.%\. Для звания ещё: ЛО от 50, 3 активных в 1-й линии\./),
  ).toBeTruthy();
  const forecast = await part('Прогноз за ноябрь 2026');
  expect(forecast.getByText(/6.519,38.₽/)).toBeTruthy();
  expect(forecast.getByText(/не раньше 10 декабря/)).toBeTruthy();
  expect(forecast.getByText('Доход зависит от личных усилий и не гарантирован.')).toBeTruthy();
  expect((await part('Команда')).getByText('34 из 60')).toBeTruthy();
  await screen.findByText('Олег Дёмин');
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
});

it('says whom to call: five of each report at most, no birthday that has passed, a hidden contact in words', async () => {
  open();
  const calls = await part('Кому позвонить сегодня');
  expect(await calls.findByText('День рождения сегодня')).toBeTruthy();
  expect(calls.getByRole('link', { name: 'Позвонить: Ольга Третьякова' }).getAttribute('href')).toBe(
    'tel:+79131234567',
  );
  expect(calls.getByText('День рождения 27 ноября')).toBeTruthy();
  expect(calls.queryByText('Игорь Павлов')).toBeNull();
  expect(await calls.findByText('Молчун 5')).toBeTruthy();
  expect(calls.queryByText('Молчун 6')).toBeNull();
  expect(words(calls.getByText(/^Молчит 5/).textContent)).toBe('Молчит 5 периодов');
  expect(calls.getAllByText('Контакт скрыт')).toHaveLength(6);
  expect(calls.getByRole('link', { name: 'Все неактивные: 17' }).getAttribute('href')).toBe(
    '/user/reports/inactive?structure=0&sort=silent-asc',
  );
  const newcomers = await part('Новички');
  expect(words(newcomers.getByText(/^До квалификации/).textContent)).toBe('До квалификации 88 баллов');
  expect(newcomers.getByRole('link', { name: 'Олег Дёмин' }).getAttribute('href')).toBe(
    '/user/business/structure?person=31',
  );
});

it('leads on to every part of the work', async () => {
  open();
  const places = within(screen.getByRole('navigation', { name: 'Разделы бизнеса' }));
  expect(places.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    '/user/business/structure',
    '/user/career',
    '/user/account',
    '/user/transfers',
    '/user/reports',
    '/user/register',
  ]);
  const materials = within(await screen.findByRole('region', { name: 'Материалы' }));
  expect(materials.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    '/user/education',
    '/kompaniya/dokumenty',
  ]);
  await screen.findByText('Олег Дёмин');
});

it('congratulates on a title that this month reaches first', async () => {
  open({ '/api/network/career': { ...CAREER, title: 6, is_preliminary: true } });
  const news = await part('Поздравляем: вы старший менеджер');
  expect(news.getByText(/когда закроется ноябрь 2026/)).toBeTruthy();
});

it('a new title is told by a sheet once on a phone, and never one of long ago', async () => {
  const risen = { ...CAREER, title: 6, is_preliminary: true, history: [{ title: 6, period: 202611 }, { title: 5, period: 202606 }] }; // prettier-ignore
  const first = open({ '/api/network/career': risen });
  const sheet = within(await screen.findByRole('dialog', { name: 'Вы — старший менеджер' }));
  expect(words(sheet.getByText('Было').parentElement!.textContent)).toContain('Менеджер');
  expect(words(sheet.getByText(/Прогноз за/).parentElement!.textContent)).toContain('6 519,38 ₽');
  expect(sheet.getByText('Доход зависит от личных усилий и не гарантирован.')).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Посмотреть лестницу' }).getAttribute('href')).toBe('/user/career');
  const store = await first.store.get(storesAtom).person('7');
  await waitFor(async () => expect(await store.get(TOLD_TITLE_KEY)).toBe(6));
  await first.user.click(sheet.getByText('Закрыть'));
  expect(screen.queryByRole('dialog')).toBeNull();
  first.unmount();
  const reads = vi.spyOn(store, 'get');
  render(<Provider store={first.store}>{<Business />}</Provider>);
  await part('Поздравляем: вы старший менеджер');
  await waitFor(() => expect(reads).toHaveBeenCalledWith(TOLD_TITLE_KEY));
  await act(async () => void (await Promise.all(reads.mock.results.map(({ value }) => value as Promise<unknown>))));
  expect(screen.queryByRole('dialog')).toBeNull();
});
it.each([
  ['reached in the month before', { title: 5, history: [{ title: 5, period: 202610 }] }, 'Вы — менеджер'],
  ['reached long ago', { title: 5, history: [{ title: 5, period: 202606 }] }, null],
  ['that everybody has', { title: 1, history: [] }, null],
])('on a phone that has told of no title: one %s', async (_, more, name) => {
  const { store } = open({ '/api/network/career': { ...CAREER, ...more } });
  const told = await store.get(storesAtom).person('7');
  await waitFor(async () => expect(await told.get(TOLD_TITLE_KEY)).toBe(more.title));
  expect(screen.queryByRole('dialog')?.querySelector('h2')?.textContent ?? null).toBe(name);
});

it('names who of the structure has risen, and nothing while nobody has', async () => {
  const row = { ...person(41, 'Ольга Третьякова'), date: null, from: 'Консультант', to: 'Координатор', sponsor: null, period: 202611 }; // prettier-ignore
  open({ '/user/reports/new-statuses/search': list([row], 3) });
  const risen = await part('Кого поздравить с новым статусом');
  expect(risen.getByRole('link', { name: 'Ольга Третьякова' })).toBeTruthy();
  expect(risen.getByText('Теперь координатор')).toBeTruthy();
  expect(risen.getByRole('link', { name: 'Все новые статусы: 3' }).getAttribute('href')).toBe('/user/reports/new-statuses'); // prettier-ignore
  cleanup();
  open();
  await part('Новички');
  expect(screen.queryByRole('region', { name: 'Кого поздравить с новым статусом' })).toBeNull();
});

it('says in a quiet month what makes it active', async () => {
  open({ '/api/network/now': { ...NOW, own: 18.5, active: false, rung: { id: 1, name: 'Консультант', percent: 0 } } });
  const volumes = await part('Объёмы периода');
  expect(volumes.getByText('не активны')).toBeTruthy();
  expect(words(volumes.getByText(/Месяц пока не активен/).textContent)).toContain('не хватает 11,5 балла');
});

it('waits with the period in place while nothing has come', async () => {
  const { container } = open({ '/api/network/now': null, '/api/network/career': null });
  expect(screen.getByRole('heading', { level: 1, name: 'Бизнес' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Ноябрь 2026, до конца периода' })).toBeTruthy();
  expect(container.querySelector('[aria-busy="true"]')).toBeTruthy();
  await screen.findByRole('button', { name: 'Повторить' });
  expect(container.querySelector('[aria-busy="true"]')).toBeNull();
});

it('without a network the last copy is there with its date, also when the screen is opened anew', async () => {
  const first = open();
  await screen.findByText('Олег Дёмин');
  await screen.findByText('Молчун 1');
  const stores = first.store.get(storesAtom);
  first.unmount();
  vi.setSystemTime(new Date('2026-11-23T10:00:00Z'));
  const { store } = onScreen(<Business />);
  store.set(storesAtom, stores);
  act(() => goOffline(store));
  comeIn(store);
  expect(await screen.findByText(/^данные от/)).toBeTruthy();
  expect((await part('Объёмы периода')).getByText('47,5')).toBeTruthy();
  expect(await screen.findByText('Молчун 1')).toBeTruthy();
  expect(await screen.findByText('Олег Дёмин')).toBeTruthy();
  // The birthday that was today in the copy has passed by then.
  expect(screen.queryByText('Ольга Третьякова')).toBeNull();
});

it('with nobody in the structure there is one thing to do: to show the link', async () => {
  const nobody = { people: 0, active: 0 };
  const { container, user } = open({
    '/api/network/now': { ...NOW, structure: nobody, line1: nobody },
    '/api/sponsor/invite': null,
  });
  expect(await screen.findByRole('heading', { name: 'В вашей структуре пока никого нет' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Кому позвонить сегодня' })).toBeNull();
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Показать ссылку и код' }));
  expect(await screen.findByRole('dialog', { name: 'Пригласить' })).toBeTruthy();
});

it('a failure is said in words, and trying again brings the numbers', async () => {
  const answers: Answers = { '/api/network/now': null, '/api/user/reports/rookie': null };
  const { user } = open(answers);
  const again = await screen.findByRole('button', { name: 'Повторить' });
  expect(screen.getByText(/Нужен интернет|временно не доступен/)).toBeTruthy();
  delete answers['/api/network/now'];
  await user.click(again);
  expect((await part('Объёмы периода')).getByText('47,5')).toBeTruthy();
  const newcomers = await part('Новички');
  expect(await newcomers.findByText(/Нужен интернет|временно не доступен/)).toBeTruthy();
  expect(await (await part('Кому позвонить сегодня')).findByText('Молчун 1')).toBeTruthy();
  delete answers['/api/user/reports/rookie'];
  await user.click(newcomers.getByRole('button', { name: 'Повторить' }));
  expect(await newcomers.findByText('Олег Дёмин')).toBeTruthy();
});
