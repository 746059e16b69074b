import type { FastifyInstance } from 'fastify';
import { fileName, readFileName, renderFile } from '#server/features/catalogue/pictures/render-picture.ts';
import type { Db } from '#server/db/open.ts';
import type { Env } from '#server/platform/env.ts';
import { notFound } from '#server/platform/refuse.ts';

/** The key of the wire, or the whole hash. */
const HASH = /^[0-9a-f]{16}(?:[0-9a-f]{48})?$/;
const TYPES = { avif: 'image/avif', webp: 'image/webp' } as const;

/** `GET /pictures/<key>/<240|480|960>.<avif|webp>`, `…/studio.jpg` and `…/studio-bad.jpg`: public and immutable, the hash is the version. */
export function pictureRoutes(app: FastifyInstance, shop: { db: Db }, env: Pick<Env, 'dataDir'>): void {
  app.get<{ Params: { sha: string; file: string } }>('/pictures/:sha/:file', async (request, reply) => {
    const { sha, file: name } = request.params;
    const file = readFileName(name);
    if (file === undefined || !HASH.test(sha)) throw notFound('Нет такой картинки');
    const bytes = await renderFile(shop.db, env, sha, file);
    if (bytes === null) throw notFound('Нет такой картинки');
    const etag = `"${sha.slice(0, 16)}-${fileName(file)}"`;
    reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('ETag', etag);
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(typeof file === 'string' ? 'image/jpeg' : TYPES[file.format]).send(bytes);
  });
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
