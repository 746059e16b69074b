import type { Getter, Setter } from 'jotai';
import { getBootstrap, visitByLink } from '#contract/sponsor.ts';
import { refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { isStoredRef, mustTell, refOf, type StoredRef, toldNow } from '#src/features/sponsor/ref.rules.ts';
import {
  askedSponsor,
  isStoredBootstrap,
  type SponsorParam,
  type StoredBootstrap,
} from '#src/features/sponsor/sponsor.rules.ts';
import { visitorSponsorAtom } from '#src/features/sponsor/visitor-sponsor.atoms.ts';
import { BOOTSTRAP_KEY, REF_KEY } from '#src/offline/keys.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { ApiError } from '#src/platform/api/failure.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

/**
 * Asks /api/bootstrap and remembers the answer for offline starts. By whose link the phone came is written down before that: without a
 * signal too (docs/decisions/305).
 */
export async function askSponsor(get: Getter, set: Setter, landed: SponsorParam): Promise<void> {
  // A consultant's own address carries their number: no link has brought them.
  const isOwn = landed.kind === 'ok' && landed.consId === get(sessionAtom).user.cons_id;
  const param: SponsorParam = isOwn ? { kind: 'none' } : landed;
  const pub = get(storesAtom).pub();
  const now = get(timersAtom).date();
  const [kept, told] = await pub.getMany<unknown>([BOOTSTRAP_KEY, REF_KEY]).catch(() => []);
  const before = isStoredRef(told) ? told : null;
  const ref = refOf(param, before, now) ?? before;
  if (ref !== null && ref !== before) await pub.set(REF_KEY, ref).catch(() => {});
  // Builds before this one remembered the number beside the sponsor.
  const came = askedSponsor(param, ref ? { came: ref } : isStoredBootstrap(kept) ? kept : null, now);
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
    if (came !== null && ref !== null && mustTell(ref, get(sessionAtom), param, now))
      await tellVisit(get, set, ref, now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** @throws ApiError without an answer: then it is said another time */
async function tellVisit(get: Getter, set: Setter, ref: StoredRef, now: Date): Promise<void> {
  let isLinked = false;
  try {
    ({ linked: isLinked } = await get(apiAtom).send(visitByLink, { body: { id: ref.consId } }));
  } catch (error) {
    // A number that the shop does not take is not said again today.
    if (!(error instanceof ApiError) || error.failure.kind !== 'refused') throw error;
  }
  await get(storesAtom)
    .pub()
    .set(REF_KEY, toldNow(ref, now))
    .catch(() => {});
  if (isLinked) await set(refreshSessionAtom);
}
