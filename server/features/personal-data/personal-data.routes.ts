import type { FastifyInstance } from 'fastify';
import { MESSAGES } from '#contract/messages.ts';
import {
  askDataExport,
  deleteAccount,
  getDataExport,
  getDataExportFile,
  getDeletion,
  restoreAccount,
  sendDeletionCode,
} from '#contract/personal-data.ts';
import { askCode, checkCode, useCode } from '#server/features/codes/codes.commands.ts';
import { makeExport } from '#server/features/personal-data/export.jobs.ts';
import { findExportBody, findLastExport, insertExport } from '#server/features/personal-data/export.queries.ts';
import { isOver, nextExportAt, toExports } from '#server/features/personal-data/export.rules.ts';
import { SECTIONS } from '#server/features/personal-data/export-sections.queries.ts';
import { addressOf, askDeletion, cancelDeletion, readDeletion } from '#server/features/personal-data/leave.ts';
import { dayInWords } from '#server/features/personal-data/letters.rules.ts';
import { refusalOf } from '#server/features/personal-data/deletion.rules.ts';
import { checkOwnPassword } from '#server/features/session/own-password.commands.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { forbidden, notFound, RefusedError, refuse } from '#server/platform/refuse.ts';
import { withRetry } from '#server/platform/retry.ts';
import { assertMay } from '#server/platform/rights.ts';
import { readSession, requireUser, type SessionUser } from '#server/platform/session.ts';

// Contents: 1 the archive of a person's data, 2 the end of an account

const NO_ARCHIVE = 'Этого архива больше нет: он хранится 7 дней и открывается только в своём кабинете. Соберите новый';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function personalDataRoutes(app: FastifyInstance, shop: Shop): void {
  const { db, jobs } = shop;

  // ── 1 The archive ───────────────────────────────────────────────────────────────────────────
  mount(app, shop, getDataExport, async ({ tx, session, now }) =>
    toExports(await findLastExport(tx, requireUser(session).id), SECTIONS.length, now),
  );
  mount(app, shop, askDataExport, async ({ tx, session, now }) => {
    const { id } = requireUser(session);
    const last = await findLastExport(tx, id);
    const next = nextExportAt(last, now);
    if (next)
      return refuse(
        'limit_exceeded',
        `Новый архив можно собрать ${dayInWords(next)}: прежний собран меньше суток назад`,
      );
    const made = last?.state === 'waiting' ? undefined : await insertExport(tx, id, now);
    if (made) await jobs.send(tx, makeExport, { exportId: made.id });
    return toExports(made ?? (await findLastExport(tx, id)), SECTIONS.length, now);
  });
  // A file, not the contract's JSON: the browser saves it by itself, whatever its size.
  app.get<{ Params: { id: string } }>(
    getDataExportFile.path,
    { config: { call: getDataExportFile } },
    async (request, reply) => {
      const now = shop.now();
      const session = await readSession(db, request, now);
      assertMay(getDataExportFile.needs, session);
      const { id } = request.params;
      const row = UUID.test(id) ? await findExportBody(db, id, requireUser(session).id) : undefined;
      if (!row?.body || isOver(row, now)) throw notFound(NO_ARCHIVE);
      return reply
        .type('application/zip')
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', 'attachment; filename="rostok-moi-dannye.zip"')
        .send(row.body);
    },
  );

  // ── 2 The end of an account ─────────────────────────────────────────────────────────────────
  mount(app, shop, getDeletion, ({ tx, session, now }) => readDeletion(tx, requireUser(session), now));

  mount(app, shop, sendDeletionCode, async ({ tx, session, now }) => {
    const user = requireUser(session);
    assertMayLeave(user);
    const target = addressOf(user);
    if (target === null)
      return refuse('validation', 'Некуда прислать код: подтвердите почту или телефон, либо введите пароль');
    const confirmation = await askCode(tx, jobs, { purpose: 'deletion', target, userId: user.id, now });
    return { message: MESSAGES.codeSent, confirmation };
  });

  mount(
    app,
    shop,
    deleteAccount,
    async ({ body, session, request, now }) => {
      const user = requireUser(session);
      await db.transaction((tx) => assertOwner(tx, shop, session, request));
      assertMayLeave(user);
      // Asked for already: a repeat whose first answer got lost needs no second code.
      const spend = user.deleteAt ? () => Promise.resolve() : await confirmed(user, body, now);
      return withRetry(() =>
        db.transaction(async (tx) => {
          const left = await askDeletion(tx, jobs, {
            userId: user.id,
            idHash: session.idHash,
            now,
            spend: () => spend(tx),
          });
          return readDeletion(tx, left, now);
        }),
      );
    },
    { transaction: 'own' },
  );

  mount(app, shop, restoreAccount, async ({ tx, session, now }) =>
    readDeletion(tx, await cancelDeletion(tx, jobs, requireUser(session).id, now), now),
  );

  type Proof = { code?: string | undefined; password?: string | undefined };
  /** Argon2 works without a transaction; what is used up is used up with the effect. */
  async function confirmed(user: SessionUser, { code, password }: Proof, now: Date) {
    if (code !== undefined) {
      const row = await checkCode(db, { purpose: 'deletion', userId: user.id }, code, now);
      return (tx: Parameters<typeof useCode>[0]) => useCode(tx, row, now);
    }
    await checkOwnPassword(db, user, password ?? '', now).catch(inOurField);
    return () => Promise.resolve();
  }
}

function assertMayLeave(user: SessionUser): void {
  const refused = refusalOf(user);
  if (refused !== null) throw forbidden(refused);
}
const WRONG = 'Пароль не подошёл. Введите пароль от этого кабинета или попросите код';
/** The field of this form is not that of a new password. */
function inOurField(error: unknown): never {
  const isWrong = error instanceof RefusedError && error.code === 'wrong_password';
  throw isWrong ? new RefusedError('wrong_password', WRONG, { errors: { password: [WRONG] } }) : error;
}
