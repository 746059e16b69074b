import { formatConsId } from '#contract/ids.ts';
import { INVITATION_ANCHOR } from '#contract/invitations.ts';

/** Where the link leads: the sponsor's number for the shop, the token for the form alone. */
export const invitationLink = (publicUrl: string, consId: number, token: string): string =>
  `${publicUrl}/register?sponsorId=${formatConsId(consId)}#${INVITATION_ANCHOR}${token}`;

/** The message says who invites, and that nothing has to be done. */
export const invitationSms = (name: string, link: string): string =>
  `Росток: ${name} приглашает вас. Регистрация: ${link} Не ждали приглашения — ничего не делайте.`;
