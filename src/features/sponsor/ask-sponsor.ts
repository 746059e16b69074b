import type { Getter, Setter } from 'jotai';
import { getBootstrap } from '#contract/sponsor.ts';
import {
  askedSponsor,
  isStoredBootstrap,
  type SponsorParam,
  type StoredBootstrap,
} from '#src/features/sponsor/sponsor.rules.ts';
import { visitorSponsorAtom } from '#src/features/sponsor/visitor-sponsor.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { BOOTSTRAP_KEY } from '#src/offline/keys.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { ApiError } from '#src/platform/api/failure.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Asks /api/bootstrap and remembers the answer for offline starts. */
export async function askSponsor(get: Getter, set: Setter, param: SponsorParam): Promise<void> {
  const pub = get(storesAtom).pub();
  const kept = await pub.get<unknown>(BOOTSTRAP_KEY).catch(() => undefined);
  const now = new Date();
  const came = askedSponsor(param, isStoredBootstrap(kept) ? kept : null, now);
  const { uid } = get(sessionAtom);
  try {
    const { sponsor } = await get(apiAtom).send(getBootstrap, { query: came ? { sponsorId: came.consId } : {} });
    // Somebody has logged in or out meanwhile: this answer was for whoever held the phone before.
    if (get(sessionAtom).uid !== uid) return;
    set(visitorSponsorAtom, sponsor);
    // An account's sponsor may come with contacts; it lives in the account's own database (base:user).
    if (get(sessionAtom).user.isGuest)
      await pub
        .set(BOOTSTRAP_KEY, { v: 1, sponsor, came, at: now.toISOString() } satisfies StoredBootstrap)
        .catch(() => {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
