import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { getMapTiles } from '#contract/delivery.ts';
import type { Env } from '#server/platform/env.ts';
import { mount, type Shop } from '#server/platform/mount.ts';

const Whole = z.pipe(
  z.string().check(z.regex(/^\d{1,7}$/)),
  z.transform((text: string) => Number(text)),
);
const Asked = z.object({ z: Whole, x: Whole, y: Whole });
const WEEK_S = 7 * 24 * 3600;

/** Pictures of the map of points through the shop, where a provider is set up (docs/product/delivery.md#map). */
export function mapRoutes(app: FastifyInstance, shop: Shop, { mapTiles }: Pick<Env, 'mapTiles'>): void {
  mount(app, shop, getMapTiles, async () => ({
    tiles: mapTiles && { attribution: mapTiles.attribution, max_zoom: mapTiles.maxZoom },
  }));
  const gate = shop.gates.map;
  app.get('/map-tiles/:z/:x/:y', async (request, reply) => {
    const asked = Asked.safeParse(request.params);
    const tile = gate && asked.success ? await gate.get(asked.data) : 'not_there';
    if (tile === 'not_there') return reply.code(404).header('cache-control', 'no-store').send();
    if (tile === 'silent') return reply.code(503).header('cache-control', 'no-store').send();
    return reply.type(tile.type).header('cache-control', `public, max-age=${WEEK_S}`).send(tile.bytes);
  });
}
