import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identityStores } from '#src/device/identity-stores.ts';
import { PUB } from '#src/offline/identity/keys.ts';
import { append, type NewMutation } from '#src/offline/outbox/append.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { heart, nextId, outboxBench, pieces, seen } from '#tests/offline/outbox-bench.ts';
import { type MemoryStores, memoryStores } from '#tests/support/memory-stores.ts';

// The worker's half of the queue: what one `sync` of the browser does when no page is open (docs/product/offline.md#lock).

const device = vi.hoisted(() => ({ stores: null as unknown as MemoryStores }));
vi.mock('#src/device/storage.ts', async (original) => ({
  ...(await original<object>()),
  pubStore: () => device.stores.pub(),
  personStore: (uid: string) => device.stores.person(uid),
}));
/** Typed by hand: the worker is compiled with the types of a worker, not of a page. */
const WORKER = '#sw/outbox.ts';
const sendQueue = async (stop = new AbortController().signal): Promise<void> => {
  const { sendQueue: send } = (await import(WORKER)) as { sendQueue(stop: AbortSignal): Promise<void> };
  return send(stop);
};

const GUEST = '00000000-0000-4000-8000-0000000000aa';
type Asked = { path: string; key: string };
const asked: Asked[] = [];
/** The shop: what it says to a change; null is no network. */
let shop: (request: Asked) => Response | null;
const json = (body: object, key: string, more: ResponseInit = {}) =>
  new Response(JSON.stringify(body), {
    ...more,
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(more.headers as object) },
  });
const done = ({ path, key }: Asked) =>
  path === '/cart/change'
    ? json({ status: 1, version: 1, items: [{ product_id: 2, applied: 1, quantity: 1 }] }, key)
    : json({ status: 'success', version: 1, favoriteProducts: [1] }, key);
const portal = () => new Response('<html>Войдите в сеть</html>', { headers: { 'content-type': 'text/html' } });

beforeEach(async () => {
  device.stores = memoryStores();
  asked.length = 0;
  shop = done;
  vi.stubGlobal('__BUILD__', '1');
  vi.stubGlobal('__BUILD_NUMBER__', 1);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = { path, key: new Headers(init.headers).get('idempotency-key') ?? '' };
    init.signal?.throwIfAborted();
    asked.push(request);
    const answer = shop(request);
    if (!answer) throw new TypeError('fetch failed');
    return answer;
  });
  await device.stores.pub().set(PUB.holder, { uid: '7', priceType: 0, isGuest: false });
});
afterEach(() => vi.unstubAllGlobals());

const stores = () => identityStores(device.stores);
async function queue(
  owner: string,
  store: OutboxStore,
  mutation: NewMutation['mutation'] = heart(1, true),
): Promise<void> {
  const { ports, who } = outboxBench(owner);
  await append({ ...ports, store }, who, { id: nextId(), mutation, seen });
}
const left = async (store: OutboxStore): Promise<OutboxRecord[]> =>
  (await store.transact((tx) => tx.list<OutboxRecord>('ob:'))).map(([, record]) => record);

it('sends what waits and ends quietly; with nothing to send it asks nobody', async () => {
  await sendQueue();
  expect(asked).toEqual([]);
  const own = await stores().person('7');
  await queue('7', own);
  await sendQueue();
  expect(asked.map(({ path }) => path)).toEqual(['/healthz', '/favorite-products/1']);
  expect(await left(own)).toEqual([]);
});

it('asks the shop for the time before it sends what a page has left', async () => {
  const own = await stores().person('7');
  await queue('7', own);
  shop = (request) => (request.path === '/healthz' ? null : done(request));
  await expect(sendQueue()).rejects.toThrow('no answer');
  expect(asked.map(({ path }) => path)).toEqual(['/healthz']);
  expect((await left(own)).map(({ tries }) => tries)).toEqual([0]);
});

describe('rejects as long as something is left, so that the browser fires `sync` again', () => {
  const onChange = (answer: (request: Asked) => Response | null) => (request: Asked) =>
    request.path === '/healthz' ? json({ status: 'ok' }, '') : answer(request);
  it.each([
    ['no network', () => null, 0, 'no answer'],
    ['a captive portal', () => portal(), 0, 'no answer'],
    [
      'a shop that is busy for a minute',
      onChange(({ key }) =>
        json({ status: 'error', code: 'server_error', message: 'Позже' }, key, {
          status: 503,
          headers: { 'retry-after': '60' },
        }),
      ),
      1,
      'left',
    ],
    [
      'a session that has ended',
      onChange(({ key }) => json({ status: 'error', code: 'auth_required', message: 'Войдите' }, key, { status: 401 })),
      1,
      'left',
    ],
  ] as const)('%s', async (_name, answer, tries, words) => {
    shop = answer;
    const own = await stores().person('7');
    await queue('7', own);
    await expect(sendQueue()).rejects.toThrow(words);
    expect((await left(own)).map((record) => record.tries)).toEqual([tries]);
  });

  it('of a guest who has joined the account, though the account’s own queue has gone', async () => {
    await device.stores.pub().set(PUB.bound, { [GUEST]: '7' });
    const guest = await stores().guest(GUEST);
    await queue('7', await stores().person('7'));
    await queue(`guest:${GUEST}`, guest, pieces(2, 1));
    shop = (request) =>
      request.path === '/cart/change'
        ? json({ status: 'error', code: 'server_error', message: 'Позже' }, request.key, {
            status: 503,
            headers: { 'retry-after': '60' },
          })
        : done(request);
    await expect(sendQueue()).rejects.toThrow('left');
    expect(await left(await stores().person('7'))).toEqual([]);
    // The shop's «in a minute» holds for the next `sync` too: that one rejects in its turn.
    expect(await left(guest)).toMatchObject([{ tries: 1, retryAfterMs: 60_000 }]);
    shop = done;
    await expect(sendQueue()).rejects.toThrow('left');
  });

  it('after a newer build has taken over: nothing more is sent', async () => {
    const own = await stores().person('7');
    await queue('7', own);
    await expect(sendQueue(AbortSignal.abort())).rejects.toThrow('no answer');
    expect(asked).toEqual([]);
    expect(await left(own)).toHaveLength(1);
  });
});

it('a refusal is the shop’s last word: nothing is left to send', async () => {
  const own = await stores().person('7');
  await queue('7', own);
  shop = (request) =>
    request.path === '/healthz'
      ? json({ status: 'ok' }, '')
      : json({ status: 'error', code: 'not_found', message: 'Нет' }, request.key, { status: 404 });
  await sendQueue();
  expect(await left(own)).toEqual([]);
});
