// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActivityRow, StatMonth } from '#contract/reports.ts';
import { activityColumns, birthdayColumns, inactiveColumns, rookieColumns, statusColumns } from '#src/features/reports/columns.tsx'; // prettier-ignore
import { PersonalStat } from '#src/features/reports/PersonalStat.tsx';
import { ReportPage } from '#src/features/reports/ReportPage.tsx';
import type { ListName } from '#src/features/reports/reports.rules.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// Reports in the states that they can be in (docs/product/reports.md); their numbers: tests/network/reports.test.ts.

const AT = '2026-11-21T09:00:00.000Z';
const TOTALS = { people: 3, active: 1, own: 95.5, orders: 4, amount: 477_500, silent: 0, sleeping: 0, gone: 0, qualified: 0 }; // prettier-ignore
const person = (id: number, name: string, more: Partial<ActivityRow> = {}): ActivityRow => ({
  id,
  cons_id: `0100030${id}`,
  name,
  line: 1,
  active: false,
  own: 12,
  group: 12,
  active_line1: 0,
  orders: 1,
  amount: 60_000,
  status: null,
  title: 'Консультант',
  missing: 18,
  people: 0,
  ...more,
});
const LEAF = person(3, 'Игорь Павлов');
const OLGA = person(2, 'Ольга Третьякова', { active: true, own: 83.5, group: 240, people: 2 });
const PERIODS = [
  { id: 202611, name: 'ноябрь 2026' },
  { id: 202610, name: 'октябрь 2026' },
];
const list = (items: readonly object[], more: object = {}) => ({
  status: 'success',
  server_time: AT,
  as_of: AT,
  period: PERIODS[0],
  periods: PERIODS,
  parents: [{ id: 7, name: 'Мария Соколова' }],
  page: 1,
  pages: 1,
  total: items.length,
  totals: TOTALS,
  items,
  branches: [],
  ...more,
});

type Said = object | null | 'busy';
/** `answer` by what the shop is asked; null: no network. */
function open(answer: (asked: URLSearchParams) => Said, report: ListName | 'personal-stat' = 'activity') {
  const page = report === 'personal-stat' ? <PersonalStat /> : <ReportPage report={report} />;
  const drawn = onScreen(page, ({ search }) => {
    const said = answer(new URLSearchParams(search));
    if (said === 'busy') return { http: 200, body: { status: 'error', code: 'unavailable', message: BUSY } };
    return said && { http: 200, body: said };
  });
  const user = { ...CLIENT, id: 7, role: 'cons' as const, isCons: true, cons_id: '01000157' };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return drawn;
}
const BUSY = 'Баллы сейчас пересчитываются. Откройте ещё раз через минуту';
const rowOf = (name: string) => screen.getByText(name).closest('tr')!;
const exports = () => screen.getByRole<HTMLButtonElement>('button', { name: /Выгрузить/ });
beforeEach(() => history.replaceState(null, '', '/user/reports/activity'));

describe('a list', () => {
  it('tells the active by a word, sums up, and leads into a branch with the focus on the heading', async () => {
    const { user } = open((asked) =>
      asked.get('node') === '2'
        ? list([LEAF], { parents: [{ id: 7, name: 'Мария Соколова' }, { id: 2, name: 'Ольга Третьякова' }] }) // prettier-ignore
        : list([OLGA, LEAF]),
    );
    expect(await screen.findByText('Игорь Павлов')).toBeTruthy();
    expect(rowOf('Ольга Третьякова').textContent).toMatch(/^.*активен Ольга/);
    expect(rowOf('Игорь Павлов').textContent).toContain('не активен');
    expect(screen.getByText('Итого: 3, активны 1')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Ветка: Ольга Третьякова' }));
    const parents = within(screen.getByRole('navigation', { name: 'Чья ветка' }));
    expect((await parents.findByText('Ольга Третьякова')).getAttribute('aria-current')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    await user.click(parents.getByRole('link', { name: 'Мария Соколова' }));
    expect(await screen.findByRole('link', { name: 'Ветка: Ольга Третьякова' })).toBeTruthy();
    expect(location.search).not.toContain('node');
  });

  it('says what the whole list comes to before its rows', async () => {
    open(() => list([OLGA, LEAF]));
    const totals = await screen.findByRole('region', { name: 'Итого' });
    expect(totals.textContent?.replaceAll('\u00A0', ' ')).toBe(
      'Консультантов3Активны1ЛО вместе95,5Сумма заказов4 775 ₽',
    );
    expect(totals.compareDocumentPosition(screen.getByRole('table')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
  it('nobody to sum up, no sums', async () => {
    open(() => list([]));
    await screen.findByText('Пока пусто');
    expect(screen.queryByRole('region', { name: 'Итого' })).toBeNull();
  });

  it('can be entered by Tab also when nobody stands below the first person', async () => {
    const { user } = open(() => list([LEAF, OLGA]));
    const first = await screen.findByText('Игорь Павлов');
    expect(first.tabIndex).toBe(0);
    act(() => first.focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ветка: Ольга Третьякова' }));
  });

  it('whose numbers they are is one of three beside each other, and stands in the address', async () => {
    const { user } = open((asked) => list(asked.get('structure') === '0' ? [OLGA] : [OLGA, LEAF]));
    await screen.findByText('Игорь Павлов');
    const three = within(screen.getByRole('group', { name: 'Структура' })).getAllByRole('button');
    const said = () => three.map((one) => [one.textContent, one.getAttribute('aria-pressed')]);
    expect(said()).toEqual([['Первая линия', 'false'], ['Вся', 'true'], ['По веткам', 'false']]); // prettier-ignore
    await user.click(three[0]!);
    await waitFor(() => expect(screen.queryByText('Игорь Павлов')).toBeNull());
    expect([location.search, document.activeElement]).toEqual(['?structure=0', three[0]]);
    await user.click(three[1]!);
    expect(await screen.findByText('Игорь Павлов')).toBeTruthy();
    expect(location.search).toBe('');
  });

  it('keeps field, focus and every letter while the search is asked for', async () => {
    const { user } = open((asked) => list(asked.get('q') === 'Ольга' ? [OLGA] : [OLGA, LEAF]));
    await screen.findByText('Игорь Павлов');
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Поиск' });
    await user.type(field, 'Ол');
    expect(screen.getByText('Введите не меньше 3 букв или цифр')).toBeTruthy();
    await user.type(field, 'ьга');
    await waitFor(() => expect(screen.queryByText('Игорь Павлов')).toBeNull());
    expect(location.search).toContain('q=');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('searchbox', { name: 'Поиск' })).toBe(field);
    expect(field.value).toBe('Ольга');
  });

  it('sorts by the address, and the button that was pressed keeps the focus', async () => {
    const { user } = open((asked) => list(asked.get('sort') === 'own-asc' ? [LEAF, OLGA] : [OLGA, LEAF]));
    const own = await screen.findByRole('button', { name: 'ЛО' });
    await user.click(own);
    await waitFor(() => expect(location.search).toBe('?sort=own-asc'));
    await waitFor(() => expect(screen.getAllByRole('row')[1]!.textContent).toContain('Игорь'));
    expect(document.activeElement).toBe(own);
    expect(own.closest('th')!.getAttribute('aria-sort')).toBe('ascending');
  });

  it('nobody fits: says so, and «Показать всех» takes every filter away', async () => {
    history.replaceState(null, '', '/user/reports/activity?active=no&q=Кузьма');
    const { user } = open((asked) => list(asked.has('q') ? [] : [OLGA]));
    expect(await screen.findByText('Никого не нашлось')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Показать всех' }));
    expect(await screen.findByText('Ольга Третьякова')).toBeTruthy();
    expect([location.search, screen.getByRole<HTMLInputElement>('searchbox').value]).toEqual(['', '']);
  });

  it('an empty network says nothing of filters', async () => {
    open(() => list([]));
    expect(await screen.findByText('Пока пусто')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Показать всех' })).toBeNull();
  });
});

it.each([
  ['activity', activityColumns({}, TOTALS)],
  ['inactive', inactiveColumns()],
  ['rookie', rookieColumns(TOTALS)],
  ['birthdays', birthdayColumns()],
  ['new-statuses', statusColumns()],
] as const)('%s: a card has one corner and one head', (_report, columns) => {
  const places = columns.map(({ card }) => card);
  expect([places.filter((one) => one === 'side'), places.filter((one) => one === 'head')]).toEqual([
    ['side'],
    ['head'],
  ]);
});

describe('no answer', () => {
  it('the volumes are not counted yet: the shop’s words, and asking again brings the list', async () => {
    let isBusy = true;
    const { user } = open(() => (isBusy ? 'busy' : list([OLGA])));
    expect((await screen.findByRole('alert')).textContent).toContain(BUSY);
    expect(exports().disabled).toBe(true);
    isBusy = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Ольга Третьякова')).toBeTruthy();
    expect(screen.queryByText(BUSY)).toBeNull();
  });

  it('without a network the last copy stands with its date, and why no file is made is said', async () => {
    const { store } = open(() => list([OLGA]));
    await screen.findByText('Ольга Третьякова');
    act(() => goOffline(store));
    expect(screen.getByText('Ольга Третьякова')).toBeTruthy();
    expect(screen.getByText(/^данные /)).toBeTruthy();
    expect(exports().disabled).toBe(true);
    expect(document.getElementById(exports().getAttribute('aria-describedby')!)!.textContent).toContain('со связью');
  });

  it('a month without a copy: the months stay, so there is a way back', async () => {
    let isAway = false;
    const { user } = open((asked) => (isAway && asked.has('period') ? null : list([OLGA])));
    await screen.findByText('Ольга Третьякова');
    isAway = true;
    const months = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Период' });
    await user.selectOptions(months, '202610');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(months.options).toHaveLength(2);
    await user.selectOptions(months, '202611');
    expect(await screen.findByText('Ольга Третьякова')).toBeTruthy();
  });
});

describe('personal statistics', () => {
  const month: StatMonth = { period: 202611, lo: 47.5, go: 910, no: 1200, rookies: 2, active: 4, status: { id: 4, name: 'Консультант' }, bonus: 651_938, is_open: true }; // prettier-ignore
  const stat = (months: StatMonth[]) => ({ status: 'success', server_time: AT, as_of: AT, id: 7, name: 'Мария', stat: months }); // prettier-ignore

  it('one month stands in the table without a chart', async () => {
    open(() => stat([month]), 'personal-stat');
    expect((await screen.findByText('Ноябрь 2026')).closest('tr')!.textContent).toMatch(/идёт.*47,5.*910.*6.519,38/s);
    expect(screen.queryByRole('figure')).toBeNull();
  });
  it('begins with the months at a glance; what the open one may pay is no bonus yet', async () => {
    const silent: StatMonth = {
      ...month,
      period: 202610,
      go: 1200,
      rookies: 1,
      status: null,
      bonus: 0,
      is_open: false,
    };
    const paid: StatMonth = { ...month, period: 202609, go: 640, rookies: 0, bonus: 595_800, is_open: false };
    open(() => stat([paid, silent, month]), 'personal-stat');
    const tiles = await screen.findByRole('region', { name: 'За все периоды' });
    const said = [...tiles.querySelectorAll('dl > div')].map((tile) => [...tile.children].map((one) => one.textContent?.replaceAll('\u00A0', ' '))); // prettier-ignore
    expect(said).toEqual([
      ['Лучший ГО', '1 200', 'Октябрь 2026'],
      ['Активны', '2 из 3', 'периодов'],
      ['Новичков', '3', 'за 3 периода'],
      ['Бонус', '5 958 ₽', 'за закрытые: 2'],
    ]);
  });
  it('nothing yet, and no answer, are told apart', async () => {
    const { unmount } = open(() => stat([]), 'personal-stat');
    expect(await screen.findByText('Первые числа появятся с первым заказом.')).toBeTruthy();
    unmount();
    open(() => 'busy', 'personal-stat');
    expect((await screen.findByRole('alert')).textContent).toContain(BUSY);
  });
});
vi.setConfig({ testTimeout: 30_000 });
