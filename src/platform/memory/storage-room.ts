import { HOLDER_KEY, POINTER_KEY, SHARDS } from '#src/offline/keys.ts';
import type * as LessonsRoom from '#src/offline/lessons-room.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import type { KeyStore } from '#src/device/storage.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';

// The phone is full (docs/product/offline.md#eviction): what can be fetched again goes before an action is refused. The
// outbox never goes.

const BALLAST_KEY = 'ballast';
/** Random bytes: zeros compress to nothing and would free nothing (measured, docs/product/offline.md#eviction). */
const BALLAST_BYTES = 256 * 1024;
const RANDOM_MAX = 65_536;

/** One rung of the ladder each time; false when nothing is left to give up. */
export async function makeRoom(stores: Stores, step: number): Promise<boolean> {
  const rungs = [
    // Pictures: the whole cache; they come back as they are seen.
    dropPictures,
    // Films of lessons that nobody has looked at for a month.
    async () => onShelves(stores, (room, store) => room.dropOldFilms(store, Date.now())),
    // Shards of earlier revisions.
    async () => dropOldShards(stores),
    // Pictures of lessons; those of downloaded courses stay.
    async () => onShelves(stores, (room, store) => room.dropLessonPictures(store)),
    async () => stores.pub().del([BALLAST_KEY]),
  ];
  const rung = rungs[step];
  if (!rung) return false;
  await rung().catch(() => {});
  return true;
}

/** Room is made in the order of docs/product/offline.md#eviction; an action is refused only when nothing is left to give up. */
export function withRoom(stores: Stores, store: OutboxStore): OutboxStore {
  return {
    async transact(work) {
      for (let step = 0; ; step += 1) {
        try {
          return await store.transact(work);
        } catch (error) {
          if ((error as DOMException)?.name !== 'QuotaExceededError' || !(await makeRoom(stores, step))) throw error;
        }
      }
    },
  };
}

type Room = typeof LessonsRoom;
async function onShelves(stores: Stores, work: (room: Room, store: KeyStore) => Promise<unknown>): Promise<void> {
  const room = await import('#src/offline/lessons-room.ts');
  const pub = stores.pub();
  const holder = await pub.get<{ uid?: string }>(HOLDER_KEY);
  for (const store of [pub, await stores.person(holder?.uid ?? 'guest')]) await work(room, store);
}

async function dropPictures(): Promise<void> {
  for (const name of await caches.keys()) if (/^(pictures|downloaded)/.test(name)) await caches.delete(name);
}

async function dropOldShards(stores: Stores): Promise<void> {
  const pub = stores.pub();
  const kept = JSON.stringify((await pub.get<{ manifest?: unknown }>(POINTER_KEY))?.manifest ?? null);
  const shards = (await pub.entries(SHARDS)).map(([key]) => key);
  await pub.del(shards.filter((key) => !kept.includes(key.slice(SHARDS.length))));
}

/** Laid when the phone has room, once: giving it up lets a few more actions be saved when it has none. */
export async function layBallast(pub: KeyStore): Promise<void> {
  if (await pub.get(BALLAST_KEY)) return;
  const bytes = new Uint8Array(BALLAST_BYTES);
  for (let at = 0; at < BALLAST_BYTES; at += RANDOM_MAX) crypto.getRandomValues(bytes.subarray(at, at + RANDOM_MAX));
  await pub.set(BALLAST_KEY, bytes);
}
