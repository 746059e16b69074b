import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getManifest, getShard } from '#contract/catalogue.ts';
import type { ReadyFile } from '#server/features/catalogue/file-shelf.ts';
import type { NodeCatalogue } from '#server/features/catalogue/files.ts';
import {
  acceptsBrotli,
  MANIFEST_CACHE,
  namesEtag,
  PRIVATE_CACHE,
  PUBLIC_CACHE,
} from '#server/features/catalogue/http-files.rules.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Shop } from '#server/platform/mount.ts';
import { forbidden, notFound, RefusedError } from '#server/platform/refuse.ts';
import { priceTypeOf, readSession } from '#server/platform/session.ts';

const FILE = /^[0-9a-f]{64}\.json$/;

/** The published catalogue: bytes prepared beforehand, no session read for what is public (docs/product/catalogue.md#shards). */
export function publicFileRoutes(app: FastifyInstance, shop: Shop, catalogue: NodeCatalogue): void {
  app.get('/api/catalog/manifest', { config: { call: getManifest } }, (request, reply) => {
    const ready = catalogue.ready();
    if (ready) return sendFile(request, reply, ready.manifest, MANIFEST_CACHE, 'accept-encoding');
    return catalogue
      .current()
      .then(({ manifest }) => sendFile(request, reply, manifest, MANIFEST_CACHE, 'accept-encoding'));
  });

  app.get<{ Params: { file: string } }>('/api/catalog/s/:file', { config: { call: getShard } }, (request, reply) => {
    const { file: name } = request.params;
    if (!FILE.test(name)) throw new RefusedError('bad_request', MESSAGES.badRequest, { http: 400 });
    const sha256 = name.slice(0, 64);
    const held = catalogue.held(sha256);
    if (held && held.audience === 0) return sendFile(request, reply, held, PUBLIC_CACHE, 'accept-encoding');
    return slow(request, reply, sha256);
  });

  async function slow(request: FastifyRequest, reply: FastifyReply, sha256: string): Promise<FastifyReply> {
    const file = await catalogue.file(sha256);
    if (!file) throw notFound('Такого файла каталога нет');
    if (file.audience === 0) return sendFile(request, reply, file, PUBLIC_CACHE, 'accept-encoding');
    // Consultants' prices and points: never for a guest, never kept between us and the person
    // (docs/product/prices.md#who-sees-what).
    const { user } = await readSession(shop.db, request, shop.now());
    if (priceTypeOf(user) !== 1) throw forbidden();
    return sendFile(request, reply, file, PRIVATE_CACHE, 'accept-encoding, cookie');
  }
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReadyFile,
  cache: string,
  vary: string,
): FastifyReply {
  const { headers } = request;
  const isBr = acceptsBrotli(headers['accept-encoding']);
  const etag = isBr ? file.etagBr : file.etag;
  reply.headers({ etag, 'cache-control': cache, vary });
  const known = headers['if-none-match'];
  if (known !== undefined && (namesEtag(known, file.etag) || namesEtag(known, file.etagBr)))
    return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (isBr) reply.header('content-encoding', 'br');
  return reply.send(isBr ? file.br : file.identity);
}
