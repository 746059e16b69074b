import { atom } from 'jotai';

/** How an address gets the sponsor's number. Nothing until the sponsor is known; SponsorKeeper sets it after the first cards. */
export const carryAtom = atom<{ carry: (url: string) => string }>({ carry: (url) => url });

/**
 * Only non-digits stop navigation (docs/product/asked-for.md#screens, docs/product/people.md#sponsor); the full rule is in
 * features/sponsor, loaded later.
 */
export const isBadSponsor = (search: string): boolean =>
  /\D/.test(new URLSearchParams(search).get('sponsorId')?.trim() ?? '');
