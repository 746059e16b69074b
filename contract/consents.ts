import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

// Consents of a person: what was given for which purpose, taken back, given again (docs/product/law.md#consents).

/** Those that a person may take back in the cabinet. The one for the cabinet itself ends with the cabinet (account/delete). */
export const WITHDRAWABLE = [
  'order',
  'delivery',
  'marketing',
  'client_contacts',
  'sponsor_contacts',
  'sponsor_age',
  'notify_product',
  'contact',
] as const;
export type Withdrawable = (typeof WITHDRAWABLE)[number];
/** Those that the cabinet can ask for again; the others are asked for by the form that needs them. */
export const GIVEABLE = ['marketing', 'client_contacts', 'sponsor_contacts', 'sponsor_age'] as const;
export type Giveable = (typeof GIVEABLE)[number];

/** What each is called where a person reads it. Two are no consents but contracts that were accepted, kept in the same log. */
export const PURPOSE_TITLES = {
  registration: 'Кабинет и регистрация',
  order: 'Оформление заказов',
  delivery: 'Передача службам доставки',
  marketing: 'Новости и акции',
  client_contacts: 'Контакты для клиентов',
  sponsor_contacts: 'Контакты для наставника',
  sponsor_age: 'Возраст для наставника',
  notify_product: 'Сообщить о поступлении',
  contact: 'Ответ на обращение',
  offer: 'Публичная оферта',
  agreement: 'Договор консультанта',
} as const;
export type Purpose = keyof typeof PURPOSE_TITLES;

/** A text as it was agreed to. `sha256` is the fingerprint under the text on its page. */
const PaperOf = z.object({ path: z.string(), version: z.string(), sha256: z.string() });
const Consent = z.object({
  purpose: z.string(),
  title: z.string(),
  state: z.enum(['given', 'withdrawn', 'none']),
  /** When the last one was given, and when it was taken back. */
  at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
  /** The text of the last one; of the one to be given while there is none. */
  paper: PaperOf,
  /** What may be done here. Null: neither. */
  action: z.nullable(z.enum(['withdraw', 'give'])),
  /** What stops with it and what goes on, a sentence each. */
  stops: z.array(z.string()),
  /** What it is given for, before it is given. */
  allows: z.string(),
});
export type Consent = z.infer<typeof Consent>;
const Consents = z.object({
  ...okWord,
  server_time: z.string(),
  consents: z.array(Consent),
  /** Every act, the newest first: the log that the law asks for. */
  log: z.array(
    z.object({
      title: z.string(),
      at: z.string(),
      withdrawn_at: z.nullable(z.string()),
      paper: PaperOf,
    }),
  ),
});
export type Consents = z.infer<typeof Consents>;

const common = { word: 'consents', dialect: 'word', needs: 'account' } as const;

export const getConsents = defineCall({
  ...common,
  name: 'getConsents',
  summary: 'Мои согласия: действующие и отозванные',
  method: 'GET',
  path: '/api/consents',
  reply: Consents,
});
/** Taken back a second time it stays taken back from the first time on. */
export const withdrawConsent = defineCall({
  ...common,
  name: 'withdrawConsent',
  summary: 'Отозвать согласие',
  method: 'POST',
  path: '/api/consents/withdraw',
  body: z.object({ purpose: z.enum(WITHDRAWABLE) }),
  reply: Consents,
  fieldWords: { purpose: 'Это согласие здесь не отзывают. Согласие на кабинет отзывают вместе с кабинетом' },
});
/** `version` names the text that was on the screen: a newer one must be read first. */
export const giveConsent = defineCall({
  ...common,
  name: 'giveConsent',
  summary: 'Дать согласие',
  method: 'POST',
  path: '/api/consents/give',
  body: z.object({ purpose: z.enum(GIVEABLE), version: z.string().check(z.maxLength(20)) }),
  reply: Consents,
  fieldWords: { purpose: 'Это согласие даёт форма, для которой оно нужно' },
});
