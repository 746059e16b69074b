import { GUEST_UID } from '#src/offline/identity/holder.rules.ts';
import type { IdentityStores } from '#src/offline/identity/ports.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';

// keepGuestHeart · joinHearts · dropJoiningHearts: a guest's hearts live on the device and become one change each at login (docs/product/people.md).

export const HEARTS_KEY = 'hearts';
const JOIN_KEY = 'fav:join';
/** A guest's own hearts, the latest first. */
export type GuestHearts = { v: 1; ids: number[]; at: string };
/** Hearts on their way to one account: each with the key it will be sent under, however often. */
type Join = { v: 1; uid: string; items: JoiningHeart[] };
export type JoiningHeart = { id: number; key: string };

/** Read, changed and written in one transaction, so that two tabs lose nothing. */
export async function keepGuestHeart(
  stores: IdentityStores,
  { id, isOn, at }: { id: number; isOn: boolean; at: string },
): Promise<GuestHearts> {
  return (await stores.person(GUEST_UID)).transact(async (tx) => {
    const held = await tx.get<unknown>(HEARTS_KEY);
    const next = withHeart(isGuestHearts(held) ? held.ids : [], { id, isOn, at });
    tx.put(HEARTS_KEY, next);
    return next;
  });
}
export function withHeart(
  ids: readonly number[],
  { id, isOn, at }: { id: number; isOn: boolean; at: string },
): GuestHearts {
  const others = ids.filter((one) => one !== id);
  return { v: 1, ids: isOn ? [id, ...others] : others, at };
}

/**
 * The guest's hearts become one change each. The keys are stored, and the hearts taken from the guest, in one transaction
 * before the first of them is queued: a crash at any point queues the same keys again, and the queue takes each key once.
 * `taken` is told when the guest holds no hearts any more. `queue` stores one heart in the account's queue; when it could not
 * (false), the rest stays under way for the next start.
 */
export async function joinHearts(
  stores: IdentityStores,
  account: { uid: string; taken: () => void; queue: (heart: JoiningHeart) => Promise<boolean> },
): Promise<void> {
  const { uid } = account;
  const guests = await stores.person(GUEST_UID);
  const items = await beginJoin(stores, guests, uid).catch(() => []);
  account.taken();
  for (const heart of items) {
    if (!(await account.queue(heart))) return;
    await guests.transact(async (tx) => {
      const held = await tx.get<unknown>(JOIN_KEY);
      // The person has left meanwhile, and another one's hearts are on their way.
      if (!isJoin(held) || held.uid !== uid) return;
      const left = held.items.filter((item) => item.key !== heart.key);
      if (left.length > 0) tx.put(JOIN_KEY, { v: 1, uid, items: left } satisfies Join);
      else tx.del(JOIN_KEY);
    });
  }
}

function beginJoin(stores: IdentityStores, guests: OutboxStore, uid: string): Promise<JoiningHeart[]> {
  return guests.transact(async (tx) => {
    const [hearts, begun] = await Promise.all([tx.get<unknown>(HEARTS_KEY), tx.get<unknown>(JOIN_KEY)]);
    const before = isJoin(begun) ? begun : null;
    // Hearts under way to another account wait for its owner.
    if (before && before.uid !== uid) return [];
    const ids = isGuestHearts(hearts) ? [...hearts.ids].reverse() : [];
    const all = [...(before?.items ?? []), ...ids.map((id) => ({ id, key: stores.uuid() }))];
    if (ids.length > 0) {
      tx.put(JOIN_KEY, { v: 1, uid, items: all } satisfies Join);
      tx.del(HEARTS_KEY);
    }
    return all;
  });
}

/** A logout discards what is still on its way to that account. */
export async function dropJoiningHearts(stores: IdentityStores, uid: string): Promise<void> {
  await (
    await stores.person(GUEST_UID)
  ).transact(async (tx) => {
    const held = await tx.get<unknown>(JOIN_KEY);
    if (isJoin(held) && held.uid === uid) tx.del(JOIN_KEY);
  });
}

/** Stored data is read tolerantly: what does not look like hearts is none. */
export function isGuestHearts(value: unknown): value is GuestHearts {
  const { v, ids, at } = (value ?? {}) as Partial<GuestHearts>;
  return v === 1 && typeof at === 'string' && Array.isArray(ids) && ids.every((id) => Number.isInteger(id));
}
function isJoin(value: unknown): value is Join {
  const { v, uid, items } = (value ?? {}) as Partial<Join>;
  return (
    v === 1 &&
    typeof uid === 'string' &&
    Array.isArray(items) &&
    items.every((item) => Number.isInteger(item?.id) && typeof item.key === 'string')
  );
}
