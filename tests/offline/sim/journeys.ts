import { closePartition, moveGuestRecords, openPartition } from '#src/offline/outbox/identity.ts';
import type { Context, World } from '#tests/offline/sim/world.ts';

// What a page does around the engine when people come and go (docs/product/people.md#guests, docs/product/offline.md#logout), written down as the page has to do
// it: every await is a place where the tab may die, and each journey can be gone through again from its start.

const isGuest = (owner: string): boolean => owner.startsWith('guest:');
/** Guests whose records this account may send: bound to it, and the device knows. */
const guestsOf = (world: World, account: string): string[] =>
  [...world.pub.guests].filter(([, bound]) => bound === account).map(([guest]) => guest);

/** One call besides the outbox: it arrives, the browser takes the cookie, the page hears of it if it still lives. */
async function call<T>(
  world: World,
  context: Context,
  label: string,
  handle: (sid: string | null) => T,
  setCookie?: (answer: T) => string | null | undefined,
): Promise<T | null> {
  const sid = world.cookie;
  const roll = world.isHealing ? 1 : world.chance.next();
  if (roll < 0.1) return world.scheduler.wait(context, `${label} unsent`, () => null);
  const answer = await world.scheduler.wait(null, label, () => handle(sid));
  if (roll < 0.25) return world.scheduler.wait(context, `${label} lost`, () => null);
  const cookie = setCookie?.(answer);
  if (cookie !== undefined) world.cookie = cookie;
  return world.scheduler.wait(context, `${label} answered`, () => {
    world.noteServerTime(context, world.server.now);
    return answer;
  });
}

/** A start or a reload: the page takes the device's word for who is here, and goes on with what was interrupted. */
export async function boot(world: World, context: Context): Promise<void> {
  context.owner = world.pub.session;
  context.isGuestReady = false;
  for (const { flusher } of context.engines.values()) flusher.resume();
  await finishPurge(world, context);
  await world.quarantine(context, context.owner);
  if (!isGuest(context.owner)) await joinGuests(world, context, context.owner);
}

/** What every page hears on the bus when another one changed the person. */
function tellOthers(world: World, context: Context): void {
  for (const other of world.alive)
    if (other !== context) void world.scheduler.wait(other, 'bus session', () => boot(world, other).catch(() => {}));
}

/** No guest is forgotten as long as it may have something to say: whose it is will be found out later. */
function remember(world: World, guest: string): void {
  if (!world.pub.guests.has(guest)) world.pub.guests.set(guest, '');
}

export async function logIn(world: World, context: Context, account: string): Promise<void> {
  await finishPurge(world, context);
  // The server takes a guest's things over only from the guest itself.
  if (isGuest(context.owner) && !(await ensureGuest(world, context))) return;
  const guest = world.pub.guestId;
  const answer = await call(
    world,
    context,
    'login',
    (sid) => {
      const isFirst = !world.server.bound.has(guest);
      const { isForeign, sid: next } = world.server.logIn(account, guest, sid);
      if (isFirst && !isForeign) for (const owner of [account, guest]) world.makeBlind(owner);
      return { isForeign, sid: next };
    },
    (answer) => answer.sid,
  );
  if (!answer) return;
  // One transaction over `pub`. A logout that was never told is void: this login has revoked its session.
  world.pub.logout = null;
  if (answer.isForeign) remember(world, guest);
  else world.pub.guests.set(guest, account);
  remember(world, world.pub.guestId);
  world.pub.guestId = world.newGuest();
  world.pub.session = account;
  const stay = world.uuid();
  world.pub.stay.set(account, stay);
  context.owner = account;
  tellOthers(world, context);
  await openPartition(world.portsOf(context, account, 'hearts'), stay);
  context.engines.get(account)?.flusher.resume();
  await world.quarantine(context, account);
  await joinGuests(world, context, account);
}

/** Records and hearts of guests that are bound to this account come over; repeated at every start until nothing is left. */
export async function joinGuests(world: World, context: Context, account: string): Promise<void> {
  for (const [guest, bound] of world.pub.guests) {
    if (bound !== '' && bound !== account) continue;
    if (bound === '') {
      // A login whose answer was lost: the server knows whose guest this is and tells only that account.
      const isOurs = await call(world, context, 'whose guest', (sid) => {
        const { server } = world;
        return server.whoIs(sid) === account && server.bound.get(guest) === account;
      });
      if (!isOurs) continue;
      world.pub.guests.set(guest, account);
    }
    await world.quarantine(context, guest);
    const { who } = world.engine(context, account);
    await moveGuestRecords(world.portsOf(context, guest, 'move'), world.portsOf(context, account, 'move'), who);
    const hearts = world.partition(guest).data.get('hearts') as Record<number, string> | undefined;
    for (const [productId, key] of Object.entries(hearts ?? {})) {
      const intent = { kind: 'fav.set', body: { productId: Number(productId), on: true } } as const;
      await world.gesture(context, intent, { id: key, owner: account, once: true });
      await world.portsOf(context, guest, 'hearts').store.transact(async (tx) => {
        const left = { ...(await tx.get<Record<number, string>>('hearts')) };
        if (left[Number(productId)] === key) delete left[Number(productId)];
        tx.put('hearts', left);
      });
    }
  }
}

/** A heart of a guest is a key on the device, minted at the gesture. A guest who has joined an account takes no more. */
export async function toggleGuestHeart(world: World, context: Context, productId: number): Promise<void> {
  const guest = context.owner;
  const key = world.uuid();
  await world.portsOf(context, guest, 'hearts').store.transact(async (tx) => {
    if ((await tx.get('open')) === false) throw new Error('closed');
    const hearts = { ...(await tx.get<Record<number, string>>('hearts')) };
    if (hearts[productId]) delete hearts[productId];
    else hearts[productId] = key;
    tx.put('hearts', hearts);
  });
}

/** «Удалить»: the flag and the list of what to empty come first, so that a dead tab's logout is finished by the next one. */
export async function logOut(world: World, context: Context): Promise<void> {
  const uid = context.owner;
  if (isGuest(uid) || world.pub.session !== uid) return;
  const { pub } = world;
  pub.logout = { uid, sid: world.cookie };
  pub.purging.push({ owner: uid, stay: pub.stay.get(uid) ?? '' });
  for (const guest of guestsOf(world, uid)) {
    pub.purging.push({ owner: guest, stay: '' });
    pub.guests.delete(guest);
  }
  // A guest of whom nothing is known and who still has something to say becomes the guest again.
  const [left] = [...pub.guests].find(([guest, bound]) => bound === '' && world.pendingOf(guest).length > 0) ?? [];
  if (left) pub.guests.delete(left);
  pub.guestId = left ?? world.newGuest();
  pub.session = pub.guestId;
  context.owner = pub.guestId;
  context.isGuestReady = false;
  tellOthers(world, context);
  await finishPurge(world, context);
  await sendLogout(world, context);
}

async function finishPurge(world: World, context: Context): Promise<void> {
  for (const one of world.pub.purging) {
    const { owner, stay } = one;
    const ports = world.portsOf(context, owner, 'close');
    await (stay === '' ? closePartition(ports) : closePartition(ports, stay));
    world.pub.purging = world.pub.purging.filter((other) => other !== one);
  }
}

/** A late logout ends only the session it was made for. */
export async function sendLogout(world: World, context: Context): Promise<boolean> {
  const { logout } = world.pub;
  if (!logout) return true;
  const answer = await call(
    world,
    context,
    'logout',
    () => {
      const wasAlive = world.server.sessions.delete(logout.sid ?? '');
      return { wasAlive };
    },
    ({ wasAlive }) => (wasAlive && world.cookie === logout.sid ? null : undefined),
  );
  if (answer && world.pub.logout === logout) world.pub.logout = null;
  return world.pub.logout === null;
}

/** Nothing of a guest is sent before the server has said «this guest is you». */
async function ensureGuest(world: World, context: Context): Promise<boolean> {
  if (context.isGuestReady) return true;
  const guest = context.owner;
  if (world.pub.logout && !(await sendLogout(world, context))) return false;
  const answer = await call(
    world,
    context,
    'guest session',
    (sid) => ({ sid: world.server.guestSession(guest, sid) }),
    ({ sid }) => sid ?? undefined,
  );
  if (!answer) return false;
  if (answer.sid === null) {
    // The tab died between the cookie of a login and its own notes, or the guest was bound by a login whose answer never
    // came: the person goes on as whom the server knows, the guest waits until it is known whose it is.
    const { pub, server } = world;
    const who = server.whoIs(world.cookie);
    remember(world, guest);
    if (pub.guestId === guest) pub.guestId = world.newGuest();
    if (pub.session === guest) pub.session = who && !isGuest(who) ? who : pub.guestId;
    await finishPurge(world, context);
    if (pub.session === who) await comeBack(world, context, who);
    await boot(world, context);
    return false;
  }
  context.isGuestReady = answer.sid !== null;
  if (context.isGuestReady) world.engine(context, guest).flusher.resume();
  return context.isGuestReady;
}

/** A person whom the server names to a guest's page after a logout: their login's answer was lost, and a new stay begins. */
async function comeBack(world: World, context: Context, account: string): Promise<void> {
  const ports = world.portsOf(context, account, 'hearts');
  const isOpen = await ports.store.transact(async (tx) => (await tx.get('open')) !== false);
  if (isOpen) return;
  const stay = world.uuid();
  world.pub.stay.set(account, stay);
  await openPartition(ports, stay);
}

/** The page's flush: a guest asks for its session first; an account sends for its guests as well. */
export async function flushAll(world: World, context: Context): Promise<void> {
  const { owner } = context;
  if (isGuest(owner) && !(await ensureGuest(world, context))) return;
  const owners = isGuest(owner) ? [owner] : [...guestsOf(world, owner), owner];
  const results = await Promise.all(owners.map((one) => world.engine(context, one).flusher.flush()));
  if (results.some((result) => result.kind === 'paused')) context.isGuestReady = false;
}

/** The session is read again (`/user/data`): the same person goes on, anybody else sees the page anew. */
export async function believe(world: World, context: Context): Promise<void> {
  const session = await call(world, context, 'user data', (sid) => ({ who: world.server.whoIs(sid) }));
  if (!session) return;
  if (session.who === context.owner) for (const { flusher } of context.engines.values()) flusher.resume();
  else await boot(world, context);
}
