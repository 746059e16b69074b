import type { FastifyInstance } from 'fastify';
import { confirmNotify, notifyProduct } from '#contract/catalogue.ts';
import { MESSAGES } from '#contract/messages.ts';
import { isEmail } from '#contract/people-fields.ts';
import { consentRow } from '#server/features/consents/purposes.rules.ts';
import { askMailbox, confirmMailbox } from '#server/features/notify/confirm.ts';
import {
  findShownStock,
  findWaiting,
  holdContacts,
  insertConsent,
  insertRequests,
} from '#server/features/notify/notify.queries.ts';
import { askedByLetter, consentErrors, consentTime, contactsOf } from '#server/features/notify/notify.rules.ts';
import { unsubscribeRoutes } from '#server/features/notify/unsubscribe.routes.ts';
import { auditActor } from '#server/platform/audit.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';

const INT4_MAX = 2_147_483_647;

/** Notify-me: a contact is kept only together with the consent given for it (docs/product/law.md row 1). */
export function notifyRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, notifyProduct, async ({ tx, body, session, request, now }) => {
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const consent = consentRow('notify_product', from, body.consent_version);
    const contacts = contactsOf(body, session.user);
    const errors = {
      ...(Array.isArray(contacts) ? {} : contacts),
      ...consentErrors(body.consent, consent !== undefined),
    };
    if (!Array.isArray(contacts) || !consent || Object.keys(errors).length > 0) throw invalid(errors);
    const productId = body.product_id;
    const stock = productId < 1 || productId > INT4_MAX ? undefined : await findShownStock(tx, productId);
    if (stock === undefined) return refuse('not_found', MESSAGES.productNotFound);
    // A contact is personal data: without a purpose, that is while the product can be bought, none is kept.
    if (stock > 0) return refuse('in_stock', MESSAGES.inStock);

    await holdContacts(tx, productId, contacts);
    const asker = session.user?.email ? { userId: session.user.id, email: session.user.email.toLowerCase() } : null;
    const waiting = await findWaiting(tx, productId, contacts, asker);
    const fresh = contacts.filter((contact) => !waiting.includes(contact));
    if (fresh.length > 0) {
      const userId = session.user?.id ?? null;
      const consentId = await insertConsent(tx, {
        userId,
        guestId: session.user ? null : session.guestId,
        ...consent,
        at: consentTime(body.consent_at, now),
      });
      await insertRequests(
        tx,
        fresh.map((contact) => ({ productId, contact, userId, consentId, createdAt: now })),
        asker,
      );
    }
    const [asked, applied, quantity] = [contacts.length, fresh.length, contacts.length];
    await shop.audit?.(tx, auditActor(request, session), [
      { kind: 'form.send', cart: null, target_id: productId, asked, applied, quantity },
    ]);
    const foreign = contacts.find((contact) => isEmail(contact) && contact !== asker?.email);
    if (foreign === undefined) return { message: MESSAGES.notifyDone };
    await askMailbox(tx, shop.jobs, foreign, now);
    return { message: askedByLetter(foreign), confirm: 'email' as const };
  });

  unsubscribeRoutes(app, shop);
  mount(app, shop, confirmNotify, ({ tx, body, now }) => confirmMailbox(tx, shop.jobs, body.token, now));
}
