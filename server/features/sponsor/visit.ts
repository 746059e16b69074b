import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { MESSAGES } from '#contract/messages.ts';
import type { Sponsor } from '#contract/session.ts';
import type { Tx } from '#server/db/open.ts';
import {
  countVisitsOf,
  findActiveConsultants,
  insertVisit,
  linkBuyer,
} from '#server/features/sponsor/sponsor.queries.ts';
import { moscowDay, readConsNumber, toSponsor } from '#server/features/sponsor/sponsor.rules.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';
import type { Session } from '#server/platform/session.ts';

/** Whoever goes through the numbers would be everybody's buyer in turn, and read everybody's contacts. */
const LINKS_A_DAY = 3;
type Visit = { id: string; session: Session; request: FastifyRequest; now: Date };

/**
 * A visit by a consultant's link. `linked`: the account that came had no paid order yet, and is that consultant's from now on
 * (docs/product/people.md#sponsor).
 * @throws validation for what is no number; not_found for nobody's or an inactive one; duplicate for one's own
 */
export async function noteVisit(
  tx: Tx,
  { id, session, request, now }: Visit,
): Promise<{ sponsor: Sponsor; linked: boolean }> {
  const number = readConsNumber(id);
  if (number === null) throw invalid({ id: ['Номер консультанта — до восьми цифр'] });
  const [row] = await findActiveConsultants(tx, [number]);
  if (!row) return refuse('not_found', MESSAGES.consNotFound);
  const { user } = session;
  if (user?.id === row.id)
    return refuse('duplicate', 'Это ваша собственная ссылка: сам себе консультантом быть нельзя');
  const [visitor, day] = [visitorOf(session, request, now), moscowDay(now)];
  await insertVisit(tx, { visitor, sponsorId: row.id, day, at: now });
  const linked =
    user !== null && (await countVisitsOf(tx, visitor, day)) <= LINKS_A_DAY && (await linkBuyer(tx, user.id, row.id));
  return { sponsor: toSponsor(row, user && linked ? { role: user.role, sponsorId: row.id } : user), linked };
}

/** Whoever has no session is told apart for that day only: the hash leads back to no address and is another one tomorrow. */
function visitorOf({ user, guestId }: Session, request: FastifyRequest, now: Date): string {
  if (user) return `user:${user.id}`;
  if (guestId) return `guest:${guestId}`;
  const seen = `${moscowDay(now)} ${request.ip} ${request.headers['user-agent'] ?? ''}`;
  return `stranger:${createHash('sha256').update(seen).digest('hex').slice(0, 32)}`;
}
