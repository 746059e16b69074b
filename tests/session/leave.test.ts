import { beforeEach, expect, it } from 'vitest';
import { identityStores } from '#src/device/identity-stores.ts';
import { queuesToSend } from '#src/offline/identity/guests.ts';
import { PUB } from '#src/offline/identity/keys.ts';
import { emptyPerson, forgetLogout, isOwed, noteLogout, tellOwedLogout } from '#src/offline/identity/leave.ts';
import type { IdentityStores } from '#src/offline/identity/ports.ts';
import { append, PartitionClosedError } from '#src/offline/outbox/append.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import { nextId, outboxBench, pieces, seen } from '#tests/offline/outbox-bench.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';

// A person leaves the phone: what was theirs goes, what is somebody else's stays (docs/product/offline.md#logout).

const [MINE, OTHERS, FREE] = ['aa', 'bb', 'cc'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const AT = '2026-11-22T10:00:00.000Z';
let stores: IdentityStores;
const put = (key: string, value: unknown) => stores.pub().transact(async (tx) => tx.put(key, value));
const read = <T>(key: string) => stores.pub().transact((tx) => tx.get<T>(key));
async function queue(owner: string, store: OutboxStore): Promise<void> {
  const { ports, who } = outboxBench(owner);
  await append({ ...ports, store }, who, { id: nextId(), mutation: pieces(1, 2), seen });
}
const waiting = async (store: OutboxStore) => (await store.transact((tx) => tx.list('ob:'))).length;

beforeEach(async () => {
  stores = identityStores(memoryStores());
  await put(PUB.holder, { uid: '7', priceType: 1, isGuest: false });
  await put(PUB.guest, { id: FREE });
  await put(PUB.bound, { [MINE]: '7', [OTHERS]: '8' });
  await queue('7', await stores.person('7'));
  for (const id of [MINE, OTHERS, FREE]) await queue(`guest:${id}`, await stores.guest(id));
});

it('takes the queues of the guests that have joined this account along, and nobody else’s', async () => {
  expect(await queuesToSend(stores)).toEqual({ uid: '7', owners: ['7', `guest:${MINE}`] });
  await emptyPerson(stores, await noteLogout(stores, '7', AT));
  expect(await waiting(await stores.person('7'))).toBe(0);
  expect(await Promise.all([MINE, OTHERS, FREE].map(async (id) => waiting(await stores.guest(id))))).toEqual([0, 1, 1]);
  expect(await read(PUB.bound)).toEqual({ [OTHERS]: '8' });
  // A tab that slept through all this may not fill an emptied queue again.
  await expect(queue(`guest:${MINE}`, await stores.guest(MINE))).rejects.toBeInstanceOf(PartitionClosedError);
  await expect(queue('7', await stores.person('7'))).rejects.toBeInstanceOf(PartitionClosedError);
  await queue(`guest:${OTHERS}`, await stores.guest(OTHERS));
});

it('leaves the phone to a new guest at once, with nothing to send', async () => {
  await noteLogout(stores, '7', AT);
  expect(await read(PUB.holder)).toEqual({ uid: 'guest', priceType: 0, isGuest: true });
  expect((await read<{ id: string }>(PUB.guest))?.id).not.toBe(FREE);
  expect(await queuesToSend(stores)).toEqual({ uid: 'guest', owners: [] });
});

it('a note of an earlier build, which names no guests, takes the same queues', async () => {
  const { guests: _, ...old } = await noteLogout(stores, '7', AT);
  await emptyPerson(stores, old);
  expect(await waiting(await stores.guest(MINE))).toBe(0);
  expect(await waiting(await stores.guest(OTHERS))).toBe(1);
});

it('is owed until the shop has heard of it, and the note outlives a page that died before the emptying', async () => {
  const note = await noteLogout(stores, '7', AT);
  expect(await isOwed(stores, note)).toBe(true);
  const told: string[] = [];
  const tell = async (uid: string) => void told.push(uid);
  await tellOwedLogout(stores, tell);
  // Told, but nothing has been emptied yet: the next start goes on.
  expect([told, await isOwed(stores, note)]).toEqual([['7'], true]);
  await expect(tellOwedLogout(stores, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  await emptyPerson(stores, note);
  await forgetLogout(stores, { at: 'another' });
  expect(await isOwed(stores, note)).toBe(true);
  await forgetLogout(stores, note);
  expect(await isOwed(stores, note)).toBe(false);
  await tellOwedLogout(stores, tell);
  expect(told).toEqual(['7']);
});
