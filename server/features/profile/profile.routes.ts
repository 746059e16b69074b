import type { FastifyInstance } from 'fastify';
import { PHOTO_BODY_MAX } from '#contract/photos.ts';
import {
  askContact,
  changePassword,
  confirmContact,
  getProfile,
  removePhoto,
  savePhoto,
  saveProfile,
} from '#contract/profile.ts';
import { MESSAGES } from '#contract/messages.ts';
import { keepPhoto, readUpload } from '#server/features/photos/photos.commands.ts';
import { deletePhoto } from '#server/features/photos/photos.queries.ts';
import { askForContact, takeNewContact } from '#server/features/profile/change-contact.ts';
import { readProfile, saveProfileChange } from '#server/features/profile/profile.commands.ts';
import { swapPhoto, updateProfile } from '#server/features/profile/profile.queries.ts';
import { COMMONEST } from '#server/features/registration/registration.rules.ts';
import { deleteOtherSessions } from '#server/features/session/devices.queries.ts';
import { checkOwnPassword } from '#server/features/session/own-password.commands.ts';
import { bookSecurityNews } from '#server/features/session/security.commands.ts';
import { isCommonest } from '#server/platform/commonest-passwords.ts';
import { contactOf } from '#server/platform/contact.rules.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { hashPassword } from '#server/platform/password.ts';
import { invalid } from '#server/platform/refuse.ts';
import { withRetry } from '#server/platform/retry.ts';
import { requireUser } from '#server/platform/session.ts';

// Contents: 1 what is written in it, 2 contacts, 3 password, 4 photo (docs/product/people.md#profile)

export function profileRoutes(app: FastifyInstance, shop: Shop): void {
  const { db, jobs } = shop;

  // ── 1 ─────────────────────────────────────────────────────────────────────────────────────────
  mount(app, shop, getProfile, ({ tx, session, now }) => readProfile(tx, requireUser(session).id, now));
  mount(app, shop, saveProfile, ({ tx, session, body, request, now }) =>
    saveProfileChange(tx, requireUser(session).id, body, { request, now }),
  );

  // ── 2 ─────────────────────────────────────────────────────────────────────────────────────────
  mount(app, shop, askContact, async ({ tx, session, body, now }) => {
    const contact = contactOf(body.by === 'email' ? body.email : body.phone);
    const confirmation = await askForContact(tx, jobs, { userId: requireUser(session).id, contact, now });
    return { message: MESSAGES.codeSent, confirmation };
  });
  // Transactions of its own: none is open while argon2 works, and a wrong try stays counted.
  mount(
    app,
    shop,
    confirmContact,
    async ({ tx, session, body, request, now }) => {
      await assertOwner(tx, shop, session, request);
      const { id: userId } = requireUser(session);
      await takeNewContact(db, jobs, { userId, code: body.code, now });
      return readProfile(db, userId, now);
    },
    { transaction: 'own' },
  );

  // ── 3 ─────────────────────────────────────────────────────────────────────────────────────────
  mount(
    app,
    shop,
    changePassword,
    async ({ tx, session, body, request, now }) => {
      await assertOwner(tx, shop, session, request);
      const user = requireUser(session);
      await checkOwnPassword(db, user, body.current, now);
      if (await isCommonest(body.password)) throw invalid({ password: [COMMONEST] });
      if (body.password === body.current) throw invalid({ password: ['Это прежний пароль. Придумайте другой'] });
      const passwordHash = await hashPassword(body.password);
      await withRetry(() =>
        db.transaction(async (own) => {
          await updateProfile(own, user.id, { passwordHash, passwordChangedAt: now });
          await deleteOtherSessions(own, user.id, session.idHash ?? '');
          await bookSecurityNews(own, jobs, { kind: 'password', userId: user.id, at: now.toISOString() });
        }),
      );
      return readProfile(db, user.id, now);
    },
    { transaction: 'own' },
  );

  // ── 4 ─────────────────────────────────────────────────────────────────────────────────────────
  mount(
    app,
    shop,
    savePhoto,
    async ({ tx, session, body, request, now }) => {
      await assertOwner(tx, shop, session, request);
      const { id: userId } = requireUser(session);
      const picture = await readUpload(body.image, 'profile');
      return withRetry(() =>
        db.transaction(async (own) => {
          const id = await keepPhoto(own, { userId, purpose: 'profile', picture, now });
          const before = await swapPhoto(own, userId, id);
          if (before !== null) await deletePhoto(own, before);
          return readProfile(own, userId, now);
        }),
      );
    },
    { transaction: 'own', bodyLimit: PHOTO_BODY_MAX },
  );
  mount(app, shop, removePhoto, async ({ tx, session, now }) => {
    const { id: userId } = requireUser(session);
    const before = await swapPhoto(tx, userId, null);
    if (before !== null) await deletePhoto(tx, before);
    return readProfile(tx, userId, now);
  });
}
