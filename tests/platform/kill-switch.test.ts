import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { OpenDb } from '#server/db/open.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';

let folder: string;
let open: OpenDb;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rostok-kill-'));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'dist/sw.js'), 'ordinary()');
  writeFileSync(join(folder, 'dist/sw-kill.js'), 'leave()');
  open = await openTestDb();
});
afterAll(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

const openWith = (env: Record<string, string>) =>
  buildApp({ db: open.db, jobs: open.jobs, env: testEnv({ DATA_DIR: folder, ...env }), dist: join(folder, 'dist') });

it('KILL_WORKER=1 answers /sw.js with the worker that leaves, never cached and under its own tag', async () => {
  const [ordinary, killed] = [await openWith({}), await openWith({ KILL_WORKER: '1' })];
  const before = await ordinary.inject({ url: '/sw.js' });
  expect(before.body).toBe('ordinary()');
  const after = await killed.inject({ url: '/sw.js', headers: { 'if-none-match': String(before.headers.etag) } });
  expect(after.statusCode).toBe(200);
  expect(after.body).toBe('leave()');
  expect(after.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await killed.inject({ url: '/index.html' })).body).toBe('<!doctype html>');
  await Promise.all([ordinary.close(), killed.close()]);
});

it('a build without such a worker is refused at the start, not found out on the phones', async () => {
  rmSync(join(folder, 'dist/sw-kill.js'));
  await expect(openWith({ KILL_WORKER: '1' })).rejects.toThrow('KILL_WORKER=1: в сборке нет sw-kill.js');
});
