// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { retailCart } from '#contract/cart.ts';
import { SyncPill } from '#src/app/SyncPill.tsx';
import { shopWords } from '#src/features/sync/screen.rules.ts';
import { watchNetwork } from '#src/features/sync/watch-network.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { shopAway } from '#src/platform/api/shop-away.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import type { SyncClient } from '#src/sync-client/client.types.ts';
import { syncClientAtom } from '#src/sync-client/sync.atoms.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A shop whose database is away, for somebody who only reads; docs/decisions/197-database-away.md.

afterEach(() => shopAway.tell(false));
const pill = () =>
  screen.getByRole('status', { name: 'Состояние синхронизации' }).textContent.replaceAll('\u00a0', ' ');

function open() {
  const shop = { http: 200 };
  const drawn = onScreen(<SyncPill />, () => ({ http: shop.http, body: { status: 'error', code: 'server_error' } }));
  const timers = timersByHand();
  const flush = vi.fn<(why: string) => Promise<void>>(async () => {});
  drawn.store.set(timersAtom, timers);
  drawn.store.set(syncClientAtom, { load: async () => ({ flush }) as unknown as SyncClient });
  const end = watchNetwork(drawn.store);
  /** Any call of a screen. */
  const read = (http: number) =>
    act(async () => {
      shop.http = http;
      await drawn.store
        .get(apiAtom)
        .send(retailCart.data, { query: {} })
        .catch(() => {});
    });
  const pass = (ms: number, http = shop.http) =>
    act(async () => {
      shop.http = http;
      await timers.pass(ms);
    });
  return { ...drawn, flush, read, pass, end };
}

it('is told in the one quiet line, and asked until it answers again; then what waits goes at once', async () => {
  const { read, pass, asked, flush, end } = open();
  await read(200);
  expect(pill()).toBe('');
  await read(503);
  await pass(1000);
  expect(pill()).toBe('Магазин не отвечает');
  // Nothing else asks: the line asks by itself.
  await pass(3000);
  expect(asked.filter(({ path }) => path === '/readyz')).toHaveLength(1);
  expect(pill()).toBe('Магазин не отвечает');
  expect(flush).not.toHaveBeenCalled();
  await pass(6000, 200);
  expect(pill()).toBe('');
  expect(flush.mock.calls).toEqual([['resumed']]);
  end();
});

it('of a busy shop, or of one call that has failed, nothing is said', async () => {
  const { read, pass, flush, end } = open();
  await read(503);
  await read(200);
  await pass(2000);
  expect(pill()).toBe('');
  await read(500);
  await pass(2000);
  expect(pill()).toBe('');
  expect(flush).not.toHaveBeenCalled();
  end();
});

it('was away before anybody watched', async () => {
  shopAway.tell(true);
  const { pass, end } = open();
  await pass(1000, 503);
  expect(pill()).toBe('Магазин не отвечает');
  end();
});

it('«Синхронизация» says so too while nothing waits', () => {
  expect(shopWords(true, [], true)).toBe('Магазин пока не отвечает: показываем сохранённое.');
  expect(shopWords(true, [], false)).toBe('Магазин отвечает.');
});

/** Time that passes when the test says so; what it starts is awaited. */
function timersByHand() {
  let now = 0;
  let waiting: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    date: () => new Date(now),
    after(ms: number, work: () => void) {
      const one = { at: now + ms, work };
      waiting.push(one);
      return () => void (waiting = waiting.filter((other) => other !== one));
    },
    async pass(ms: number) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { work } of due) work();
      for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}
