import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { takeWaitingBuild } from '#src/platform/update/take-waiting-build.ts';

// The moment at which another worker takes this page over (docs/product/offline.md F40).

const reload = vi.fn<() => void>();
let container: EventTarget;
const settle = () => new Promise((done) => setTimeout(done, 20));
const takeOver = async () => {
  container.dispatchEvent(new Event('controllerchange'));
  await settle();
};

beforeEach(async () => {
  reload.mockClear();
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  container = Object.assign(new EventTarget(), { controller: {}, getRegistration: async () => undefined });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('caches', { has: async () => false });
  vi.stubGlobal('location', { reload });
  takeWaitingBuild();
  await settle();
});
afterEach(() => vi.unstubAllGlobals());

it('a page at rest is reloaded at once', async () => {
  await takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});
it('a quiz or a form that was opened meanwhile is not taken away: the reload comes when the last of them is closed', async () => {
  const releases = [holdUpdates(), holdUpdates()];
  await takeOver();
  releases[0]?.();
  expect(reload).not.toHaveBeenCalled();
  releases[1]?.();
  expect(reload).toHaveBeenCalledTimes(1);
});
it('a form that is closed without any new build reloads nothing', () => {
  holdUpdates()();
  expect(reload).not.toHaveBeenCalled();
});
