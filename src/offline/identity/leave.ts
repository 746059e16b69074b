import { dropJoiningHearts } from '#src/offline/identity/hearts.ts';
import { guestsOf } from '#src/offline/identity/guests.ts';
import { GUEST_MARK, GUEST_UID } from '#src/offline/identity/holder.rules.ts';
import { type Leaving, PUB, readBound, readSealed } from '#src/offline/identity/keys.ts';
import type { IdentityStores } from '#src/offline/identity/ports.ts';
import { closePartition } from '#src/offline/outbox/identity.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';

// noteLogout · emptyPerson · isOwed · forgetLogout · tellOwedLogout: a person leaves the phone (docs/product/offline.md#logout).

/**
 * First the note, and a new guest who holds the phone: a page that dies from here on leaves a logout that the next start goes on
 * with. The other requests of this phone wait until the server has heard of it.
 */
export async function noteLogout(stores: IdentityStores, uid: string, at: string): Promise<Leaving> {
  const stay = uid === GUEST_UID ? undefined : await readStay(stores, uid);
  return stores.pub().transact(async (tx) => {
    const bound = await readBound(tx);
    const guests = Object.keys(bound).filter((id) => bound[id] === uid);
    const note: Leaving = { uid, at, ...(stay ? { stay } : {}), guests };
    tx.put(PUB.logout, note);
    tx.put(PUB.left, stores.uuid());
    tx.put(PUB.holder, GUEST_MARK);
    // Nothing waits for whoever has left.
    const { [uid]: _left, ...sealed } = await readSealed(tx);
    tx.put(PUB.sealed, sealed);
    tx.put(PUB.guest, { id: stores.uuid() });
    // The sponsor's contacts were shown to this person, not to the next one.
    tx.del(PUB.bootstrap);
    tx.del(PUB.clientView);
    return note;
  });
}

/** No stay is called so: of a person whom another tab has led out already nothing is left to end. */
const NO_STAY = 'none';

/**
 * The name of the stay that ends: without one, a note that is carried out late would end the next stay of the same person (found
 * by simulation: two tabs left at once, and the person was back before a third page had read the second note). Undefined only
 * where the database does not answer.
 */
async function readStay(stores: IdentityStores, uid: string): Promise<string | true | undefined> {
  try {
    const person = await stores.person(uid);
    return await person.transact(async (tx) => {
      const open = await tx.get<unknown>(OPEN_KEY);
      if (typeof open === 'string' || open === true) return open;
      if (open === false) return NO_STAY;
      const name = stores.uuid();
      tx.put(OPEN_KEY, name);
      return name;
    });
  } catch {
    return undefined;
  }
}

/**
 * The person's database is emptied in one transaction (never deleted: open tabs would block it), and so is what their guests
 * had queued. A tab that was frozen in the middle of this may wake when the same person is back: the stay has another name then,
 * and nothing of theirs is closed.
 */
export async function emptyPerson(stores: IdentityStores, { uid, at, stay, guests: noted }: Leaving): Promise<void> {
  if (uid === GUEST_UID) return;
  // A note of an earlier build names no guests.
  const guests = noted ?? (await guestsOf(stores, uid));
  const close = (store: OutboxStore, as?: string | true) => closePartition({ store, changed: () => {} }, as);
  // A note without a name takes the stay that it finds, as long as the note stands: a login takes it away.
  const ends = stay ?? (await readStay(stores, uid));
  if (stay !== undefined || (await isOwed(stores, { at }))) await close(await stores.person(uid), ends);
  for (const id of guests) await close(await stores.guest(id));
  await dropJoiningHearts(stores, uid);
  await stores.pub().transact(async (tx) => {
    const held = await readBound(tx);
    tx.put(PUB.bound, Object.fromEntries(Object.entries(held).filter(([id]) => !guests.includes(id))));
    const note = await tx.get<Leaving>(PUB.logout);
    if (note?.at === at) tx.put(PUB.logout, { ...note, purged: true } satisfies Leaving);
  });
}

/** Whether this very logout is still owed: another tab may have told it, and somebody have logged in since. */
export const isOwed = async (stores: IdentityStores, { at }: Pick<Leaving, 'at'>): Promise<boolean> =>
  (await stores.pub().transact((tx) => tx.get<Leaving>(PUB.logout)))?.at === at;

/**
 * The server has heard of the logout of this name. While there is still something to empty the note stays for the next start,
 * which then tells the server once more: that ends nobody else's session.
 */
export const forgetLogout = (stores: IdentityStores, { at }: Pick<Leaving, 'at'>): Promise<void> =>
  stores.pub().transact(async (tx) => {
    const note = await tx.get<Leaving>(PUB.logout);
    if (note?.at === at && note.purged) tx.del(PUB.logout);
  });

/**
 * A login finishes a logout that is not over, before its own stay begins: what the person before has left goes, and a page that
 * wakes late with that note finds it gone. The server need not hear of it, for the login has revoked that session.
 */
export async function finishLogout(stores: IdentityStores): Promise<void> {
  const note = await stores.pub().transact((tx) => tx.get<Leaving>(PUB.logout));
  if (!note) return;
  if (!note.purged) await emptyPerson(stores, note);
  await forgetLogout(stores, note);
}

/** A worker tells the owed logout before it sends anything. @throws what `tell` throws: the shop has not heard of it. */
export async function tellOwedLogout(stores: IdentityStores, tell: (uid: string) => Promise<void>): Promise<void> {
  const note = await stores.pub().transact((tx) => tx.get<Leaving>(PUB.logout));
  if (!note) return;
  await tell(String(note.uid));
  await forgetLogout(stores, note);
}
