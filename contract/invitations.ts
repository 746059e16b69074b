import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PersonName, phoneFields, phoneFitsCountry } from '#contract/people-fields.ts';
import { okWord } from '#contract/reply.ts';

// A consultant invites somebody by name and number (docs/product/people.md#invitations). Never queued: the shop makes the link.

/** What stands in the link after `#`: the browser tells it to nobody, no journal holds it. */
export const INVITATION_ANCHOR = 'invitation=';
const Token = z.string().check(z.maxLength(64));
const common = { word: 'registration', dialect: 'word' } as const;

export const inviteNewcomer = defineCall({
  ...common,
  name: 'inviteNewcomer',
  summary: 'Пригласить новичка: ссылка на 14 дней',
  method: 'POST',
  path: '/api/registration/invite',
  checksOwner: true,
  needs: 'newcomer.create',
  limit: { caller: 60 },
  body: z
    .object({
      first_name: PersonName,
      last_name: PersonName,
      ...phoneFields,
      /** Registration number of the sponsor as a number: oneself, or somebody of one's own structure. */
      sponsor_id: z.optional(z.int().check(z.gte(1), z.lte(99_999_999))),
    })
    .check(phoneFitsCountry),
  fieldWords: { sponsor_id: 'Номер консультанта — до восьми цифр' },
  reply: z.object({
    ...okWord,
    message: z.string(),
    /** Whole address, to be shown as a code, copied and sent. */
    link: z.string(),
    expires_at: z.string(),
    /** False: this number has had a message today, and gets no second one. */
    sent: z.boolean(),
  }),
});
/** What the invited one finds filled in. @throws not_found for a link that is over, used or nobody's */
export const getInvitation = defineCall({
  ...common,
  name: 'getInvitation',
  summary: 'Приглашение по ссылке: имя, телефон, кто пригласил',
  method: 'GET',
  path: '/api/registration/invite/:token',
  needs: 'anyone',
  limit: { caller: 60, network: 600 },
  params: z.object({ token: Token }),
  reply: z.object({
    ...okWord,
    invitation: z.object({
      first_name: z.string(),
      last_name: z.string(),
      phone: z.string(),
      sponsor: z.object({ cons_id: z.string(), name: z.string() }),
      expires_at: z.string(),
    }),
  }),
});
