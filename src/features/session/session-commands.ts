import type { Getter, Setter } from 'jotai';
import { setPriceView } from '#contract/session.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { type Credentials, identityOf, logInAs } from '#src/features/session/identity.ts';
import { noteLeftElsewhere, takeLeftElsewhere } from '#src/features/session/left-elsewhere.ts';
import type { SessionEvent } from '#src/features/session/session-bus.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { readMark } from '#src/features/session/session-store.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { ApiError } from '#src/platform/api/failure.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

export { hearLife } from '#src/features/session/session-bus.ts';

// refreshSession · logIn · logOut · ensureServerSession · rememberView · hearLife · followLife
// Loaded after the first cards: everything here talks to the server. The steps are src/offline/identity/identity.ts.

/** One pull at a time; its answer counts only if nobody has logged in or out meanwhile. */
export const refreshSession = (get: Getter, set: Setter): Promise<void> => identityOf(get, set).refresh();

/** @throws ApiError with the server's words: wrong_password, too_many, or no network. */
export const logIn = (get: Getter, set: Setter, typed: Credentials): Promise<void> => logInAs(get, set, typed);

/** What waits in the queue has been decided before (LogoutProgress); docs/product/offline.md F17. */
export const logOut = (get: Getter, set: Setter): Promise<void> => identityOf(get, set).logOut();

export const ensureServerSession = (get: Getter, set: Setter, again = false): Promise<void> =>
  identityOf(get, set).openGuest(again);

export async function rememberView(get: Getter, isClientView: boolean): Promise<void> {
  try {
    await get(apiAtom).send(setPriceView, { body: { view_price_type: isClientView ? 0 : 1 } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export async function followLife(get: Getter, set: Setter, event: SessionEvent): Promise<void> {
  if (event === 'refresh') {
    if (takeLeftElsewhere()) set(showToastAtom, { text: 'Вы вышли из аккаунта в\u00a0другой вкладке' });
    await refreshSession(get, set);
  } else if (event === 'restored') await leaveIfChanged(get);
  else {
    const { uid, user } = get(sessionStateAtom);
    if (event.type === 'logout' && event.uid === uid && !user.isGuest) noteLeftElsewhere();
    identityOf(get, set).hear(event);
  }
}

/** Back after a logout: the frozen page still shows the person, so it is loaded anew (docs/product/offline.md#logout). */
async function leaveIfChanged(get: Getter): Promise<void> {
  const { uid } = await readMark(get(storesAtom));
  if (uid === get(sessionStateAtom).uid) return;
  document.documentElement.hidden = true;
  location.reload();
}
