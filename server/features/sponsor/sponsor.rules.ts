import { formatConsId } from '#contract/ids.ts';
import { photoPath } from '#contract/photos.ts';
import type { Sponsor } from '#contract/session.ts';
import type { Role } from '#contract/roles.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { statusOf } from '#server/features/plan/statuses.rules.ts';

export type SponsorRow = {
  id: number;
  consId: number;
  name: string;
  city: string | null;
  phone: string | null;
  email: string | null;
  statusId: number;
  showContacts: boolean;
  photoId: string | null;
};

const MAX_CONS_ID = 99_999_999;
/** Registration numbers are compared as numbers: `01000157` = `1000157`. Null for anything else (docs/product/people.md#registration-numbers). */
export function readConsNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return null;
  const number = Number(text);
  return number > 0 && number <= MAX_CONS_ID ? number : null;
}

/** Whoever asks: an account with its sponsor, null without a login. */
export type Asker = { role: Role; sponsorId: number | null } | null;

/**
 * Contacts only with the consultant's leave («Показывать мои контакты клиентам»), and only to the consultant's own people who
 * have logged in and proved an address: numbers can be counted through, and nobody shall collect phones that way
 * (docs/product/people.md#sponsor).
 */
export function toSponsor(row: SponsorRow, asker: Asker): Sponsor {
  const showsContacts = row.showContacts && asker?.sponsorId === row.id && asker.role !== 'user';
  return {
    id: row.id,
    cons_id: formatConsId(row.consId),
    name: row.name,
    photo: row.photoId === null ? null : photoPath(row.photoId),
    city: row.city,
    ...(showsContacts ? { phone: row.phone, email: row.email } : {}),
    status: statusOf(row.statusId)?.name ?? null,
    is_house: row.consId === HOUSE_CONS_ID,
  };
}

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' });
/** The business day of a moment: `2026-11-21`. */
export const moscowDay = (at: Date): string => DAY.format(at);

/** A shop without demo data has no house account yet. Visitors without a sponsor belong to the house all the same. */
export const houseSponsor = (shopName: string): Sponsor => ({
  id: 0,
  cons_id: formatConsId(HOUSE_CONS_ID),
  name: shopName,
  photo: null,
  city: null,
  status: null,
  is_house: true,
});
