import { atom, type Atom } from 'jotai';
import type { Sponsor } from '#contract/session.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import {
  carriedConsId,
  isStoredBootstrap,
  readSponsorParam,
  replaceSponsor,
  type SponsorParam,
  withSponsor,
} from '#src/features/sponsor/sponsor.rules.ts';
import { visitorSponsorAtom } from '#src/features/sponsor/visitor-sponsor.atoms.ts';
import { BOOTSTRAP_KEY } from '#src/offline/keys.ts';
import { afterFirstCards } from '#src/platform/display/after-first-cards.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/**
 * The number this visit came with. The browser keeps the address the document was opened with; by the time this code
 * runs, a redirect (a guest at /user) may have changed the one in the bar.
 */
const landingParamAtom = atom((): SponsorParam => {
  if (typeof document === 'undefined') return { kind: 'none' };
  const opened = performance.getEntriesByType('navigation')[0]?.name ?? location.href;
  return readSponsorParam(new URL(opened, location.href).search);
});

const liveSponsorAtom = atom(
  (get) => get(sessionAtom).sponsor ?? get(visitorSponsorAtom),
  async (get, set, event: 'start' | 'ask') => {
    if (event === 'start') await set(rememberedSponsorAtom);
    else await set(askSponsorAtom, get(landingParamAtom));
  },
);
liveSponsorAtom.onMount = (tell) => {
  if (typeof document === 'undefined') return;
  const ask = () => void tell('ask');
  void tell('start');
  afterFirstCards(ask);
  addEventListener('online', ask);
  return () => removeEventListener('online', ask);
};
/** Whose visitor this is; null until known. An account's own sponsor comes first (docs/product/people.md#sponsor). */
export const sponsorAtom: Atom<Sponsor | null> = liveSponsorAtom;
/** 8 digits that every address carries: a consultant's own, anybody else's sponsor's; null for the house account. */
export const sponsorConsIdAtom = atom((get) => get(sessionAtom).user.cons_id ?? carriedConsId(get(sponsorAtom)));
/**
 * How an address carries it. The bar is copied too, and what a consultant copies carries their own number
 * (docs/decisions/540): theirs takes the place of whatever stood there.
 */
export const carrySponsorAtom = atom((get) => {
  const consId = get(sponsorConsIdAtom);
  const write = get(sessionAtom).user.cons_id === null ? withSponsor : replaceSponsor;
  return (url: string): string => write(url, consId);
});

/** An offline start knows the sponsor of the last visit. */
export const rememberedSponsorAtom = atom(null, async (get, set) => {
  const stored = await get(storesAtom)
    .pub()
    .get<unknown>(BOOTSTRAP_KEY)
    .catch(() => undefined);
  if (isStoredBootstrap(stored) && get(visitorSponsorAtom) === null) set(visitorSponsorAtom, stored.sponsor);
});
/** Never throws: without an answer the remembered sponsor stays. */
export const askSponsorAtom = atom(null, async (get, set, param: SponsorParam) =>
  (await import('#src/features/sponsor/ask-sponsor.ts')).askSponsor(get, set, param),
);

/** Full address of a path for sharing: a consultant's own number, else the sponsor's; nothing for the house account. */
export const shareUrlAtom = atom((get) => {
  const consId = get(sponsorConsIdAtom);
  return (path: string): string => `${globalThis.location?.origin ?? ''}${replaceSponsor(path, consId)}`;
});
