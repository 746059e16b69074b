import { GUEST_MARK, guestOwner } from '#src/offline/identity/holder.rules.ts';
import { type Passing, passLogout } from '#src/offline/identity/logout-gate.ts';
import type { IdentityServer } from '#src/offline/identity/ports.ts';
import type { Context, World } from '#tests/offline/sim/world.ts';

// Calls besides the outbox: who is here, whose guest this is, login, logout. Each waits at the page's gate as the app's do.

type Call<T> = {
  /** `cookie`: what the answer sets; null takes it away, undefined leaves it. */
  handle: (sid: string | null) => { answer: T; cookie?: string | null | undefined };
};
const NO_ANSWER = new Error('no answer');

/** It arrives, the browser takes the cookie, the page hears of it if it still lives. @throws when nothing answered. */
export async function askShop<T>(world: World, context: Context, label: string, call: Call<T>): Promise<T> {
  const passing: Passing = label === 'login' || label === 'logout' ? label : 'other';
  await passLogout(context.gate, passing, () => tellLogout(world, context, context.gate.owner));
  const sid = world.cookie;
  const roll = world.isHealing ? 1 : world.chance.next();
  if (roll < 0.1) return world.scheduler.wait(context, `${label} unsent`, () => Promise.reject(NO_ANSWER));
  const { answer, cookie } = await world.scheduler.wait(null, label, () => {
    const done = call.handle(sid);
    // A request that was lost on its way back has brought no cookie.
    if (roll >= 0.18 && done.cookie !== undefined) world.cookie = done.cookie;
    return done;
  });
  if (cookie !== undefined) world.count(`cookie ${label}`);
  if (roll < 0.25) return world.scheduler.wait(context, `${label} lost`, () => Promise.reject(NO_ANSWER));
  return world.scheduler.wait(context, `${label} answered`, () => {
    world.noteServerTime(context, world.server.now);
    return answer;
  });
}

/** Ends the session of this person only; the cookie goes together with a session that has really ended. */
export async function tellLogout(world: World, context: Context, uid: string): Promise<void> {
  await askShop(world, context, 'logout', {
    handle: (sid) => {
      const isOurs = world.server.whoIs(sid) === uid;
      if (isOurs) world.server.sessions.delete(sid ?? '');
      return { answer: null, cookie: isOurs && world.cookie === sid ? null : undefined };
    },
  });
}

export function serverOf(world: World, context: Context): IdentityServer {
  const { server } = world;
  return {
    async openGuest(guestId, as) {
      const answer = await askShop(world, context, as === undefined ? 'guest session' : 'whose guest', {
        handle: (sid) => {
          if (as !== undefined && world.sabotage === 'claims-unasked') return { answer: 'yes' };
          // Named owner and session must be one: 401 without a session, 403 with another's.
          if (as !== undefined && server.whoIs(sid) !== as)
            return { answer: server.whoIs(sid) === null ? 'unknown' : 'no' };
          const next = server.guestSession(guestOwner(guestId), sid);
          return next === null ? { answer: 'no' } : { answer: 'yes', cookie: next };
        },
      });
      if (answer === 'unknown') throw NO_ANSWER;
      return answer === 'yes';
    },
    async readUser() {
      try {
        return await askShop(world, context, 'user data', {
          handle: (sid) => {
            const who = server.whoIs(sid);
            const isGuest = who === null || who.startsWith('guest:');
            const mark = isGuest ? GUEST_MARK : ({ uid: who, priceType: 0, isGuest } as const);
            return { answer: { mark, profile: mark.uid } };
          },
        });
      } catch {
        return null;
      }
    },
    logOut: (uid) => tellLogout(world, context, uid),
  };
}
