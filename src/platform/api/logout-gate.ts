/**
 * A logout that was made without a signal (docs/product/offline.md#logout): the server hears of it before anything else. `isWanted` is
 * set at the start from `pub` and by the logout itself; login ends it, for it revokes the session it came with.
 */
export const logoutGate: {
  isWanted: boolean;
  /** Whose session ends, as in X-Client-User: nobody else's does, however late this arrives. */
  owner: string;
  running: Promise<void> | null;
  /** Whether the device still says so: another tab may have told it, and somebody have logged in since. */
  isOwed: () => Promise<boolean>;
  /** Takes the flag off the device. */
  done: () => void;
} = { isWanted: false, owner: '', running: null, isOwed: async () => true, done: () => {} };

/** Everybody else's request waits here. @throws what `tell` throws: then nothing is sent in the old session's name. */
export function passLogout(path: string, tell: () => Promise<Response>): Promise<void> | undefined {
  if (path === '/logout') return undefined;
  // A login neither waits for the signal of a logout nor overtakes one that is under way: its cookie would be expired.
  if (path === '/api/login') return logoutGate.running?.catch(() => {});
  if (!logoutGate.isWanted) return undefined;
  return (logoutGate.running ??= tellOnce(tell).finally(() => {
    logoutGate.running = null;
  }));
}
async function tellOnce(tell: () => Promise<Response>): Promise<void> {
  if (await logoutGate.isOwed()) {
    const answer = await tell();
    if (!(answer.headers.get('content-type') ?? '').startsWith('application/json') || answer.status >= 500)
      throw new TypeError('logout: no answer');
    logoutGate.done();
  }
  logoutGate.isWanted = false;
}
