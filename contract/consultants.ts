import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { line, optionalLine, PersonName, phoneFields, phoneFitsCountry } from '#contract/people-fields.ts';
import { okNumber, okWord } from '#contract/reply.ts';

// Consultants: search, and «Позвать консультанта» (docs/product/people.md#search, #call).

/** As few letters or digits as a search takes. */
export const SEARCH_MIN = 3;
/** At most so many answers: whoever means another one types more. */
export const SEARCH_MAX = 20;

/** What everybody may know of a consultant: no contacts. */
export const FoundConsultant = z.object({
  id: z.int(),
  cons_id: z.string(),
  name: z.string(),
  city: z.nullable(z.string()),
  photo: z.nullable(z.string()),
});
export type FoundConsultant = z.infer<typeof FoundConsultant>;

export const searchConsultants = defineCall({
  name: 'searchConsultants',
  word: 'sponsor',
  dialect: 'number',
  summary: 'Найти консультанта по имени, номеру или телефону',
  method: 'POST',
  path: '/user/cons/search',
  changes: false,
  needs: 'structure.view',
  limit: { caller: 120 },
  body: z.object({
    search: z.string().check(z.maxLength(100)),
    /** `structure`: one's own people of all lines. */
    scope: z._default(z.enum(['all', 'structure']), 'all'),
  }),
  reply: z.object({ ...okNumber, items: z.array(FoundConsultant) }),
});

/** Fields of «Позвать консультанта»: name, number and consent; the rest as one likes. */
export const CallForm = z
  .object({
    name: PersonName,
    ...phoneFields,
    city: optionalLine(60),
    comment: optionalLine(1000),
    /** One of the seven topics of support. */
    topic: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
    /** What the question is about. */
    product_id: z.optional(z.int()),
    /** Registration number of the consultant by whose link a guest came; an account's own sponsor comes first. */
    sponsor_id: z.optional(z.int()),
    consent: z.literal(true, { error: 'Без согласия консультант не сможет вам позвонить' }),
    consent_version: z.string().check(z.maxLength(32)),
    consent_at: z.optional(z.iso.datetime()),
  })
  .check(phoneFitsCountry);

export const callConsultant = defineCall({
  name: 'callConsultant',
  word: 'sponsor',
  dialect: 'word',
  summary: 'Позвать консультанта: попросить перезвонить',
  method: 'POST',
  path: '/support/call-cons',
  needs: 'support.call_cons',
  keyed: true,
  limit: { caller: 20, network: 300 },
  body: CallForm,
  reply: z.object({ ...okWord, message: z.string() }),
});

/** Ten digits of an organisation, twelve of a sole trader, with right check digits (order of the tax service ММВ-7-6/435). */
export function isInn(digits: string): boolean {
  const check = (weights: readonly number[]): number =>
    (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11) % 10;
  if (/^\d{10}$/.test(digits)) return !/^0+$/.test(digits) && check([2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[9]);
  if (!/^\d{12}$/.test(digits) || /^0+$/.test(digits)) return false;
  return (
    check([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[10]) &&
    check([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[11])
  );
}
export const Inn = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(20),
    z.refine(isInn, { error: 'ИНН — 10 цифр организации или 12 цифр предпринимателя. Проверьте цифры' }),
  );

export const APPLICATION_STATES = ['waiting', 'approved', 'refused'] as const;
/** An application to buy wholesale, as its owner sees it. */
export const WholesaleApplication = z.object({
  id: z.int(),
  company: z.string(),
  inn: z.string(),
  phone: z.string(),
  comment: z.string(),
  state: z.enum(APPLICATION_STATES),
  /** What the desk has said; null while it waits. */
  reason: z.nullable(z.string()),
  created_at: z.string(),
});
export type WholesaleApplication = z.infer<typeof WholesaleApplication>;
const application = { word: 'registration', dialect: 'word', needs: 'account' } as const;

export const getWholesaleApplication = defineCall({
  ...application,
  name: 'getWholesaleApplication',
  summary: 'Моя заявка на опт',
  method: 'GET',
  path: '/api/registration/wholesale',
  reply: z.object({ ...okWord, application: z.nullable(WholesaleApplication) }),
});
export const applyForWholesale = defineCall({
  ...application,
  name: 'applyForWholesale',
  summary: 'Подать заявку на опт',
  method: 'POST',
  path: '/api/registration/wholesale',
  keyed: true,
  limit: { caller: 20 },
  body: z.object({ company: line(120), inn: Inn, ...phoneFields, comment: optionalLine(500) }).check(phoneFitsCountry),
  reply: z.object({ ...okWord, message: z.string(), application: WholesaleApplication }),
});
