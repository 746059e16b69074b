import type { Sponsor } from '#contract/session.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findActiveConsultants, findConsultantById } from '#server/features/sponsor/sponsor.queries.ts';
import { type Asker, houseSponsor, readConsNumber, toSponsor } from '#server/features/sponsor/sponsor.rules.ts';

type Person = NonNullable<Asker>;
type Asked = {
  person: Person | null;
  /** Of the address, as it stands there. */
  sponsorId: string | undefined;
  /** What the cookie `ref` says. */
  ref?: string | undefined;
  shopName: string;
};

/**
 * Own sponsor → `?sponsorId` of an active consultant → cookie `ref` → house account (docs/product/people.md#sponsor). Unknown and
 * inactive fall through.
 */
export async function resolveSponsor(db: DbOrTx, { person, sponsorId, ref, shopName }: Asked): Promise<Sponsor> {
  const own = person?.sponsorId ? await findConsultantById(db, person.sponsorId) : undefined;
  if (own) return toSponsor(own, person);
  const asked = readConsNumber(sponsorId);
  // Whoever asks for the company is nobody's guest, whatever the cookie remembers.
  const numbers = [asked, asked === HOUSE_CONS_ID ? null : readConsNumber(ref), HOUSE_CONS_ID].filter(
    (number) => number !== null,
  );
  const found = await findActiveConsultants(db, numbers);
  const [row] = numbers.flatMap((number) => found.filter(({ consId }) => consId === number));
  return row ? toSponsor(row, person) : houseSponsor(shopName);
}

/** The sponsor of an account: fixed at registration, the house account when there is none. */
export function findOwnSponsor(db: DbOrTx, person: Person, shopName: string): Promise<Sponsor> {
  return resolveSponsor(db, { person, sponsorId: undefined, shopName });
}
