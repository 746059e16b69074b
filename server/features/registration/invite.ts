import { randomBytes } from 'node:crypto';
import type { CallParsed, CallReply } from '#contract/call.ts';
import { formatConsId } from '#contract/ids.ts';
import type { getInvitation, inviteNewcomer } from '#contract/invitations.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { findOwnPeople } from '#server/features/consultants/search.queries.ts';
import { invitationLink } from '#server/features/registration/invitation.rules.ts';
import { findInvitation, markSent, upsertInvitation } from '#server/features/registration/invitations.queries.ts';
import { sendInvitation } from '#server/features/registration/invite.jobs.ts';
import { invalid, notFound } from '#server/platform/refuse.ts';
import type { SessionUser } from '#server/platform/session.ts';

type Body = CallParsed<typeof inviteNewcomer>['body'];
type By = { user: SessionUser; jobs: JobSender; publicUrl: string; now: Date };

const DAY_MS = 86_400_000;
const GOOD_FOR_MS = 14 * DAY_MS;

/**
 * A link for one person, good for 14 days, and one message with it a day at most (docs/product/people.md#invitations). Whether that
 * number has an account is not told.
 * @throws validation for a sponsor who is not of the own structure
 */
export async function invite(tx: Tx, body: Body, by: By): Promise<Omit<CallReply<typeof inviteNewcomer>, 'status'>> {
  const { user, now } = by;
  const sponsor = await sponsorOf(tx, body.sponsor_id, user);
  const expiresAt = new Date(now.getTime() + GOOD_FOR_MS);
  const { id, token } = await upsertInvitation(tx, {
    token: randomBytes(16).toString('base64url'),
    sponsorId: sponsor.id,
    madeBy: user.id,
    firstName: body.first_name,
    lastName: body.last_name,
    phone: body.phone,
    createdAt: now,
    expiresAt,
  });
  const isSent = await markSent(tx, id, body.phone, { since: new Date(now.getTime() - DAY_MS), now });
  if (isSent) await by.jobs.send(tx, sendInvitation, { invitationId: id, at: now.toISOString() });
  return {
    message: isSent ? 'Ссылка отправлена' : 'Ссылка готова. Сообщение на этот номер сегодня уже было',
    link: invitationLink(by.publicUrl, sponsor.consId, token),
    expires_at: expiresAt.toISOString(),
    sent: isSent,
  };
}

/** Oneself, or a consultant of one's own structure. */
async function sponsorOf(
  tx: Tx,
  number: number | undefined,
  user: SessionUser,
): Promise<{ id: number; consId: number }> {
  if (user.consId === null) throw new Error(`account ${user.id} invites without a registration number`);
  const self = { id: user.id, consId: user.consId };
  if (number === undefined || number === user.consId) return self;
  const [found] = await findOwnPeople(tx, { by: 'number', exact: number, from: number, to: number }, user);
  if (!found) throw invalid({ sponsor_id: ['Этого консультанта нет в вашей структуре. Выберите другого'] });
  return { id: found.id, consId: number };
}

/** @throws not_found */
export async function readInvitation(
  db: DbOrTx,
  token: string,
  now: Date,
): Promise<CallReply<typeof getInvitation>['invitation']> {
  const found = await findInvitation(db, token, now);
  if (!found) throw notFound('Приглашение больше не действует. Зарегистрироваться можно и без него');
  return {
    first_name: found.firstName,
    last_name: found.lastName,
    phone: found.phone,
    sponsor: { cons_id: formatConsId(found.sponsor.consId), name: found.sponsor.name },
    expires_at: found.expiresAt.toISOString(),
  };
}
