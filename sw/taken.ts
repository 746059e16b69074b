import { TAKEN_CACHE } from '#src/offline/keys.ts';

// Between the tap on «Обновить» and the moment when the browser lets the older worker go
// (docs/decisions/185-nobody-waits-for-the-old-worker.md).

const SHELL = '/index.html';

/** The build that somebody has asked for: whichever worker is in charge opens pages with its shell. */
export async function markTaken(shell: Response | undefined): Promise<void> {
  if (shell) await (await caches.open(TAKEN_CACHE)).put(SHELL, shell);
}

/** The shell of the build that has been asked for and is not in charge yet. */
export const takenShell = (): Promise<Response | undefined> =>
  caches.match(SHELL, { cacheName: TAKEN_CACHE }).catch(() => undefined);

/** The new build is in charge, and opens its own. */
export const forgetTaken = (): Promise<boolean> => caches.delete(TAKEN_CACHE);
