import { GUEST_UID, guestPrefix, isSessionMark, type SessionMark } from '#src/offline/identity/holder.rules.ts';
import { finishLogout } from '#src/offline/identity/leave.ts';
import {
  type Leaving,
  PROFILE_KEY,
  PUB,
  readBound,
  readSealed,
  type StoredProfile,
} from '#src/offline/identity/keys.ts';
import type { Answered, IdentityStores, LoggedIn } from '#src/offline/identity/ports.ts';
import { closePartition } from '#src/offline/outbox/identity.ts';
import type { OutboxTx } from '#src/offline/outbox/ports.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';

// keepLogin · asking · keepAnswer: who holds the phone from now on. A stay begins, or the one before is sealed.
// `open` in a person's database is the name of the stay, or false from a logout until that person is here again: so an
// answer that was under way cannot write back what the logout has cleared.

/**
 * A login was answered. The person's partition is opened first: a crash after that leaves an open partition without a holder,
 * which harms nobody; the other way round there would be a holder whose partition refuses everything.
 */
export async function keepLogin(
  stores: IdentityStores,
  { mark, profile, isForeign }: LoggedIn,
  { guestId, at, isProfile }: { guestId: string; at: string; isProfile: (value: unknown) => boolean },
): Promise<void> {
  await finishLogout(stores).catch(() => {});
  await (
    await stores.person(mark.uid)
  ).transact(async (tx) => {
    tx.put(OPEN_KEY, stores.uuid());
    // A page that is left before /user/data has answered must start as this person, role and all: it decides which cart is theirs.
    if (!isProfile(await tx.get(PROFILE_KEY))) tx.put(PROFILE_KEY, { v: 1, data: profile, at } satisfies StoredProfile);
  });
  await changeHolder(stores, mark, at, {
    more: async (tx) => {
      tx.put(PUB.guest, { id: stores.uuid() });
      tx.del(PUB.bootstrap);
      // One that could not be finished waits for the next start, unless it is this person's own.
      const note = await tx.get<Leaving>(PUB.logout);
      if (note?.purged || note?.uid === mark.uid) tx.del(PUB.logout);
      // What this guest has queued belongs to the account from now on, unless the server says that it is somebody else's.
      if (!isForeign) tx.put(PUB.bound, { ...(await readBound(tx)), [guestId]: mark.uid });
    },
  });
  // The guest's cart has joined the account's; what was last known of it is history.
  await (
    await stores.person(GUEST_UID)
  ).transact(async (tx) => {
    tx.del(PROFILE_KEY);
    tx.del(`${guestPrefix(guestId)}base:cart:retail`);
  });
}

/** Who asks /user/data; which logout was the last one by then, and whom the phone took for its holder. */
export type Asking = { uid: string; left: unknown; holder: string };
export const asking = (stores: IdentityStores, uid: string): Promise<Asking> =>
  stores.pub().transact(async (tx) => ({ uid, left: await tx.get(PUB.left), holder: await readHolder(tx) }));

async function readHolder(tx: OutboxTx): Promise<string> {
  const mark = await tx.get<unknown>(PUB.holder);
  return isSessionMark(mark) ? mark.uid : GUEST_UID;
}

/**
 * Every answer of /user/data. False when somebody has logged in or out on this phone meanwhile: nothing is kept then. A page that
 * asked as somebody else and is told of an account, although nobody has logged out since, has missed a login (its answer was
 * lost): that person is here again. Two databases have no transaction together, so the last logout is looked at on both sides
 * of the write.
 */
export async function keepAnswer(
  stores: IdentityStores,
  { mark, profile }: Answered,
  at: string,
  asked: Asking,
): Promise<boolean> {
  // Or the phone's holder already, whose partition an answer like this one has closed again: then it is opened anew.
  const isBack = !mark.isGuest && (asked.uid !== mark.uid || asked.holder === mark.uid);
  if (isBack && (await stores.pub().transact((tx) => hasLeft(tx, asked)))) return false;
  const stay = stores.uuid();
  const person = await stores.person(mark.uid);
  const isKept = await person.transact(async (tx) => {
    const open = await tx.get(OPEN_KEY);
    if (open === false && !isBack) return false;
    if (!open) tx.put(OPEN_KEY, stay);
    tx.put(PROFILE_KEY, { v: 1, data: profile, at } satisfies StoredProfile);
    return true;
  });
  if (!isKept) return false;
  const unless = async (tx: OutboxTx) =>
    (await hasChanged(tx, mark, asked)) || (!mark.isGuest && (await hasLeft(tx, asked)));
  if (await changeHolder(stores, mark, at, { unless })) return true;
  // What this answer has opened is closed again, unless another page has heard meanwhile that the person is here, or was:
  // nothing that waits is lost for it.
  const isTheirs = await stores
    .pub()
    .transact(async (tx) => (await readHolder(tx)) === mark.uid || mark.uid in (await readSealed(tx)));
  if (!mark.isGuest && !isTheirs) await closePartition({ store: person, changed: () => {} }, stay, true);
  return false;
}

/** Another tab has heard of a third person meanwhile: what was asked before says nothing of them. */
async function hasChanged(tx: OutboxTx, { uid }: SessionMark, { holder }: Asking): Promise<boolean> {
  const now = await readHolder(tx);
  return now !== holder && now !== uid;
}

async function hasLeft(tx: OutboxTx, { left }: Asking): Promise<boolean> {
  const [last, owed] = await Promise.all([tx.get(PUB.left), tx.get(PUB.logout)]);
  return last !== left || owed !== undefined;
}

type HolderChange = {
  /** Nothing is changed when this says so. */
  unless?: ((tx: OutboxTx) => Promise<boolean>) | undefined;
  more?: ((tx: OutboxTx) => Promise<void>) | undefined;
};
/** One transaction: who holds the phone, and whose data is sealed because the session ended without a logout. */
function changeHolder(
  stores: IdentityStores,
  next: SessionMark,
  at: string,
  { unless, more }: HolderChange,
): Promise<boolean> {
  return stores.pub().transact(async (tx) => {
    if (await unless?.(tx)) return false;
    const before = await tx.get<unknown>(PUB.holder);
    const { [next.uid]: _open, ...sealed } = await readSealed(tx);
    if (isSessionMark(before) && !before.isGuest && before.uid !== next.uid) sealed[before.uid] ??= at;
    tx.put(PUB.sealed, sealed);
    tx.put(PUB.holder, next);
    await more?.(tx);
    return true;
  });
}
