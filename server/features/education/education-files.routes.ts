import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { getCertificate, getEducationFile, getEducationPackages } from '#contract/education.ts';
import { MESSAGES } from '#contract/messages.ts';
import { acceptsBrotli, namesEtag, PRIVATE_CACHE, PUBLIC_CACHE } from '#server/features/catalogue/http-files.rules.ts';
import { drawCertificate } from '#server/features/education/certificate.ts';
import { videoPath } from '#server/features/education/course-files.ts';
import { findCourseFile, type FileRow, holdLearner } from '#server/features/education/education.queries.ts';
import { certificateNumber, courseProgress, isOpenTo } from '#server/features/education/learner.rules.ts';
import { wantedBytes } from '#server/features/education/range.rules.ts';
import { isConsultant, isInt4, readLearner, withCertificate } from '#server/features/education/read-learner.ts';
import { readPackages } from '#server/features/education/read-packages.ts';
import type { Tx } from '#server/db/open.ts';
import type { Env } from '#server/platform/env.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import type { Shop } from '#server/platform/mount.ts';
import { forbidden, notFound, RefusedError } from '#server/platform/refuse.ts';
import { assertMay } from '#server/platform/rights.ts';
import { readSession, requireUser, type Session, type SessionUser } from '#server/platform/session.ts';

// Contents: 1 packages, 2 files, 3 certificate

const FILE = /^([0-9a-f]{64})\.(json|svg|webp|png|jpg|avif|mp4|webm)$/;
const TYPES: Record<string, string> = {
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
/** A drawing opened by itself runs nothing and loads nothing; its own styles are all it has. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
const badRequest = () => new RefusedError('bad_request', MESSAGES.badRequest, { http: 400 });

/** What is no JSON answer of its own: the manifest with its ETag, bytes by hash, the certificate. */
export function educationFileRoutes(app: FastifyInstance, shop: Shop, env: Pick<Env, 'dataDir' | 'shopName'>): void {
  const { db } = shop;

  // ── 1 ─────────────────────────────────────────────────────────────────────────────────────────
  const compressed = new Map<string, Promise<Buffer>>();
  app.get('/api/education/packages', { config: { call: getEducationPackages } }, async (request, reply) => {
    const session = await readSession(db, request, shop.now());
    await assertOwner(db as unknown as Tx, shop, session, request);
    const user = requireRight(getEducationPackages, session);
    const body = Buffer.from(JSON.stringify(await readPackages(db, isConsultant(user))));
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    const isBr = acceptsBrotli(request.headers['accept-encoding']);
    const [etag, etagBr] = [`"${hash}"`, `"${hash}.br"`];
    // The next person on the phone may belong to another audience: the answer is asked for each time and never shared.
    reply.headers({
      etag: isBr ? etagBr : etag,
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, cookie',
    });
    const known = request.headers['if-none-match'];
    if (known !== undefined && (namesEtag(known, etag) || namesEtag(known, etagBr))) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!isBr) return reply.send(body);
    return reply.header('content-encoding', 'br').send(await brotliOnce(compressed, hash, body));
  });

  // ── 2 ─────────────────────────────────────────────────────────────────────────────────────────
  app.get<{ Params: { file: string } }>(
    '/api/education/files/:file',
    { config: { call: getEducationFile } },
    async (request, reply) => {
      const [, sha256, ext] = FILE.exec(request.params.file) ?? [];
      if (sha256 === undefined) throw badRequest();
      const row = await findCourseFile(db, sha256);
      if (!row || row.ext !== ext) throw notFound('Такого файла нет');
      if (row.audience !== 0) {
        const session = await readSession(db, request, shop.now());
        await assertOwner(db as unknown as Tx, shop, session, request);
        const user = requireRight(getEducationPackages, session);
        if (!isConsultant(user)) throw forbidden(MESSAGES.consultantsOnly);
      }
      reply.headers({
        'cache-control': row.audience === 0 ? PUBLIC_CACHE : PRIVATE_CACHE,
        vary: row.audience === 0 ? 'accept-encoding' : 'accept-encoding, cookie',
      });
      return row.body === null ? sendVideo(request, reply, row, env.dataDir) : sendBytes(request, reply, row, row.body);
    },
  );

  // ── 3 ─────────────────────────────────────────────────────────────────────────────────────────
  app.get<{ Params: { file: string } }>(
    '/api/education/certificate/:file',
    { config: { call: getCertificate } },
    async (request, reply) => {
      const courseId = Number(/^(\d{1,9})\.pdf$/.exec(request.params.file)?.[1]);
      if (Number.isNaN(courseId)) throw badRequest();
      const now = shop.now();
      const session = await readSession(db, request, now);
      await assertOwner(db as unknown as Tx, shop, session, request);
      const user = requireRight(getCertificate, session);
      // A course may become complete without this person doing anything: when a lesson is taken out of it.
      const learner = await db.transaction(async (tx) => {
        await holdLearner(tx, user.id);
        return withCertificate(tx, await readLearner(tx, user), { userId: user.id, courseId, now });
      });
      const course = isInt4(courseId) ? learner.courses.find((one) => one.id === courseId) : undefined;
      if (!course?.hasCertificate) throw notFound(course ? MESSAGES.noCertificate : MESSAGES.courseNotFound);
      const row = learner.certificates.find((one) => one.courseId === courseId);
      if (!row && !isOpenTo(course, learner.isConsultant)) throw forbidden(MESSAGES.consultantsOnly);
      if (!row) throw forbidden(`${MESSAGES.certificateLater}: сейчас ${courseProgress(learner, courseId)} %`);
      const number = certificateNumber(row);
      const pdf = await drawCertificate({
        shopName: env.shopName,
        person: user.name,
        course: course.title,
        number,
        issuedAt: row.issuedAt,
      });
      const name = encodeURIComponent(`Сертификат ${number}.pdf`);
      return reply
        .headers({
          'cache-control': PRIVATE_CACHE,
          'content-disposition': `attachment; filename="certificate-${number}.pdf"; filename*=UTF-8''${name}`,
        })
        .type('application/pdf')
        .send(pdf);
    },
  );
}

/** These routes are not mounted by `mount`, so they ask the rights of their call themselves. */
function requireRight({ needs }: Call, session: Session): SessionUser {
  assertMay(needs, session);
  return requireUser(session);
}

/** There are two answers at a time, one for each audience: the last few are kept. */
function brotliOnce(made: Map<string, Promise<Buffer>>, hash: string, body: Buffer): Promise<Buffer> {
  const known = made.get(hash);
  if (known) return known;
  const work = promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  made.set(hash, work);
  for (const oldest of made.keys()) if (made.size > 4) made.delete(oldest);
  return work;
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, row: FileRow, body: Buffer): FastifyReply {
  const isBr = row.bodyBr !== null && acceptsBrotli(request.headers['accept-encoding']);
  const [etag, etagBr] = [`"${row.sha256}"`, `"${row.sha256}.br"`];
  reply.header('etag', isBr ? etagBr : etag);
  if (row.ext === 'svg') reply.header('content-security-policy', SVG_POLICY);
  const known = request.headers['if-none-match'];
  if (known !== undefined && (namesEtag(known, etag) || namesEtag(known, etagBr))) return reply.code(304).send();
  reply.type(TYPES[row.ext]!);
  if (isBr) return reply.header('content-encoding', 'br').send(row.bodyBr);
  return reply.send(body);
}

/** From the disk, in the parts that are asked for: nothing of it is ever whole in memory. */
async function sendVideo(
  request: FastifyRequest,
  reply: FastifyReply,
  row: FileRow,
  dataDir: string,
): Promise<FastifyReply> {
  const path = videoPath(dataDir, row);
  if ((await stat(path).catch(() => undefined))?.size !== row.bytes) {
    request.log.error({ file: `${row.sha256}.${row.ext}` }, 'a video is not in DATA_DIR/education');
    throw notFound('Видео на сервере нет. Напишите нам, мы его вернём');
  }
  const etag = `"${row.sha256}"`;
  const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers;
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (known !== undefined && namesEtag(known, etag)) return reply.code(304).send();
  const wanted = wantedBytes(range, row.bytes, etag, typeof ifRange === 'string' ? ifRange : undefined);
  if (wanted.kind === 'none') {
    reply.removeHeader('etag').header('cache-control', 'no-store');
    return reply.code(416).header('content-range', `bytes */${row.bytes}`).send();
  }
  const [start, end] = wanted.kind === 'part' ? [wanted.start, wanted.end] : [0, row.bytes - 1];
  if (wanted.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${row.bytes}`);
  reply.type(TYPES[row.ext]!).header('content-length', end - start + 1);
  // Fastify answers HEAD by this route too and would read the file to its end to throw it away.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(path, { start, end }));
}
