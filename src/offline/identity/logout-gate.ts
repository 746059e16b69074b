/**
 * A logout that the server has not heard of (docs/product/offline.md#logout): it hears of it before anything else. One gate per
 * page. Shut by the logout itself and by a start that finds its note; a login opens it, for it revokes the session it came with.
 */
export type LogoutGate = {
  isWanted: boolean;
  /** Whose session ends, as in X-Client-User: nobody else's does, however late this arrives. */
  owner: string;
  running: Promise<void> | null;
  /** Whether the device still says so: another tab may have told it, and somebody have logged in since. */
  isOwed: () => Promise<boolean>;
  /** Takes the note off the device. */
  done: () => void;
};
export const createLogoutGate = (): LogoutGate => ({
  isWanted: false,
  owner: '',
  running: null,
  isOwed: async () => true,
  done: () => {},
});

/** Which calls do not wait here as the others do. */
export type Passing = 'login' | 'logout' | 'other';
/**
 * Everybody else's request waits here. `tell` makes the logout's call and throws when the shop itself has not answered.
 * @throws what `tell` throws: then nothing is sent in the old session's name.
 */
export function passLogout(gate: LogoutGate, call: Passing, tell: () => Promise<void>): Promise<void> | undefined {
  if (call === 'logout') return undefined;
  // A login neither waits for the signal of a logout nor overtakes one that is under way: its cookie would be expired.
  if (call === 'login') return gate.running?.catch(() => {});
  if (!gate.isWanted) return undefined;
  return (gate.running ??= tellOnce(gate, tell).finally(() => {
    gate.running = null;
  }));
}
async function tellOnce(gate: LogoutGate, tell: () => Promise<void>): Promise<void> {
  if (await gate.isOwed()) {
    await tell();
    gate.done();
  }
  gate.isWanted = false;
}
