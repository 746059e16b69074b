// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryPoint } from '#contract/delivery.ts';
import { PointsPage } from '#src/features/delivery/PointsPage.tsx';
import { keptCitiesAtom } from '#src/features/session/city-state.atoms.ts';
import { pointAt } from '#tests/delivery/point-at.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /punkty «Пункты выдачи»: every state of its list; the map beside it is seen in a browser.

beforeEach(() => history.replaceState(null, '', '/punkty?city=3'));
const many = (count: number): DeliveryPoint[] =>
  Array.from({ length: count }, (_, i) => pointAt({ id: `S-${i + 1}`, address: `ул. Советская, ${i + 1}` }));
/** By the number of the way; others are not offered. */
const shopOf =
  (ways: Record<string, DeliveryPoint[]>, truncated = false) =>
  ({ path }: { path: string }) => {
    const points = ways[path.split('/').at(-1) ?? ''];
    return points
      ? { http: 200, body: { status: 'success', points, truncated } }
      : {
          http: 404,
          body: { status: 'error', code: 'not_found', message: 'Этот способ доставки сейчас не предлагается' },
        };
  };
const TWO = { 11: many(3), 26: [pointAt({ id: 'P-1', address: 'ул. Кирова, 44' })], 3: [] };
const rows = () => within(screen.getByRole('list', { name: 'Пункты выдачи' })).getAllByRole('listitem');
const carriers = async () =>
  within(await screen.findByRole('group', { name: 'Кто доставляет' }))
    .getAllByRole('button')
    .map((one) => one.textContent);

describe('carriers', () => {
  it('those that have points here, each with how many', async () => {
    onScreen(<PointsPage />, shopOf(TWO));
    expect(await carriers()).toEqual(['СДЭК 3', '5Post 1']);
    expect(rows()).toHaveLength(3);
  });
  it('another one shows its points and stands in the address', async () => {
    const { user } = onScreen(<PointsPage />, shopOf(TWO));
    await user.click(await screen.findByRole('button', { name: '5Post 1' }));
    expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual(['ул. Кирова, 44']);
    expect(location.search).toBe('?city=3&way=26');
  });
});

it('without a town in the address it is the chosen city that is shown', async () => {
  history.replaceState(null, '', '/punkty');
  const { store } = onScreen(<PointsPage />, shopOf(TWO));
  act(() => store.set(keptCitiesAtom, { uid: null, own: null, device: { id: 19, title: 'Барнаул' } }));
  expect(await carriers()).toHaveLength(2);
  const [town] = within(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Город' })).getAllByRole('option', {
    selected: true,
  });
  expect(town?.textContent).toBe('Барнаул');
});

it('another town is asked for, every way of it', async () => {
  const { user, asked } = onScreen(<PointsPage />, shopOf(TWO));
  await carriers();
  const before = asked.length;
  await user.selectOptions(screen.getByRole('combobox', { name: 'Город' }), 'Барнаул');
  expect(location.search).toBe('?city=19&way=11');
  expect(await carriers()).toHaveLength(2);
  expect(asked.length).toBe(before * 2);
});

it('a street with a slip is offered as it is written, and one tap searches it', async () => {
  const { user } = onScreen(
    <PointsPage />,
    shopOf({ 11: [...many(2), pointAt({ id: 'K', address: 'ул. Кирова, 44' })] }),
  );
  await carriers();
  await user.type(screen.getByRole('searchbox', { name: 'Улица или метро' }), 'кирва');
  expect(screen.getByText('Улицы «кирва» нет')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '«Кирова»' }));
  expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual(['ул. Кирова, 44']);
});

it('two hundred points are forty rows, and the next ones on demand', async () => {
  const { user } = onScreen(<PointsPage />, shopOf({ 11: many(200) }, true));
  expect(await screen.findByText('Ближайшие 200')).toBeTruthy();
  expect(rows()).toHaveLength(40);
  await user.click(screen.getByRole('button', { name: 'Показать ещё 40' }));
  expect(rows()).toHaveLength(80);
});

it('a town without points says so in the words of the order', async () => {
  onScreen(<PointsPage />, shopOf({ 11: [], 26: [] }));
  expect(await screen.findByText('Нет доступных ПВЗ. Попробуйте уменьшить карту.')).toBeTruthy();
});

describe('without a signal', () => {
  it('a town that was seen is read from the phone, with the time of the copy', async () => {
    let isGone = false;
    const drawn = onScreen(<PointsPage />, (request) => (isGone ? null : shopOf(TWO)(request)));
    await carriers();
    isGone = true;
    act(() => goOffline(drawn.store));
    await drawn.user.selectOptions(screen.getByRole('combobox', { name: 'Город' }), 'Барнаул');
    expect(await screen.findByRole('button', { name: 'Повторить' })).toBeTruthy();
    await drawn.user.selectOptions(screen.getByRole('combobox', { name: 'Город' }), 'Новосибирск');
    expect(await carriers()).toEqual(['СДЭК 3', '5Post 1']);
    expect(screen.getByText(/^Нет сети — пункты на/)).toBeTruthy();
    expect(rows()).toHaveLength(3);
  });
  it('a town that was not seen: why, and «Повторить»', async () => {
    let isThere = false;
    const { user } = onScreen(<PointsPage />, (request) => (isThere ? shopOf(TWO)(request) : null));
    await user.click(await screen.findByRole('button', { name: 'Повторить' }));
    isThere = true;
    await user.click(await screen.findByRole('button', { name: 'Повторить' }));
    expect(await carriers()).toEqual(['СДЭК 3', '5Post 1']);
  });
});
