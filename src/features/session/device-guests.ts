import { GUEST_UID } from '#src/features/session/session.rules.ts';
import { guestIdsIn } from '#src/device/outbox-store.ts';
import { BOUND_KEY } from '#src/device/outbox-keys.ts';
import { ask, type KeyStore } from '#src/device/storage.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';
import { newUuid } from '#src/device/uuid.ts';

// readGuestId · renewGuestId · unclaimedGuests · claimGuest · guestsOf: the guests of this phone and whose they have become
// (docs/decisions/051-guests.md).

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The guest id of this device, minted once; two tabs starting together get the same one: it is one transaction. */
export function readGuestId(pub: KeyStore): Promise<string> {
  return pub.change(async (store) => {
    const kept = (await ask(store.get('meta:guest'))) as { id?: unknown } | undefined;
    if (typeof kept?.id === 'string' && UUID.test(kept.id)) return kept.id;
    const id = newUuid();
    store.put({ id }, 'meta:guest');
    return id;
  });
}

/** A guest id that belongs to an account already is spent. */
export async function renewGuestId(stores: Stores): Promise<void> {
  await stores.pub().set('meta:guest', { id: newUuid() });
}

/** Guests of this phone who have something to say and belong to nobody yet, as far as the device knows. */
export async function unclaimedGuests(stores: Stores): Promise<string[]> {
  const keys = (await (await stores.person(GUEST_UID)).entries('')).map(([key]) => key);
  const bound = (await stores.pub().get<Record<string, string>>(BOUND_KEY)) ?? {};
  return guestIdsIn(keys).filter((id) => !(id in bound));
}
/** The server has said that this guest joined the account: a login whose answer was lost. */
export async function claimGuest(stores: Stores, guestId: string, uid: string): Promise<void> {
  await stores.pub().change(async (store) => {
    const bound = ((await ask(store.get(BOUND_KEY))) as Record<string, string> | undefined) ?? {};
    store.put({ ...bound, [guestId]: uid }, BOUND_KEY);
    const kept = (await ask(store.get('meta:guest'))) as { id?: unknown } | undefined;
    if (kept?.id === guestId) store.put({ id: newUuid() }, 'meta:guest');
  });
}

/** Guests that have joined this account. */
export async function guestsOf(stores: Stores, uid: string): Promise<string[]> {
  const bound = (await stores.pub().get<Record<string, string>>(BOUND_KEY)) ?? {};
  return Object.keys(bound).filter((id) => bound[id] === uid);
}
