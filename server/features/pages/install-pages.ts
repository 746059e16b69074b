import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPages, type PublishedFiles } from '#server/features/pages/pages.ts';
import type { ClientFiles } from '#server/platform/client-files.ts';
import type { Pages } from '#server/platform/shell.ts';

/** Pages of the shop; undefined for a client that was built without what renders them. */
export function installPages(
  app: FastifyInstance,
  catalogue: PublishedFiles,
  dist: string,
  files: ClientFiles,
): Pages | undefined {
  if (!existsSync(join(dist, 'renderer/render.js'))) return undefined;
  const pages = openPages({ catalogue, dist, shell: () => files.shell(), log: app.log });
  app.addHook('onClose', () => pages.stop());
  return pages;
}
