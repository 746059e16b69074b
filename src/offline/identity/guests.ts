import { GUEST_UID, guestIdOf, guestIdsIn, guestOwner, isSessionMark } from '#src/offline/identity/holder.rules.ts';
import { PUB, readBound, readGuest } from '#src/offline/identity/keys.ts';
import type { IdentityStores } from '#src/offline/identity/ports.ts';

// readGuestId · renewGuestId · unclaimedGuests · claimGuest · guestsOf · guestsToJoin · queuesToSend: the guests of this phone
// and whose they have become (docs/decisions/051-guests.md).

/** The guest id of this device, minted once; two tabs starting together get the same one: it is one transaction. */
export function readGuestId(stores: IdentityStores): Promise<string> {
  return stores.pub().transact(async (tx) => {
    const kept = await readGuest(tx);
    if (kept !== undefined) return kept;
    const id = stores.uuid();
    tx.put(PUB.guest, { id });
    return id;
  });
}

/** A guest id that belongs to an account already is spent; another tab may have renewed it first. */
export function renewGuestId(stores: IdentityStores, spent: string): Promise<void> {
  return stores.pub().transact(async (tx) => {
    if (((await readGuest(tx)) ?? spent) === spent) tx.put(PUB.guest, { id: stores.uuid() });
  });
}

/** Guests of this phone whose partitions hold something unsent, or anything of theirs at all. */
async function guestsWith(stores: IdentityStores, what: 'unsent' | 'anything'): Promise<string[]> {
  const guests = await stores.person(GUEST_UID);
  const keys = await guests.transact(async (tx) => (await tx.keys?.()) ?? (await tx.list('')).map(([key]) => key));
  return guestIdsIn(keys, what);
}

/**
 * Guests of this phone of whom something is kept and who belong to nobody yet, as far as the device knows. Of one who has only
 * looked, too: what is kept of them goes with the logout of the account that they have joined.
 */
export async function unclaimedGuests(stores: IdentityStores): Promise<string[]> {
  const ids = await guestsWith(stores, 'anything');
  const bound = await stores.pub().transact(readBound);
  return ids.filter((id) => !(id in bound));
}

/** The server has said that this guest joined the account: a login whose answer was lost. */
export function claimGuest(stores: IdentityStores, guestId: string, uid: string): Promise<void> {
  return stores.pub().transact(async (tx) => {
    tx.put(PUB.bound, { ...(await readBound(tx)), [guestId]: uid });
    if ((await readGuest(tx)) === guestId) tx.put(PUB.guest, { id: stores.uuid() });
  });
}

/** Guests that have joined this account. */
export async function guestsOf(stores: IdentityStores, uid: string): Promise<string[]> {
  const bound = await stores.pub().transact(readBound);
  return Object.keys(bound).filter((id) => bound[id] === uid);
}

/** Those of them whose partitions still hold something unsent, as owners. */
export async function guestsToJoin(stores: IdentityStores, uid: string): Promise<string[]> {
  const mine = await guestsOf(stores, uid);
  if (mine.length === 0) return [];
  const waiting = await guestsWith(stores, 'unsent');
  return waiting.filter((id) => mine.includes(id)).map(guestOwner);
}

/** The account that this owner, a guest of this phone, has joined. */
export async function accountOf(stores: IdentityStores, owner: string): Promise<string | undefined> {
  const id = guestIdOf(owner);
  return id === undefined ? undefined : (await stores.pub().transact(readBound))[id];
}

/** Whose queues go out from this phone without a page: the holder's, and those of guests that have joined that account. */
export async function queuesToSend(stores: IdentityStores): Promise<{ uid: string; owners: string[] }> {
  const { holder, guest, bound } = await stores.pub().transact(async (tx) => ({
    holder: await tx.get<unknown>(PUB.holder),
    guest: await readGuest(tx),
    bound: await readBound(tx),
  }));
  const waiting = await guestsWith(stores, 'unsent');
  const uid = isSessionMark(holder) ? holder.uid : GUEST_UID;
  if (uid === GUEST_UID)
    return { uid, owners: guest !== undefined && waiting.includes(guest) ? [guestOwner(guest)] : [] };
  return { uid, owners: [uid, ...waiting.filter((id) => bound[id] === uid).map(guestOwner)] };
}
