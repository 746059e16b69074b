import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { mutationOf } from '#src/offline/outbox/mutation.ts';
import { cartChange } from '#src/features/cart/cart.mutation.ts';
import { favSet } from '#src/features/favourites/favourites.mutation.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import type { SaveOptions } from '#src/sync-client/client.types.ts';
import { recordKey, rejectedKey } from '#src/offline/outbox/record.ts';
import { record, rejected } from '#tests/sync/records.ts';
import { refusal, type SimulatedTab, simulatedPhone } from '#tests/sync/simulated-page.ts';

// The sync client alone: simulated time, a simulated shop, several tabs of one phone. No browser, no jotai, no sockets.

const ANNA = { uid: '7', owner: '7' };
const heart = (productId: number, on = true) => mutationOf(favSet, { productId, on });
async function like({ client }: SimulatedTab, productId: number, more: Partial<SaveOptions> = {}) {
  const key = randomUUID();
  const how = { ...ANNA, seen: { title: `№ ${productId}` }, key, ...more };
  return { key, saved: await client.save(heart(productId), how) };
}
const add = (delta: number) => mutationOf(cartChange, { kind: 'retail', cartType: 0, productId: 5, delta });
const GUEST = { uid: 'guest', owner: 'guest:a' };
async function put({ client }: SimulatedTab, more: Partial<SaveOptions> = {}) {
  const key = randomUUID();
  return { key, saved: await client.save(add(1), { ...GUEST, seen: { title: 'Чай' }, key, ...more }) };
}
async function annasTab(own = simulatedPhone(), more = {}) {
  const tab = own.openTab(more);
  await tab.client.enter(ANNA);
  return { own, tab };
}

it('a change is told as durable in the very event that first shows it, once (I8)', async () => {
  const { own, tab } = await annasTab();
  const { key } = await like(tab, 1, { holdMs: 500 });
  await own.time.pass(2000);
  const states = tab.events.filter((event) => event.type === 'state');
  const first = states.findIndex(({ state }) => state.pending.some(({ id }) => id === key));
  expect(first).toBeGreaterThan(-1);
  expect(states.map(({ durable }) => durable.has(key)).indexOf(true)).toBe(first);
  expect(states.filter(({ durable }) => durable.has(key))).toHaveLength(1);
});

it('what is read while a change is being stored shows the change no earlier than it is called durable (I8)', async () => {
  const own = simulatedPhone();
  let isStored = () => {};
  const slow = (store: OutboxStore): OutboxStore => ({
    async transact(work) {
      const result = await store.transact(work);
      // The transaction is over, and this page is told so only later.
      await new Promise<void>((done) => {
        isStored = done;
      });
      return result;
    },
  });
  const stores = {
    ...own.stores,
    partition: async (owner: string) => ({ plain: own.partition(owner), roomy: slow(own.partition(owner)) }),
  };
  const { tab } = await annasTab(own, { stores });
  const tap = like(tab, 1, { holdMs: 60_000 });
  await own.time.pass(0);
  void tab.client.acknowledge([]);
  await own.time.pass(0);
  isStored();
  const { key } = await tap;
  const durable = new Set<string>();
  for (const event of tab.events) {
    if (event.type !== 'state') continue;
    for (const stored of event.durable) durable.add(stored);
    expect(event.state.pending.map(({ id }) => id).filter((id) => !durable.has(id))).toEqual([]);
  }
  expect(tab.state()?.pending.map(({ id }) => id)).toEqual([key]);
});

it('a change is held back for the next tap, but not when the page is left', async () => {
  const { own, tab } = await annasTab();
  await like(tab, 1, { holdMs: 500 });
  await own.time.pass(499);
  expect(own.sent).toEqual([]);
  await own.time.pass(1);
  expect(own.sent).toHaveLength(1);
  await like(tab, 2, { holdMs: 500 });
  tab.page('leaving');
  await own.time.pass(0);
  expect(own.sent).toHaveLength(2);
  expect(tab.seen.woken).toBe(1);
});

it('without a shop nothing is tried, the worker is asked once, and whoever waits is told so; back again, it leaves by itself', async () => {
  const { own, tab } = await annasTab();
  own.shop.isThere = false;
  tab.seen.isOnline = false;
  const { key } = await like(tab, 1);
  const result = tab.client.result(key, 60_000);
  await own.time.pass(30_000);
  expect(await result).toEqual({ kind: 'waiting' });
  expect(own.sent).toEqual([]);
  expect(tab.state()?.pending).toMatchObject([{ state: 'queued', tries: 0 }]);
  expect(tab.seen.woken).toBe(1);
  own.shop.isThere = true;
  await own.time.pass(60_000);
  expect([...own.hearts]).toEqual([1]);
  expect(tab.seen.isOnline).toBe(true);
});

it('what an earlier page has left is sent only after the shop has told the time: its key may be forgotten by now', async () => {
  const { own, tab } = await annasTab();
  own.shop.isThere = false;
  await like(tab, 1);
  tab.close();
  own.shop.isThere = true;
  own.sent.length = 0;
  const noted: number[] = [];
  const clock = {
    now: () => noted.at(-1) ?? null,
    last: () => null,
    note: (ms: number) => void noted.push(ms),
    isHeard: () => noted.length > 0,
  };
  let answer: { serverTime: number } | null = null;
  let asked = 0;
  const next = own.openTab({ clock: async () => clock, ping: async () => ((asked += 1), answer) });
  await next.client.enter(ANNA);
  await next.client.flush('resumed');
  await own.time.pass(20_000);
  expect(own.sent).toEqual([]);
  expect(asked).toBeGreaterThan(0);
  answer = { serverTime: 1e12 };
  await own.time.pass(120_000);
  expect(noted[0]).toBe(1e12);
  expect(own.hearts).toEqual(new Set([1]));
});

it('«Повторить» after weeks asks the shop for the time first, also on a page that has sent nothing yet', async () => {
  const own = simulatedPhone();
  const change = { productId: 5, kind: 'retail', cartType: 0, delta: 2 } as const;
  const aged = {
    seq: 1,
    owner: ANNA.owner,
    state: 'tried',
    tries: 1,
    createdAt: Date.now() - 41 * 86_400_000,
  } as const;
  const old = rejected(record({ kind: 'cart.change', body: change }, aged), null);
  await own.partition(ANNA.owner).transact(async (tx) => tx.put(rejectedKey(1), old));
  let heard: number | null = null;
  const clock = {
    now: () => heard,
    last: () => null,
    note: (ms: number) => void (heard = ms),
    isHeard: () => heard !== null,
  };
  const { tab } = await annasTab(own, { clock: async () => clock, ping: async () => ({ serverTime: 1e12 }) });
  const [entry] = tab.state()!.rejected;
  expect(await tab.client.repeat(entry!)).toBe('queued');
  await own.time.pass(0);
  expect(own.sent).toMatchObject([{ key: old.record.id }]);
});

it('what a tab has stored and died before telling of it is shown and sent by the next one that is looked at', async () => {
  const { own, tab } = await annasTab();
  const left = record({ kind: 'fav.set', body: { productId: 1, on: true } }, { seq: 1, owner: ANNA.owner });
  await own.partition(ANNA.owner).transact(async (tx) => tx.put(recordKey(1), left));
  await own.time.pass(60_000);
  expect([tab.state()?.pending, own.sent]).toEqual([[], []]);
  tab.page('resumed');
  await own.time.pass(0);
  expect(own.sent).toMatchObject([{ key: left.id }]);
});

it('a lock that a frozen tab holds is taken from it after half a minute', async () => {
  const { own, tab } = await annasTab();
  own.holders.add('outbox:7');
  await like(tab, 1);
  await own.time.pass(29_000);
  expect(own.sent).toEqual([]);
  await own.time.pass(2000);
  expect(own.stolen).toEqual(['outbox:7']);
  expect([...own.hearts]).toEqual([1]);
});

it('what another tab has stored is left to it for ten seconds, then goes on here', async () => {
  const { own, tab } = await annasTab();
  const { tab: other } = await annasTab(own);
  await like(other, 1, { holdMs: 500 });
  other.close();
  await own.time.pass(9900);
  expect(own.sent).toEqual([]);
  await own.time.pass(10_200);
  expect([...own.hearts]).toEqual([1]);
  expect(tab.state()?.pending).toEqual([]);
});

it('a refusal seconds after the tap is told on the spot, a later one and one out of sight are not', async () => {
  const { own, tab } = await annasTab();
  own.shop.answer = (request) => refusal(request, 'gone');
  await like(tab, 1);
  await own.time.pass(0);
  expect(tab.told('rejected')).toHaveLength(1);
  await like(tab, 2, { holdMs: 10_000 });
  await own.time.pass(10_000);
  tab.seen.isVisible = false;
  await like(tab, 3);
  await own.time.pass(0);
  expect(tab.told('rejected')).toHaveLength(1);
  expect(tab.state()?.rejected).toHaveLength(3);
});

it('whoever waits for a result gets the refusal, and nobody else is told', async () => {
  const { own, tab } = await annasTab();
  own.shop.answer = (request) => refusal(request, 'gone', 'Нет такого товара');
  const { key } = await like(tab, 1);
  const result = tab.client.result(key, 10_000);
  await own.time.pass(0);
  expect(await result).toMatchObject({ kind: 'rejected', entry: { last: { message: 'Нет такого товара' } } });
  expect(tab.told('rejected')).toEqual([]);
  // Asked again when everything is over, the answer is the same.
  expect(await tab.client.result(key, 10_000)).toMatchObject({ kind: 'rejected' });
});

it('a change that collapsed into an earlier one is answered by the record that carries both', async () => {
  const { own, tab } = await annasTab();
  const how = { ...ANNA, seen: { title: 'Чай' }, holdMs: 500 };
  const [first, second] = [randomUUID(), randomUUID()];
  await tab.client.save(add(1), { ...how, key: first });
  await tab.client.save(add(2), { ...how, key: second });
  own.shop.answer = (request) => refusal(request, 'gone');
  const result = tab.client.result(second, 10_000);
  await own.time.pass(500);
  expect(own.sent.map(({ key }) => key)).toEqual([first]);
  expect(await result).toMatchObject({ kind: 'rejected', entry: { record: { id: first } } });
});

it('a result is given up when its time is over, and the change goes on', async () => {
  const { own, tab } = await annasTab();
  const { key } = await like(tab, 1, { holdMs: 5000 });
  const result = tab.client.result(key, 1000);
  await own.time.pass(1000);
  expect(await result).toEqual({ kind: 'waiting' });
  await own.time.pass(4000);
  expect([...own.hearts]).toEqual([1]);
  expect(await tab.client.result(key, 1000)).toEqual({ kind: 'done' });
});

it('nothing of a guest is sent before the shop knows the guest', async () => {
  const own = simulatedPhone();
  let isReached = false;
  const tab = own.openTab({
    session: {
      openGuest: async () => (isReached ? 'open' : { retryAfterMs: null }),
      read: async () => {},
    },
  });
  await tab.client.enter(GUEST);
  await put(tab);
  await own.time.pass(5000);
  expect(own.sent).toEqual([]);
  isReached = true;
  await own.time.pass(60_000);
  expect(own.sent).toMatchObject([{ owner: 'guest:a' }]);
});

it('a guest whom the shop tells to wait asks again at that time, neither sooner by a tap nor much later', async () => {
  const own = simulatedPhone();
  const asked: number[] = [];
  let isOver = false;
  const tab = own.openTab({
    session: {
      openGuest: async () => {
        asked.push(own.time.now());
        return isOver ? 'open' : { retryAfterMs: 90_000 };
      },
      read: async () => {},
    },
  });
  await tab.client.enter(GUEST);
  await put(tab);
  await own.time.pass(1000);
  expect(asked).toHaveLength(1);
  // Back in sight, and another change: the shop's word stands.
  void tab.client.flush('resumed');
  await put(tab);
  await own.time.pass(80_000);
  expect(asked).toHaveLength(1);
  isOver = true;
  await own.time.pass(10_000);
  expect(asked).toHaveLength(2);
  expect(asked[1]! - asked[0]!).toBe(90_000);
  expect(own.sent.length).toBeGreaterThan(0);
});

it('a session that is somebody else’s is asked about, and after three times in a row only now and then', async () => {
  const { own, tab } = await annasTab();
  own.shop.answer = (request) => refusal(request, 'owner_mismatch');
  await like(tab, 1);
  await own.time.pass(1000);
  expect(tab.seen.readings).toBe(3);
  expect(own.sent).toHaveLength(3);
  own.shop.answer = null;
  await own.time.pass(60_000);
  expect([...own.hearts]).toEqual([1]);
});

it('snapshots are asked for one at a time; what is wanted meanwhile is asked for next, once', async () => {
  const own = simulatedPhone();
  const pulled: string[][] = [];
  let go = () => {};
  const { tab } = await annasTab(own, {
    pulls: (scopes: ReadonlySet<string>) => {
      pulled.push([...scopes]);
      return new Promise<void>((done) => {
        go = done;
      });
    },
  });
  await like(tab, 1);
  await own.time.pass(0);
  expect(pulled).toEqual([['fav']]);
  await like(tab, 2);
  await like(tab, 3);
  await own.time.pass(0);
  expect(pulled).toEqual([['fav']]);
  go();
  await own.time.pass(0);
  expect(pulled).toEqual([['fav'], ['fav']]);
});

it('what its definition does not take is not stored, and the tap is no longer shown', async () => {
  const { own, tab } = await annasTab();
  const key = randomUUID();
  expect(await tab.client.save(add(0), { ...ANNA, seen: { title: 'Чай' }, key })).toBe('lost');
  await own.time.pass(0);
  expect(tab.events.some((event) => event.type === 'state' && event.durable.has(key))).toBe(true);
  expect(tab.state()?.pending).toEqual([]);
});

it('what only an account can hold is not stored for a guest', async () => {
  const own = simulatedPhone();
  const tab = own.openTab();
  await tab.client.enter(GUEST);
  expect((await like(tab, 1, GUEST)).saved).toBe('lost');
  await own.time.pass(60_000);
  expect(tab.state()?.pending).toEqual([]);
  expect(own.sent).toEqual([]);
});

it('a guest who has just joined an account in another tab: the change is the account’s, under the same key', async () => {
  const own = simulatedPhone();
  const tab = own.openTab();
  await tab.client.enter(GUEST);
  own.bound['guest:a'] = '7';
  await own.partition('guest:a').transact(async (tx) => tx.put('open', false));
  const { key, saved } = await put(tab);
  await own.time.pass(0);
  expect(saved).toBe('queued');
  expect(own.sent).toMatchObject([{ key, owner: '7' }]);
});

it('what a guest had queued goes on as the account’s when the guest has joined it', async () => {
  const own = simulatedPhone();
  const tab = own.openTab();
  await tab.client.enter(GUEST);
  const { key } = await put(tab, { holdMs: 60_000 });
  own.bound['guest:a'] = '7';
  await tab.client.enter(ANNA);
  await own.time.pass(1000);
  expect(own.sent).toMatchObject([{ key, owner: '7' }]);
  expect((await tab.client.inspect()).partitions.every(({ isBalanced }) => isBalanced)).toBe(true);
});

it('whoever leaves sends nothing more from this page, shows nothing more, and nobody waits for an answer', async () => {
  const { own, tab } = await annasTab();
  const { key } = await like(tab, 1, { holdMs: 500 });
  const result = tab.client.result(key, 60_000);
  await tab.client.leave();
  const { length } = tab.events;
  await own.time.pass(60_000);
  expect(await result).toEqual({ kind: 'waiting' });
  expect(own.sent).toEqual([]);
  expect(tab.events).toHaveLength(length);
});

it('the next person’s state begins empty: what the one before had queued is no news', async () => {
  const { own, tab } = await annasTab();
  own.shop.isThere = false;
  await like(tab, 1);
  await tab.client.enter({ uid: '8', owner: '8' });
  await own.time.pass(0);
  expect(tab.state()).toMatchObject({ uid: '8', isRead: true, pending: [] });
  expect(tab.told('arrived')).toEqual([]);
});

it('without a database what is done reaches the shop as long as the page lives', async () => {
  const own = simulatedPhone();
  const broken = async () => Promise.reject(new Error('no database'));
  const stores = { partition: broken, guestsOf: broken, accountOf: broken, device: broken };
  const { tab } = await annasTab(own, { stores });
  expect((await like(tab, 1)).saved).toBe('queued');
  await own.time.pass(0);
  expect([...own.hearts]).toEqual([1]);
  expect(await tab.client.inspect()).toMatchObject({ isMemory: true, partitions: [{ isBalanced: true }] });
});

it('a listener that fails undoes nothing: the change is stored and sent', async () => {
  const { own, tab } = await annasTab();
  const leave = tab.client.subscribe(() => {
    throw new Error('a screen fails');
  });
  expect((await like(tab, 1)).saved).toBe('queued');
  await own.time.pass(0);
  leave();
  expect([...own.hearts]).toEqual([1]);
  expect(tab.state()?.pending).toEqual([]);
  expect(tab.seen.faults).not.toEqual([]);
});
