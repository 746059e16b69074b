import { GUEST_UID, guestPrefix } from '#src/offline/identity/holder.rules.ts';
import { PUB, readSealed } from '#src/offline/identity/keys.ts';
import { CATALOGUE } from '#src/offline/keys.ts';
import type { IdentityStores } from '#src/offline/identity/ports.ts';

const SEALED_DAYS = 30;
const DAY_MS = 86_400_000;
/** Copies of what the server holds, and logs. What waits or was rejected stands under other keys. */
const COPIES = ['base:', 'log:', CATALOGUE];

/** Sealed data of whoever has not come back in 30 days goes, except what waits for its owner (docs/product/offline.md#owners). */
export async function dropOldSeals(stores: IdentityStores, now: string): Promise<void> {
  const sealed = await stores.pub().transact(readSealed);
  for (const [uid, at] of Object.entries(sealed)) {
    if (Date.parse(now) - Date.parse(at) < SEALED_DAYS * DAY_MS) continue;
    const person = await stores.person(uid);
    await person.transact(async (tx) => {
      for (const prefix of COPIES) for (const [key] of await tx.list(prefix)) tx.del(key);
    });
    await stores.pub().transact(async (tx) => {
      const { [uid]: _gone, ...left } = await readSealed(tx);
      tx.put(PUB.sealed, left);
    });
  }
}

/**
 * How much waits on this phone for somebody whose session has ended without a logout: in sealed databases, and with guests who
 * have joined an account without this phone hearing of it. The guest who holds the phone now is not meant.
 */
export async function countSealed(stores: IdentityStores, guestId: string): Promise<number> {
  const sealed = await stores.pub().transact(readSealed);
  let count = 0;
  for (const uid of Object.keys(sealed))
    count += (await (await stores.person(uid)).transact((tx) => tx.list('ob:'))).length;
  const guests = await stores.person(GUEST_UID);
  const keys = await guests.transact(async (tx) => (await tx.keys?.()) ?? (await tx.list('')).map(([key]) => key));
  const others = keys.filter((key) => key.includes('/ob:') && !key.startsWith(guestPrefix(guestId)));
  return count + others.length;
}
