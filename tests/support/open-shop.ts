import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openDb, type OpenDb } from '#server/db/open.ts';
import { type Env, readEnv } from '#server/platform/env.ts';
import { copyOf } from '#tests/support/test-server.ts';

export const TEST_ORIGIN = 'http://shop.test';

/** An empty migrated database of this test file's own; dropped by `close`. */
export async function openTestDb(template = 'template_shop'): Promise<OpenDb & { url: string }> {
  const base = inject('pgUrl');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await admin(base, copyOf(name, template));
  const url = `${base}${name}`;
  const open = openDb(url);
  return {
    ...open,
    url,
    close: async () => {
      await open.close();
      await admin(base, `drop database ${name} with (force)`);
    },
  };
}

export function testEnv(overrides: Record<string, string> = {}): Env {
  return readEnv({
    PUBLIC_URL: TEST_ORIGIN,
    LOG_LEVEL: 'silent',
    SEED_NOW: '2026-11-20T21:00:00Z',
    SEED_MONTHS: '0',
    DATA_DIR: '.tmp/test-data',
    ...overrides,
  });
}

/** The real app on a real database of its own. `clock.now` may be moved. */
export async function openShop(overrides: Record<string, string> = {}) {
  const open = await openTestDb();
  const clock = { now: new Date('2026-11-21T09:00:00Z') };
  const env = testEnv(overrides);
  const app = await buildApp({ db: open.db, jobs: open.jobs, url: open.url, env, now: () => clock.now });
  await app.ready();
  return {
    ...open,
    app,
    env,
    clock,
    close: async () => {
      await app.close();
      await open.close();
    },
  };
}
export type TestShop = Awaited<ReturnType<typeof openShop>>;

async function admin(base: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${base}postgres` });
  await client.connect();
  // «create database … template» needs the template free of sessions; another file may be copying it right now.
  for (let tries = 0; ; tries += 1) {
    try {
      await client.query(statement);
      break;
    } catch (error) {
      if (tries >= 50 || (error as { code?: string }).code !== '55006') throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  await client.end();
}
