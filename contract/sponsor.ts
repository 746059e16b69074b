import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { okWord } from '#contract/reply.ts';
import { Sponsor } from '#contract/session.ts';

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
