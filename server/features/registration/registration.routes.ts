import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getInvitation, inviteNewcomer } from '#contract/invitations.ts';
import { MESSAGES } from '#contract/messages.ts';
import { isEmail } from '#contract/people-fields.ts';
import {
  confirmRegistration,
  register,
  resetPassword,
  sendLoginCode,
  sendPasswordCode,
  sendRegistrationCode,
} from '#contract/registration.ts';
import { askCode, checkCode, useCode } from '#server/features/codes/codes.commands.ts';
import { confirmAccount, duplicate, takeContact } from '#server/features/registration/confirm.ts';
import { invite, readInvitation } from '#server/features/registration/invite.ts';
import {
  assertForm,
  CODE_SENT,
  hashOrWaiting,
  keepConsents,
  registerPerson,
} from '#server/features/registration/register.ts';
import {
  endSessionsOf,
  findForPassword,
  findPerson,
  updatePerson,
} from '#server/features/registration/registration.queries.ts';
import { COMMONEST, targetOf } from '#server/features/registration/registration.rules.ts';
import { enter, readLoginContact, readUser } from '#server/features/session/enter.commands.ts';
import { readRef } from '#server/features/sponsor/ref-cookie.commands.ts';
import { bookSecurityNews } from '#server/features/session/security.commands.ts';
import { isCommonest } from '#server/platform/commonest-passwords.ts';
import type { Env } from '#server/platform/env.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { hashPassword } from '#server/platform/password.ts';
import { invalid, RefusedError } from '#server/platform/refuse.ts';
import { withRetry } from '#server/platform/retry.ts';
import { requireUser } from '#server/platform/session.ts';

// Contents: 1 an account of one's own, 2 an invitation, 3 codes to log in and for a password

const NO_LOGIN = 'Введите телефон или e-mail';
const fromOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });

export function registrationRoutes(app: FastifyInstance, shop: Shop, env: Env): void {
  const { db, jobs } = shop;

  // ── 1 An account of one's own ─────────────────────────────────────────────────────────────────
  mount(
    app,
    shop,
    register,
    async ({ body, session, request, reply, now }) => {
      if (session.user) throw new RefusedError('duplicate', 'Вы уже вошли в кабинет');
      const { countryId } = await assertForm(db, body, now);
      const found = await hashOrWaiting(db, body);
      return withRetry(() =>
        db.transaction(async (tx) => {
          const { target } = targetOf(body.confirm_by, body);
          const { userId, confirmation } =
            'waiting' in found
              ? {
                  userId: found.waiting.id,
                  confirmation: await askCode(tx, jobs, {
                    purpose: 'registration',
                    target,
                    userId: found.waiting.id,
                    now,
                  }),
                }
              : await registerPerson(tx, jobs, body, {
                  ...fromOf(request),
                  ...found,
                  countryId,
                  now,
                  shopName: env.shopName,
                  ref: readRef(request),
                });
          const { user } = await enter(tx, shop, { userId, guestId: body.guestId, session, request, reply, now });
          return { message: CODE_SENT, confirmation, user };
        }),
      );
    },
    { transaction: 'own' },
  );

  mount(app, shop, sendRegistrationCode, async ({ body, tx, session, now }) => {
    const { id } = requireUser(session);
    const person = await findPerson(tx, id);
    if (person?.role !== 'user') throw new RefusedError('duplicate', 'Кабинет уже подтверждён');
    const email = body.email ?? person.pendingEmail ?? person.email;
    const phone = body.phone ?? person.pendingPhone ?? person.phone;
    if (!email && !phone) throw invalid({ email: [MESSAGES.fillField] });
    const by = body.email ? 'email' : body.phone ? 'phone' : (person.confirmBy ?? (email ? 'email' : 'phone'));
    if (body.email || body.phone)
      await updatePerson(tx, id, { pendingEmail: email, pendingPhone: phone, confirmBy: by });
    const { target } = targetOf(by, { email, phone });
    return {
      message: CODE_SENT,
      confirmation: await askCode(tx, jobs, { purpose: 'registration', target, userId: id, now }),
    };
  });

  mount(
    app,
    shop,
    confirmRegistration,
    async ({ body, session, now }) => {
      const { id } = requireUser(session);
      const person = await findPerson(db, id);
      // Confirmed already: a repeat whose first answer got lost.
      if (person?.role === 'user') await confirmAccount(db, id, body.code, now);
      return { user: await readUser(db, id), redirect: '/user' };
    },
    { transaction: 'own' },
  );

  // ── 2 An invitation ───────────────────────────────────────────────────────────────────────────
  mount(app, shop, inviteNewcomer, ({ body, tx, session, now }) =>
    invite(tx, body, { user: requireUser(session), jobs, publicUrl: env.publicUrl, now }),
  );
  mount(app, shop, getInvitation, async ({ params, tx, now }) => ({
    invitation: await readInvitation(tx, params.token, now),
  }));

  // ── 3 Codes to log in and for a password ──────────────────────────────────────────────────────
  mount(app, shop, sendLoginCode, async ({ body, tx, now }) => {
    const contact = contactIn(body.login);
    const person = await findForPassword(tx, contact);
    const userId = person?.passwordHash ? person.id : null;
    const confirmation = await askCode(tx, jobs, { purpose: 'login', target: contact.target, userId, now });
    return { message: CODE_SENT, confirmation };
  });
  mount(app, shop, sendPasswordCode, async ({ body, tx, now }) => {
    const contact = contactIn(body.login);
    const userId = (await findForPassword(tx, contact))?.id ?? null;
    const confirmation = await askCode(tx, jobs, { purpose: 'password', target: contact.target, userId, now });
    return { message: CODE_SENT, confirmation };
  });

  mount(
    app,
    shop,
    resetPassword,
    async ({ body, session, request, reply, now }) => {
      const { target } = contactIn(body.login);
      if (await isCommonest(body.password)) throw invalid({ password: [COMMONEST] });
      const row = await checkCode(db, { purpose: 'password', target }, body.code, now);
      const userId = row.userId!; // A code for nobody was never sent, so none is right.
      const passwordHash = await hashPassword(body.password);
      const ended = await withRetry(() =>
        db.transaction(async (tx) => {
          const person = await findPerson(tx, userId);
          if (person?.role === 'user' && person.passwordHash === null) {
            if (!body.consents) throw invalid({ 'consents.personal': ['Без согласия не сможем создать кабинет'] });
            await keepConsents(tx, userId, body.consents, { ...fromOf(request), now });
          }
          const taken = person?.role === 'user' ? await takeContact(tx, userId, row, now) : await useCode(tx, row, now);
          if (taken === 'taken') return taken;
          await updatePerson(tx, userId, { passwordHash, passwordChangedAt: now });
          const others = (await endSessionsOf(tx, userId)).filter((id) => id !== session.idHash);
          // The first one is no news.
          if (person?.passwordHash)
            await bookSecurityNews(tx, jobs, { kind: 'password', userId, at: now.toISOString() });
          const { user } = await enter(tx, shop, { userId, guestId: body.guestId, session, request, reply, now });
          return { user, ended_sessions: others.length };
        }),
      );
      if (ended === 'taken') throw duplicate(target);
      return ended;
    },
    { transaction: 'own' },
  );
}

function contactIn(login: string) {
  const contact = readLoginContact(login);
  // No letter goes to what is no address, whatever is said of it.
  if (!contact || (contact.type === 'email' && !isEmail(contact.target)))
    throw invalid({ login: [login.trim() === '' ? MESSAGES.fillField : NO_LOGIN] });
  return contact;
}
