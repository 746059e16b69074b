// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DeliveryPoint } from '#contract/delivery.ts';
import type { Frame } from '#src/features/delivery/ask-points.ts';
import { PointsPage } from '#src/features/delivery/PointsPage.tsx';
import { pointAt } from '#tests/delivery/point-at.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// What the screen and the map tell each other; the map itself (Leaflet) is seen in a browser.

type Opened = { onMove: (frame: Frame) => void; onOpen: (id: string) => void };
const map = vi.hoisted(() => ({
  opened: null as Opened | null,
  show: vi.fn<(...asked: unknown[]) => void>(),
  fitAll: vi.fn<(...asked: unknown[]) => void>(),
  zoom: vi.fn<(...asked: unknown[]) => void>(),
  setTiles: vi.fn<(...asked: unknown[]) => void>(),
  resize: vi.fn<(...asked: unknown[]) => void>(),
  close: vi.fn<(...asked: unknown[]) => void>(),
}));
vi.mock('#src/features/delivery/map/draw-map.ts', () => ({
  openMap: (_box: HTMLElement, listener: Opened) => {
    map.opened = listener;
    return map;
  },
}));
class SeenAtOnce {
  private readonly seen: () => void;
  constructor(seen: () => void) {
    this.seen = seen;
  }
  observe(): void {
    this.seen();
  }
  disconnect(): void {}
}
beforeEach(() => {
  history.replaceState(null, '', '/punkty?city=3');
  for (const one of [map.show, map.fitAll, map.setTiles]) one.mockClear();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.stubGlobal('ResizeObserver', SeenAtOnce);
});

const many = (count: number, street: string): DeliveryPoint[] =>
  Array.from({ length: count }, (_, i) => pointAt({ id: `${street}-${i}`, address: `ул. ${street}, ${i + 1}` }));
const answer = (points: DeliveryPoint[], truncated = false) => ({
  http: 200,
  body: { status: 'success', points, truncated },
});
const HERE = { south: 55, west: 82.9, north: 55.1, east: 83 };
const WAY = '/api/delivery/agent-delivery-points/11';
const rows = () => within(screen.getByRole('list', { name: 'Пункты выдачи' })).getAllByRole('listitem');
/** A town with so many points of СДЭК; what a part of it has comes later, with `later`. */
async function open(ofTown: ReturnType<typeof answer>, tiles: unknown = null) {
  const shop = { part: ofTown };
  let wasAsked = false;
  const drawn = onScreen(<PointsPage />, ({ path }) => {
    if (path === '/api/delivery/map') return { http: 200, body: { status: 'success', tiles } };
    if (path !== WAY) return { http: 404, body: { status: 'error', code: 'not_found', message: '' } };
    const said = wasAsked ? shop.part : ofTown;
    wasAsked = true;
    return said;
  });
  await waitFor(() => expect(map.show).toHaveBeenCalled());
  await waitFor(() => expect(rows().length).toBeGreaterThan(0));
  const move = (frame: Frame) => act(async () => map.opened?.onMove(frame));
  const asked = () => drawn.asked.filter(({ path }) => path === WAY).length;
  return { ...drawn, shop, move, timesAsked: asked };
}

it('a town with more points than a list holds is asked for the part that is looked at, and the map stays there', async () => {
  const { shop, move, user } = await open(answer(many(200, 'Советская'), true));
  expect(screen.getByText('Ближайшие 200')).toBeTruthy();
  const fits = map.fitAll.mock.calls.length;
  shop.part = answer(many(3, 'Окраинная'));
  await move(HERE);
  expect(await screen.findByText('В этой части карты 3')).toBeTruthy();
  expect(rows()[0]?.getAttribute('aria-label')).toBe('ул. Окраинная, 1');
  expect(map.fitAll.mock.calls.length).toBe(fits);
  await user.click(screen.getByRole('button', { name: 'Показать весь город' }));
  expect(screen.getByText('Ближайшие 200')).toBeTruthy();
  expect(map.fitAll.mock.calls.length).toBe(fits + 1);
});
it('a part without points says so in the words of the order', async () => {
  const { shop, move } = await open(answer(many(200, 'Советская'), true));
  shop.part = answer([]);
  await move(HERE);
  expect(await screen.findByText('Нет доступных ПВЗ. Попробуйте уменьшить карту.')).toBeTruthy();
});
it('a town that fits the list is not asked again, however the map is moved', async () => {
  const { move, timesAsked } = await open(answer(many(3, 'Советская')));
  const before = timesAsked();
  await move(HERE);
  expect(timesAsked()).toBe(before);
  expect(screen.getByText('Всего 3')).toBeTruthy();
});
it('a mark that is chosen opens its row', async () => {
  await open(answer(many(60, 'Советская')));
  act(() => map.opened?.onOpen('Советская-50'));
  expect(rows()[50]?.querySelector('[aria-expanded="true"]')).toBeTruthy();
});
it('pictures of streets, where the shop has them, with whose they are', async () => {
  await open(answer(many(3, 'Советская')), { attribution: '© Участники OpenStreetMap', max_zoom: 18 });
  expect(await screen.findByText('© Участники OpenStreetMap')).toBeTruthy();
  expect(map.setTiles).toHaveBeenCalledWith({ attribution: '© Участники OpenStreetMap', maxZoom: 18 });
});
it('none: squared paper, and nothing is said', async () => {
  await open(answer(many(3, 'Советская')));
  expect(map.setTiles).not.toHaveBeenCalled();
});
