import type { Sponsor } from '#contract/session.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findActiveConsultants, findConsultantById } from '#server/features/sponsor/sponsor.queries.ts';
import { houseSponsor, readConsNumber, toSponsor } from '#server/features/sponsor/sponsor.rules.ts';

type Person = { sponsorId: number | null };

/**
 * Own sponsor → `?sponsorId` of an active consultant → house account (docs/product/people.md#sponsor). Unknown and inactive
 * fall through.
 */
export async function resolveSponsor(
  db: DbOrTx,
  asked: { person: Person | null; sponsorId: string | undefined; shopName: string },
): Promise<Sponsor> {
  const own = asked.person?.sponsorId ? await findConsultantById(db, asked.person.sponsorId) : undefined;
  if (own) return toSponsor(own, asked.person);
  const number = readConsNumber(asked.sponsorId);
  const found = await findActiveConsultants(db, number === null ? [HOUSE_CONS_ID] : [number, HOUSE_CONS_ID]);
  const row = found.find(({ consId }) => consId === number) ?? found.find(({ consId }) => consId === HOUSE_CONS_ID);
  return row ? toSponsor(row, asked.person) : houseSponsor(asked.shopName);
}

/** The sponsor of an account: fixed at registration, the house account when there is none. */
export function findOwnSponsor(db: DbOrTx, person: Person, shopName: string): Promise<Sponsor> {
  return resolveSponsor(db, { person, sponsorId: undefined, shopName });
}
