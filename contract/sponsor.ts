import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { okWord } from '#contract/reply.ts';
import { Sponsor } from '#contract/session.ts';

// Whose visitor this is, and consultants by a number. Search and calls to a consultant: contract/consultants.ts.

const common = { word: 'sponsor', dialect: 'word', needs: 'anyone' } as const;
/** The sponsor of this visitor: own sponsor → ?sponsorId → cookie `ref` → house account (docs/product/people.md#sponsor). */
export const getSponsor = defineCall({
  ...common,
  name: 'getSponsor',
  summary: 'Спонсор посетителя',
  method: 'GET',
  path: '/user/sponsor',
  query: z.object({ sponsorId: z.optional(z.string()) }),
  reply: z.object({ ...okWord, sponsor: Sponsor }),
});
export const getSponsorInfo = defineCall({
  ...common,
  name: 'getSponsorInfo',
  // Nobody walks through the numbers to collect names and contacts.
  limit: { caller: 30, network: 120 },
  summary: 'Консультант по регистрационному номеру',
  method: 'GET',
  path: '/user/sponsor-info/:id',
  params: z.object({ id: PathId }),
  reply: z.object({ ...okWord, sponsor: Sponsor }),
});
/** Preloaded with the page and kept for offline starts (docs/product/people.md#sponsor). */
export const getBootstrap = defineCall({
  ...common,
  name: 'getBootstrap',
  summary: 'Настройки магазина и спонсор',
  method: 'GET',
  path: '/api/bootstrap',
  query: z.object({ sponsorId: z.optional(z.string()) }),
  reply: z.object({
    ...okWord,
    version: z.string(),
    settings: z.object({
      shop_name: z.string(),
      countries: z.array(z.object({ id: z.int(), name: z.string() })),
      delivery_types: z.record(z.string(), z.int()),
      payment_types: z.record(z.string(), z.int()),
      cart_types: z.record(z.string(), z.int()),
      support_topics: z.record(z.string(), z.string()),
      phone_countries: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          dialCode: z.string(),
          mask: z.string(),
          example: z.string(),
          lengthNumber: z.int(),
        }),
      ),
    }),
    sponsor: Sponsor,
  }),
});
/**
 * A visit by a consultant's link: counted once a day, and remembered for 14 days by the cookie `ref`. A buyer without a paid order
 * goes over to that consultant (docs/product/people.md#sponsor).
 */
export const visitByLink = defineCall({
  ...common,
  name: 'visitByLink',
  // A phone says it once a day for each consultant; carriers put thousands of phones behind one network.
  limit: { network: 1200 },
  summary: 'Посетитель пришёл по ссылке консультанта',
  method: 'POST',
  path: '/refvisit',
  checksOwner: false,
  /** A registration number, as a number or as it stands in the link. */
  body: z.object({ id: z.union([z.int(), z.string().check(z.maxLength(200))]) }),
  fieldWords: { id: 'Номер консультанта — до восьми цифр' },
  /** `linked`: this account's own sponsor is that consultant from now on. */
  reply: z.object({ ...okWord, sponsor: Sponsor, linked: z.boolean() }),
});
/** What has come of the link that a consultant gives away. */
export const getInvite = defineCall({
  ...common,
  name: 'getInvite',
  needs: 'newcomer.create',
  summary: 'Что дала моя ссылка: посещения и регистрации',
  method: 'GET',
  path: '/api/sponsor/invite',
  reply: z.object({ ...okWord, days: z.int(), visits: z.int(), registered: z.int() }),
});
