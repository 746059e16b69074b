import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPages, type PagesParts } from '#server/features/pages/pages.ts';
import type { ClientFiles } from '#server/platform/client-files.ts';
import type { Pages } from '#server/platform/shell.ts';

/** Pages of the shop; undefined for a client that was built without what renders them. */
export function installPages(
  app: FastifyInstance,
  catalogue: PagesParts['catalogue'],
  heads: PagesParts['heads'],
  { dist, files }: { dist: string; files: ClientFiles },
): Pages | undefined {
  if (!existsSync(join(dist, 'renderer/render.js'))) return undefined;
  const pages = openPages({ catalogue, heads, dist, shell: () => files.shell(), log: app.log });
  app.addHook('onClose', () => pages.stop());
  // The thread and the most visited page are there before the first visitor.
  app.addHook('onListen', async () => {
    const warm = async () => (await catalogue.index()) && pages.page('/katalog', '');
    void warm().catch((error: unknown) => app.log.warn({ err: error }, 'no page before the first visitor'));
  });
  return pages;
}
