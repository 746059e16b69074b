import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MESSAGES } from '#contract/messages.ts';
import { PHONE_COUNTRIES } from '#contract/phones.ts';
import { getBootstrap, getInvite, getSponsor, getSponsorInfo, visitByLink } from '#contract/sponsor.ts';
import { CART_TYPES, COUNTRIES, DELIVERY_TYPES, PAYMENT_TYPES, SUPPORT_TOPICS } from '#contract/tables.ts';
import { nameLookups } from '#server/features/sponsor/name-lookups.ts';
import { resolveSponsor } from '#server/features/sponsor/resolve-sponsor.commands.ts';
import { readRef, setRef } from '#server/features/sponsor/ref-cookie.commands.ts';
import { countInvited, findActiveConsultants } from '#server/features/sponsor/sponsor.queries.ts';
import { moscowDay, readConsNumber, toSponsor } from '#server/features/sponsor/sponsor.rules.ts';
import { noteVisit } from '#server/features/sponsor/visit.ts';
import type { Env } from '#server/platform/env.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser, type Session } from '#server/platform/session.ts';

export function sponsorRoutes(app: FastifyInstance, shop: Shop, env: Env): void {
  const { version } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../../package.json', import.meta.url)), 'utf8'),
  ) as { version: string };
  const mayHear = nameLookups(shop);
  const asker = async (
    { user: person }: Session,
    { sponsorId }: { sponsorId?: string | undefined },
    request: FastifyRequest,
  ) => {
    const asked = { person, sponsorId, ref: readRef(request), shopName: env.shopName };
    // Own people hear their own sponsor, whatever stands in the address.
    const isOwn = typeof person?.sponsorId === 'number';
    if (isOwn || (await mayHear(request, [asked.sponsorId, asked.ref], shop.now()))) return asked;
    return { ...asked, sponsorId: undefined, ref: undefined };
  };
  const settings = { ...SETTINGS, shop_name: env.shopName };

  mount(
    app,
    shop,
    getBootstrap,
    async ({ query, tx, session, request, reply }) => {
      // It may name the own sponsor: kept by this browser only, for this session only, and not for long.
      reply.header('Cache-Control', 'private, max-age=60').header('Vary', 'Cookie');
      return {
        version,
        settings,
        sponsor: await resolveSponsor(tx, await asker(session, query, request)),
      };
    },
    { isKept: true },
  );
  mount(app, shop, getSponsor, async ({ query, tx, session, request }) => ({
    sponsor: await resolveSponsor(tx, await asker(session, query, request)),
  }));
  mount(app, shop, visitByLink, async ({ body, tx, session, request, reply, now }) => {
    const visit = await noteVisit(tx, { id: String(body.id).trim(), session, request, now });
    // An account has its sponsor written down; the browser need not remember another one beside it.
    if (session.user === null || visit.linked) setRef(reply, visit.sponsor.cons_id, shop.isSecure === true);
    return visit;
  });
  mount(app, shop, getInvite, async ({ tx, session, now }) => {
    const since = new Date(now.getTime() - INVITE_DAYS * 86_400_000);
    return { days: INVITE_DAYS, ...(await countInvited(tx, requireUser(session).id, since, moscowDay(since))) };
  });
  mount(app, shop, getSponsorInfo, async ({ params, tx, session }) => {
    const number = readConsNumber(String(params.id));
    const [row] = number === null ? [] : await findActiveConsultants(tx, [number]);
    if (!row) throw notFound(MESSAGES.consNotFound);
    return { sponsor: toSponsor(row, session.user) };
  });
}

const INVITE_DAYS = 30;
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
