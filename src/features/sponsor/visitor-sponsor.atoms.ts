import { atom } from 'jotai';
import type { Sponsor } from '#contract/session.ts';

/** Sponsor of a visitor without an account, from /api/bootstrap or from the device; shown through sponsorAtom. */
export const visitorSponsorAtom = atom<Sponsor | null>(null);
