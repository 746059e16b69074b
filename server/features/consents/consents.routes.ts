import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getConsents, giveConsent as giveCall, withdrawConsent } from '#contract/consents.ts';
import { getPaper } from '#contract/papers.ts';
import { giveConsent, takeBackConsent } from '#server/features/consents/consents.commands.ts';
import { findPaper, fingerprint, paperOf } from '#server/features/consents/papers.rules.ts';
import { PURPOSES } from '#server/features/consents/purposes.rules.ts';
import { readConsents } from '#server/features/consents/read-consents.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser, type SessionUser } from '#server/platform/session.ts';

const fromOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
const whoOf = ({ id, consId }: SessionUser) => ({ userId: id, isCons: consId !== null });

/** Consents of a person, and every version of the texts that they name (docs/product/law.md#consents). */
export function consentsRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getConsents, ({ tx, session, now }) => readConsents(tx, whoOf(requireUser(session)), now));

  mount(app, shop, withdrawConsent, async ({ tx, body, session, now }) => {
    const user = requireUser(session);
    await takeBackConsent(tx, user.id, body.purpose, now);
    return readConsents(tx, whoOf(user), now);
  });

  mount(app, shop, giveCall, async ({ tx, body: { purpose, version }, session, request, now }) => {
    const user = requireUser(session);
    if (paperOf(PURPOSES[purpose].paper)?.version !== version)
      return refuse('validation', 'Текст согласия изменился. Откройте его, прочитайте и дайте согласие ещё раз');
    if (purpose === 'client_contacts' && user.consId === null)
      return refuse('forbidden', 'Контакты клиентам показывают консультанты');
    await giveConsent(tx, { userId: user.id, purpose, from: fromOf(request), now });
    return readConsents(tx, whoOf(user), now);
  });

  mount(app, shop, getPaper, async ({ params: { document, version } }) => {
    const paper = findPaper(document, version);
    if (!paper) throw notFound('Такой редакции не было. Действующий текст открывается по ссылке в конце страницы');
    return { paper: { ...paper, blocks: [...paper.blocks] }, sha256: fingerprint(paper) };
  });
}
