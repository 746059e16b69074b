import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MESSAGES } from '#contract/messages.ts';
import { PHONE_COUNTRIES } from '#contract/phones.ts';
import { getBootstrap, getSponsor, getSponsorInfo } from '#contract/sponsor.ts';
import { CART_TYPES, COUNTRIES, DELIVERY_TYPES, PAYMENT_TYPES, SUPPORT_TOPICS } from '#contract/tables.ts';
import { resolveSponsor } from '#server/features/sponsor/resolve-sponsor.commands.ts';
import { findActiveConsultants } from '#server/features/sponsor/sponsor.queries.ts';
import { readConsNumber, toSponsor } from '#server/features/sponsor/sponsor.rules.ts';
import type { Env } from '#server/platform/env.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';

export function sponsorRoutes(app: FastifyInstance, shop: Shop, env: Env): void {
  const { version } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../../package.json', import.meta.url)), 'utf8'),
  ) as { version: string };
  const settings = { ...SETTINGS, shop_name: env.shopName };

  mount(
    app,
    shop,
    getBootstrap,
    async ({ query, tx, session, reply }) => {
      // It may name the own sponsor: kept by this browser only, for this session only, and not for long.
      reply.header('Cache-Control', 'private, max-age=60').header('Vary', 'Cookie');
      return {
        version,
        settings,
        sponsor: await resolveSponsor(tx, { person: session.user, sponsorId: query.sponsorId, shopName: env.shopName }),
      };
    },
    { isKept: true },
  );
  mount(app, shop, getSponsor, async ({ query, tx, session }) => ({
    sponsor: await resolveSponsor(tx, { person: session.user, sponsorId: query.sponsorId, shopName: env.shopName }),
  }));
  mount(app, shop, getSponsorInfo, async ({ params, tx, session }) => {
    const number = readConsNumber(String(params.id));
    const [row] = number === null ? [] : await findActiveConsultants(tx, [number]);
    if (!row) throw notFound(MESSAGES.consNotFound);
    return { sponsor: toSponsor(row, session.user) };
  });
}

const SETTINGS = {
  countries: [
    { id: COUNTRIES.russia, name: 'Россия' },
    { id: COUNTRIES.kazakhstan, name: 'Казахстан' },
    { id: COUNTRIES.kyrgyzstan, name: 'Кыргызстан' },
  ],
  delivery_types: { ...DELIVERY_TYPES },
  payment_types: { ...PAYMENT_TYPES },
  cart_types: { ...CART_TYPES },
  support_topics: { ...SUPPORT_TOPICS },
  phone_countries: [...PHONE_COUNTRIES],
};
