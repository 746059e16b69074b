import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { takeBuild } from '#src/platform/update/update.ts';

// What «Обновить» does when the browser does not let the older worker go (docs/decisions/185-nobody-waits-for-the-old-worker.md).

const reload = vi.fn<() => void>();
const told = vi.fn<(message: unknown) => void>();
/** In charge, and deaf: its sign of life is waited for in vain. */
const active = { postMessage: () => {} };

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  told.mockClear();
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const registered = (registration: object | undefined) =>
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });

it('the page reloads by itself, soon after the waiting worker was told', async () => {
  registered({ active, waiting: { postMessage: told } });
  void takeBuild();
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a form that was opened meanwhile is not taken away: the reload comes when it is closed', async () => {
  registered({ active, waiting: { postMessage: told } });
  void takeBuild();
  await vi.advanceTimersByTimeAsync(6000);
  const release = holdUpdates();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  release();
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each([['nothing waits', { active, waiting: null }] as const, ['no worker is registered', undefined] as const])(
  '%s: the reload is all there is to do',
  async (_, registration) => {
    registered(registration);
    void takeBuild();
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).toHaveBeenCalledTimes(1);
  },
);
