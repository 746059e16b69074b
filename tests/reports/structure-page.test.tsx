// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { Router } from 'wouter';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { StructurePage } from '#src/features/structure/StructurePage.tsx';
import { TreeSheet } from '#src/features/structure/TreeSheet.tsx';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /user/business/structure in the states that it can be in (docs/product/reports.md#structure).

const AT = '2026-11-21T09:00:00.000Z';
const [ME, OLGA, PETER] = [7, 2, 4];
const NAMES: Readonly<Record<number, string>> = { [ME]: 'Мария Соколова', [OLGA]: 'Ольга Третьякова', [PETER]: 'Пётр Исаев' }; // prettier-ignore
const row = (id: number, people: number, line: number) => ({
  id,
  cons_id: `0100030${id}`,
  name: NAMES[id],
  line,
  active: true,
  own: 40,
  group: 90,
  active_line1: 0,
  orders: 1,
  amount: 200_000,
  status: { id: 4, name: 'Консультант' },
  title: 'Старший консультант',
  missing: 10,
  people,
});
const TOTALS = { people: 2, active: 2, own: 80, orders: 2, amount: 400_000, silent: 0, sleeping: 0, gone: 0, qualified: 0 }; // prettier-ignore
const PERIODS = [
  { id: 202611, name: 'Ноябрь 2026' },
  { id: 202610, name: 'Октябрь 2026' },
];
const NOW = {
  status: 'success', period: 202611, as_of: AT, server_time: AT, own: 47.5, group: 910, active: true, rung: { id: 4, name: 'Консультант', percent: 5 }, next: null,
  title: 5,
  line1: { people: 1, active: 1 }, structure: { people: 60, active: 34 }, forecast: { bonus: 0, own: 0, branches: 0, leader: 0 },
}; // prettier-ignore
const level = (...items: object[]) => ({
  status: 'success',
  server_time: AT,
  as_of: AT,
  period: PERIODS[0],
  periods: PERIODS,
  parents: [{ id: ME, name: NAMES[ME] }],
  page: 1,
  pages: 1,
  total: items.length,
  totals: TOTALS,
  items,
  branches: [],
});
const ABOUT_PETER = {
  status: 'success',
  server_time: AT,
  as_of: AT,
  person: {
    id: PETER,
    cons_id: '01000304',
    name: NAMES[PETER],
    line: 2,
    city: null,
    sponsor: NAMES[OLGA],
    title: 'Консультант',
    active: true,
    own: 40,
    group: 40,
    people: 0,
    active_line1: 0,
    silent: 0,
    last_order: null,
    registered: '2026-01-10',
    phone: null,
    email: null,
  },
  parents: [ME, OLGA, PETER].map((id) => ({ id, name: NAMES[id] })),
};

type IsAway = (query: URLSearchParams, path: string) => boolean | Promise<boolean>;
/** Мария's tree of two lines. `isAway` of a question: no answer to it, or none before it says so. */
function open(
  isAway: IsAway = () => false,
  page = <StructurePage invite={<button type="button">Пригласить</button>} />,
) {
  const drawn = onScreen(<main id="main">{page}</main>, async ({ path, search }) => {
    const query = new URLSearchParams(search);
    if (await isAway(query, path)) return null;
    if (path.startsWith('/api/user/structure/person/')) return { http: 200, body: ABOUT_PETER };
    if (path === '/api/network/now') return { http: 200, body: NOW };
    if (path !== '/api/user/reports/activity') return null;
    if (query.get('period') === '202610')
      return { http: 200, body: { ...level(row(PETER, 0, 1)), period: PERIODS[1], periods: PERIODS } };
    const isSecond = query.get('node') === String(OLGA);
    const body = query.has('q') || isSecond ? level(row(PETER, 0, 2)) : level(row(OLGA, 1, 1));
    if (isSecond) body.parents.push({ id: OLGA, name: NAMES[OLGA] });
    return { http: 200, body };
  });
  const user = { ...CLIENT, id: ME, role: 'cons' as const, isCons: true, cons_id: '01000157' };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: String(ME), user }));
  return drawn;
}
const link = (id: number) => screen.getByRole('link', { name: NAMES[id]! });
beforeEach(() => history.replaceState(null, '', '/user/business/structure'));

it('opens and closes a line by arrows', async () => {
  const { user } = open();
  await screen.findByRole('link', { name: NAMES[OLGA]! });
  act(() => link(OLGA).focus());
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('link', { name: NAMES[PETER]! })).toBeTruthy();
  expect(link(PETER).closest('tr')!.getAttribute('aria-level')).toBe('2');
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(link(PETER));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.queryByRole('link', { name: NAMES[PETER]! })).toBeNull();
});

it('a star opens what stands beside, though it needs Shift; the link to invite by is at hand', async () => {
  const { user } = open();
  await screen.findByRole('link', { name: NAMES[OLGA]! });
  act(() => link(OLGA).focus());
  await user.keyboard('{Shift>}*{/Shift}');
  expect(await screen.findByRole('link', { name: NAMES[PETER]! })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Пригласить' })).toBeTruthy();
});

it('begins with the whole structure of the open month in four numbers', async () => {
  open();
  const tiles = within(await screen.findByRole('region', { name: 'Вся структура' }));
  expect([...tiles.getAllByRole('term')].map(({ textContent }) => textContent)).toEqual(['Человек', 'Активны', 'ЛО', 'ГО']); // prettier-ignore
  expect(tiles.getByText('60').previousElementSibling?.textContent).toBe('Человек');
  expect(tiles.getByText('34').nextElementSibling?.textContent).toBe('57\u00A0%');
  expect(tiles.getByText('47,5')).toBeTruthy();
  expect(tiles.getByText('910')).toBeTruthy();
});

it('another month is another tree, stands in the address, and the open one comes back as it was', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Раскрыть/ }));
  await screen.findByRole('link', { name: NAMES[PETER]! });
  const months = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Период' });
  expect(months.value).toBe('202611');
  await user.selectOptions(months, '202610');
  await waitFor(() => expect(screen.queryByRole('link', { name: NAMES[OLGA]! })).toBeNull());
  expect((await screen.findByRole('link', { name: NAMES[PETER]! })).closest('tr')!.getAttribute('aria-level')).toBe(
    '1',
  );
  expect(location.search).toBe('?period=202610');
  // What they say is of the open month.
  expect(screen.queryByRole('region', { name: 'Вся структура' })).toBeNull();
  expect(screen.getByRole('link', { name: NAMES[PETER]! }).getAttribute('href')).toContain('period=202610');
  await user.selectOptions(months, '202611');
  expect(await screen.findByRole('link', { name: NAMES[OLGA]! })).toBeTruthy();
  expect(link(PETER).closest('tr')!.getAttribute('aria-level')).toBe('2');
  expect(location.search).toBe('');
});

it('a month without a copy and without an answer: the months stay, so there is a way back', async () => {
  const { user } = open((query) => query.has('period'));
  await screen.findByRole('link', { name: NAMES[OLGA]! });
  const months = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Период' });
  await user.selectOptions(months, '202610');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect([...months.options].map(({ text }) => text)).toEqual(['Ноябрь 2026', 'Октябрь 2026']);
  await user.selectOptions(months, '202611');
  expect(await screen.findByRole('link', { name: NAMES[OLGA]! })).toBeTruthy();
});

it('searching opens the way to somebody, and the keyboard goes on in their row', async () => {
  const { user } = open();
  await screen.findByRole('link', { name: NAMES[OLGA]! });
  await user.type(screen.getByRole('searchbox'), 'Пё');
  expect(screen.getByText('Введите не меньше 3 букв или цифр')).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'тр');
  await user.click(await screen.findByRole('button', { name: /Пётр Исаев/ }));
  const sheet = within(await screen.findByRole('dialog', { name: NAMES[PETER]! }));
  expect(await sheet.findByText(/Контакты видны консультанту человека/)).toBeTruthy();
  expect(await screen.findByText('Пётр Исаев', { selector: 'table a' })).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(document.activeElement).toBe(link(PETER)));
  expect(location.search).toBe('');
});

it('a line that comes after the sheet was closed gets the keyboard all the same, unless it has gone on', async () => {
  for (const goesOn of [false, true]) {
    const line = Promise.withResolvers<boolean>();
    const { user, unmount } = open((query) => query.get('node') === String(OLGA) && line.promise);
    await screen.findByRole('link', { name: NAMES[OLGA]! });
    await user.type(screen.getByRole('searchbox'), 'Пётр');
    await user.click(await screen.findByRole('button', { name: /Пётр Исаев/ }));
    await user.click(within(await screen.findByRole('dialog', { name: NAMES[PETER]! })).getByRole('button', { name: 'Закрыть' })); // prettier-ignore
    await waitFor(() => expect(document.activeElement).toBe(document.body));
    if (goesOn) act(() => screen.getByRole('searchbox').focus());
    await act(async () => line.resolve(false));
    await screen.findByRole('link', { name: NAMES[PETER]! });
    expect(document.activeElement).toBe(goesOn ? screen.getByRole('searchbox') : link(PETER));
    unmount();
    history.replaceState(null, '', '/user/business/structure');
  }
});

it('somebody who was found and cannot be opened: says so, and keeps the search', async () => {
  const { user } = open((_query, path) => path.includes('/person/'));
  await screen.findByRole('link', { name: NAMES[OLGA]! });
  await user.type(screen.getByRole('searchbox'), 'Пётр');
  await user.click(await screen.findByRole('button', { name: /Пётр Исаев/ }));
  expect(await screen.findByText(/Человек не открылся/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Пётр');
});

it('no answer at all is a failure with a way on, and not a shape that waits for ever', async () => {
  let isAway = true;
  const { user } = open(() => isAway);
  expect((await screen.findByRole('alert')).textContent).toMatch(/Нужен интернет|временно не доступен/);
  expect(screen.queryByLabelText('Структура: загружается')).toBeNull();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: NAMES[OLGA]! })).toBeTruthy();
});

it('a line that did not come is asked for again, not only the first one', async () => {
  let isAway = true;
  const { user } = open((query) => isAway && query.get('node') === String(OLGA));
  await user.click(await screen.findByRole('button', { name: /^Раскрыть/ }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: NAMES[PETER]! })).toBeTruthy();
});
it('the keyboard goes back into the row also when addresses carry the sponsor', async () => {
  const carried = (href: string) => `${href}${href.includes('?') ? '&' : '?'}sponsorId=1000157`;
  const { user } = open(undefined, <Router hrefs={carried}><StructurePage invite={<button type="button">Пригласить</button>} /></Router>); // prettier-ignore
  await screen.findByRole('link', { name: NAMES[OLGA]! });
  await user.type(screen.getByRole('searchbox'), 'Ольга');
  await user.click(await screen.findByRole('button', { name: /Пётр Исаев/ }));
  await user.click(within(await screen.findByRole('dialog', { name: NAMES[PETER]! })).getByRole('button', { name: 'Закрыть' })); // prettier-ignore
  await waitFor(() => expect(document.activeElement).toBe(link(PETER)));
});

it('the second line is there without a signal, though nobody has opened it', async () => {
  let isAway = false;
  const asked: string[] = [];
  const { user, store } = open((query) => {
    asked.push(query.get('node') ?? '');
    return isAway;
  });
  await screen.findByRole('link', { name: NAMES[OLGA]! });
  await waitFor(() => expect(asked).toContain(String(OLGA)));
  isAway = true;
  act(() => goOffline(store));
  await user.click(await screen.findByRole('button', { name: /^Раскрыть/ }));
  expect(await screen.findByRole('link', { name: NAMES[PETER]! })).toBeTruthy();
});

describe('on the phone', () => {
  beforeEach(() => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ matches: query.includes('max-width: 779px'), addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList); // prettier-ignore
    return () => vi.restoreAllMocks();
  });
  it('one line fills the screen: the number leads into the line below, the way above back', async () => {
    const { user } = open();
    const list = await screen.findByRole('list', { name: 'Структура' });
    expect(within(list).getByText('Старший консультант', { exact: false })).toBeTruthy();
    await user.click(within(list).getByRole('link', { name: 'Ветка: Ольга Третьякова, 1 человек' }));
    expect(await screen.findByRole('link', { name: /Пётр Исаев/ })).toBeTruthy();
    expect(location.search).toBe('?node=2');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: NAMES[OLGA]! }));
    await user.click(screen.getByRole('link', { name: 'Вся структура' }));
    expect(await screen.findByRole('link', { name: /Ольга Третьякова.*ЛО/ })).toBeTruthy();
    expect(location.search).toBe('');
  });
  it('searching shows the line in which somebody stands, and the keyboard goes on in their row', async () => {
    const { user } = open();
    await screen.findByRole('list', { name: 'Структура' });
    await user.type(screen.getByRole('searchbox'), 'Пётр');
    await user.click(await screen.findByRole('button', { name: /Пётр Исаев/ }));
    await user.click(within(await screen.findByRole('dialog', { name: NAMES[PETER]! })).getByRole('button', { name: 'Закрыть' })); // prettier-ignore
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Пётр Исаев/ })));
    expect(location.search).toBe('?node=2');
  });
});

describe('«Дерево структуры»', () => {
  it('one person is chosen by the keyboard, in the tree or by searching', async () => {
    const chosen: string[] = [];
    const { user } = open(
      undefined,
      <TreeSheet act="Выбрать" onChosen={({ name }) => chosen.push(name)} onClose={() => chosen.push('closed')} />,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Дерево структуры' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Выбрать' }).disabled).toBe(true);
    const olga = await dialog.findByRole('button', { name: NAMES[OLGA]! });
    act(() => olga.focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Выбрать: Пётр Исаев' }));
    await user.type(dialog.getByRole('searchbox'), 'Пётр');
    await user.click(await dialog.findByRole('button', { name: /Пётр Исаев.*2-я линия/ }));
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Выбрать: Пётр Исаев' })),
    );
    await user.keyboard('{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    expect(chosen).toEqual([NAMES[PETER], NAMES[PETER], 'closed']);
  });
});
vi.setConfig({ testTimeout: 30_000 });
