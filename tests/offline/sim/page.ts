import { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { guestsToJoin, queuesToSend } from '#src/offline/identity/guests.ts';
import { HEARTS_KEY, isGuestHearts, joinHearts, keepGuestHeart } from '#src/offline/identity/hearts.ts';
import { GUEST_MARK, GUEST_UID, guestOwner, isSessionMark } from '#src/offline/identity/holder.rules.ts';
import { createIdentity, type Identity, resumeLogout } from '#src/offline/identity/identity.ts';
import { joinGuests } from '#src/offline/identity/join.ts';
import { type Leaving, PUB } from '#src/offline/identity/keys.ts';
import { tellOwedLogout } from '#src/offline/identity/leave.ts';
import type { LogoutGate } from '#src/offline/identity/logout-gate.ts';
import type { IdentityNews, IdentityPage, LoggedIn } from '#src/offline/identity/ports.ts';
import { askShop, serverOf, tellLogout } from '#tests/offline/sim/shop-calls.ts';
import type { Context, World } from '#tests/offline/sim/world.ts';

// A page and a worker as the protocol of identity sees them. The steps are the app's own (src/offline/identity): here is only
// what a page is besides: whom it shows, which queues it has open, what it hears of other tabs, its end.

const quietly = (work: Promise<unknown>): void => void work.catch(() => {});

export function identityOf(world: World, context: Context, gate: LogoutGate): Identity {
  return createIdentity({
    stores: world.identityStores(context),
    server: serverOf(world, context),
    page: pageOf(world, context),
    gate,
    isProfile: (value) => value !== undefined,
  });
}

function pageOf(world: World, context: Context): IdentityPage {
  return {
    uid: () => context.uid,
    show({ mark }, change) {
      if (change === 'same') for (const { flusher } of context.engines.values()) flusher.resume();
      else become(world, context, mark.uid);
      world.count(`identity ${change}`);
    },
    showGuest: () => become(world, context, GUEST_UID),
    guestChanged: () => {},
    leaveQueue: async () => world.stopEngines(context),
    async enterGuest(id) {
      world.stopEngines(context);
      context.owner = guestOwner(id);
      await enter(world, context);
    },
    async takeGuests(uid) {
      if (context.uid === uid) await takeGuestsIn(world, context);
    },
    tellTabs: (news) => tellTabs(world, context, news),
    reload() {
      world.kill(context);
      quietly(boot(world, world.open()));
    },
    // The wall clock may be set to anything; two moments are never the same.
    now: () => new Date((world.wall += 1)).toISOString(),
  };
}

/** Whoever this page shows from now on: the queue of the one before ends, theirs begins. */
function become(world: World, context: Context, uid: string): void {
  world.stopEngines(context);
  context.uid = uid;
  context.owner = uid === GUEST_UID ? guestOwner(world.guestId()) : uid;
  quietly(enter(world, context));
}

/** What every page hears on the bus when another one changed the person. */
function tellTabs(world: World, context: Context, news: IdentityNews): void {
  for (const other of world.alive)
    if (other !== context && !other.isWorker)
      void world.scheduler.wait(other, 'bus session', () => other.identity.hear(news));
}

/** A start or a reload: the page takes the device's word for who is here, goes on with what was interrupted, then asks the shop. */
export async function boot(world: World, context: Context): Promise<void> {
  const stores = world.identityStores(context);
  const { mark, leaving } = await stores.pub().transact(async (tx) => ({
    mark: await tx.get<unknown>(PUB.holder),
    leaving: await tx.get<Leaving>(PUB.logout),
  }));
  if (leaving) await resumeLogout(stores, context.gate, leaving);
  become(world, context, isSessionMark(mark) ? mark.uid : GUEST_UID);
  await context.identity.refresh();
}

/** The queue of this page's person is opened: what cannot be read is set aside, joined guests and their hearts come over. */
async function enter(world: World, context: Context): Promise<void> {
  const { uid, owner } = context;
  world.engine(context, owner);
  await world.quarantine(context, owner).catch(() => 0);
  if (uid === GUEST_UID) return;
  await takeGuestsIn(world, context);
  const queue = async ({ id, key }: { id: number; key: string }) => {
    const intent = { kind: favSet.kind, body: { productId: id, on: true } };
    return world.gesture(context, intent, { id: key, owner: uid, once: true }).then(
      () => true,
      () => false,
    );
  };
  await joinHearts(world.identityStores(context), { uid, taken: () => {}, queue });
}

async function takeGuestsIn(world: World, context: Context): Promise<void> {
  const { uid, engines } = context;
  const { who } = world.engine(context, uid);
  const account = { ports: world.portsOf(context, uid, 'move'), who };
  await joinGuests(await guestsToJoin(world.identityStores(context), uid), account, async (guest) => {
    if (engines.has(guest)) return null;
    // Sent from where it stands, under the account.
    world.engine(context, guest);
    return world.portsOf(context, guest, 'join');
  });
}

// ── What people do ──────────────────────────────────────────────────────────────────────────────
export async function logIn(world: World, context: Context, account: string): Promise<void> {
  await context.identity.logIn((guestId) => askShop(world, context, 'login', logInCall(world, account, guestId)));
}
/** The login's call: the shop binds the guest whom the page names, unless it is somebody else's. */
export const logInCall = (world: World, account: string, guestId: string) => ({
  handle: (sid: string | null) => {
    const guest = guestOwner(guestId);
    const isFirst = !world.server.bound.has(guest);
    const { isForeign, sid: next } = world.server.logIn(account, guest, sid);
    if (isFirst && !isForeign) for (const owner of [account, guest]) world.makeBlind(owner);
    const mark = { uid: account, priceType: 0, isGuest: false } as const;
    const answer: LoggedIn = {
      mark,
      profile: account,
      isForeign: world.sabotage === 'guest-bound-to-anybody' ? false : isForeign,
    };
    return { answer, cookie: next };
  },
});

/** A guest's heart lives on the device; it is a change of the queue once it joins an account. */
export async function toggleGuestHeart(world: World, context: Context, productId: number): Promise<void> {
  const held = world.guests.data.get(HEARTS_KEY);
  const isOn = !(isGuestHearts(held) && held.ids.includes(productId));
  const at = new Date(world.wall).toISOString();
  await keepGuestHeart(world.identityStores(context), { id: productId, isOn, at });
}

/** The page's flush: a guest asks for its session first; an account sends for its guests as well. */
export async function flushAll(world: World, context: Context): Promise<void> {
  if (context.isWorker) return flushInWorker(world, context);
  if (context.uid === GUEST_UID) await context.identity.openGuest();
  if (!context.engines.has(context.owner)) return;
  const engines = [...context.engines.values()];
  const results = await Promise.all(engines.map(({ flusher }) => flusher.flush()));
  const stopped = results.filter((result) => result.kind === 'paused');
  if (stopped.length === 0) return;
  if (context.uid === GUEST_UID && stopped.some(({ paused }) => paused === 'auth'))
    await context.identity.openGuest(true);
  else await context.identity.refresh();
  for (const engine of engines) if (!engine.isDead) engine.flusher.resume();
}

/** The worker's: it knows nothing but the databases, and begins with the logout that is owed (sw/outbox.ts). */
async function flushInWorker(world: World, context: Context): Promise<void> {
  const stores = world.identityStores(context);
  await tellOwedLogout(stores, (uid) => tellLogout(world, context, uid));
  const { uid, owners } = await queuesToSend(stores);
  for (const owner of owners) {
    context.owner = owner;
    if (uid === GUEST_UID && !(await serverOf(world, context).openGuest(owner.slice('guest:'.length)))) return;
    const { flusher } = world.engine(context, owner);
    flusher.resume();
    await flusher.flush();
  }
}

/** Whom the phone remembers, without a page: the simulation's own look. */
export function holderOf(world: World): string {
  const mark = world.pub.data.get(PUB.holder) ?? GUEST_MARK;
  return isSessionMark(mark) && !mark.isGuest ? mark.uid : guestOwner(world.guestId());
}
