import { atom, type Getter, type Setter } from 'jotai';
import { getConsents } from '#contract/consents.ts';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { draftAtom, lastOrderAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { GivenBefore } from '#src/features/checkout/checkout.types.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

// Consents that an earlier order has given to the text of now: not asked for again (docs/product/law.md#consents).

const VERSION = LEGAL_VERSIONS['/kompaniya/soglasie'];
type Told = { uid: string; consent?: GivenBefore | null; carrier?: null };
/** What the shop has said; it wins over what this phone remembers of its last order. */
const toldAtom = atom<Told | null>(null);
type Before = { consent: GivenBefore | null; carrier: GivenBefore | null };

export const givenBeforeAtom = atom((get): Before => {
  const last = get(lastOrderAtom);
  const told = get(toldAtom);
  const own = told?.uid === get(sessionAtom).uid ? told : null;
  const ofNow = (given: GivenBefore | null | undefined) => (given?.version === VERSION ? given : null);
  // The box names its carrier: what was said of one says nothing of another.
  const isSameCarrier = last?.way?.type === get(draftAtom)?.way?.type;
  return {
    consent: own?.consent === undefined ? ofNow(last?.consent) : own.consent,
    carrier: own?.carrier === undefined && isSameCarrier ? ofNow(last?.carrier) : null,
  };
});

/** A guest has no list of consents; without an answer the phone's own memory stands. */
export async function askGiven(get: Getter, set: Setter): Promise<void> {
  const { uid, user } = get(sessionAtom);
  if (user.isGuest) return;
  const headers = { 'X-Client-User': await get(ownerAtom) };
  const reply = await get(apiAtom)
    .send(getConsents, {}, { headers })
    .catch(() => null);
  if (reply === null || get(sessionAtom).uid !== uid) return;
  const holds = (purpose: string): GivenBefore | null => {
    const one = reply.consents.find((consent) => consent.purpose === purpose);
    const isHeld = one?.state === 'given' && one.paper.version === VERSION;
    return isHeld && one.at !== null ? { version: VERSION, at: one.at } : null;
  };
  set(toldAtom, { uid, consent: holds('order'), ...(holds('delivery') ? {} : { carrier: null }) });
}
/** The shop has refused it: the boxes are there again. */
export const askAnewAtom = atom(null, (get, set): void =>
  set(toldAtom, { uid: get(sessionAtom).uid, consent: null, carrier: null }),
);
