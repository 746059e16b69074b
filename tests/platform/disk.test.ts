import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { DiskRoom } from '#server/platform/disk.rules.ts';
import { isLow } from '#server/platform/disk.rules.ts';
import { diskOf, type LookAtDisk, watchDisk } from '#server/platform/disk.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';

const GB = 2 ** 30;

it.each<[string, DiskRoom, boolean]>([
  ['plenty', { free: 50 * GB, total: 100 * GB }, false],
  ['a tenth to the byte', { free: 10 * GB, total: 100 * GB }, false],
  ['a byte under a tenth', { free: 10 * GB - 1, total: 100 * GB }, true],
  ['1 GB of a small disk', { free: GB, total: 2 * GB }, false],
  ['a byte under 1 GB', { free: GB - 1, total: 2 * GB }, true],
  ['nothing', { free: 0, total: 100 * GB }, true],
])('%s', (_what, room, low) => expect(isLow(room)).toBe(low));

it('the log tells of a change once', async () => {
  let free: number | undefined = 50 * GB;
  const told: string[] = [];
  const look = vi.fn<LookAtDisk>(async () => (free === undefined ? undefined : { free, total: 100 * GB }));
  const watch = watchDisk(look, { warn: (_fields, message) => void told.push(message) }, 1);
  /** Two more looks have begun, so the first of them has ended. */
  const looked = async () => {
    const from = look.mock.calls.length;
    await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(from + 1), 20_000);
  };
  await looked();
  expect(told).toEqual([]);
  free = 5 * GB;
  await looked();
  await looked();
  expect(told).toEqual(['the disk is almost full']);
  free = undefined;
  await looked();
  expect(told).toHaveLength(1);
  free = 60 * GB;
  await looked();
  expect(told).toEqual(['the disk is almost full', 'the disk has room again']);
  watch.stop();
  const stoppedAt = look.mock.calls.length;
  await new Promise((done) => setTimeout(done, 20));
  expect(look.mock.calls.length).toBe(stoppedAt);
});

it('a real folder has room; of a folder that is not there nothing is known', async () => {
  const room = await diskOf('.')();
  expect(room!.free).toBeGreaterThan(0);
  expect(room!.total).toBeGreaterThan(room!.free);
  expect(await diskOf('/no/such/folder')()).toBeUndefined();
});

let open: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());

it('/metrics tells it, and leaves out what nobody knows', async () => {
  let room: DiskRoom | undefined = { free: 5 * GB, total: 100 * GB };
  const app = await buildApp({ db: open.db, jobs: open.jobs, env: testEnv(), disk: async () => room });
  const numbers = async () =>
    (await app.inject({ url: '/metrics' })).body.split('\n').filter((line) => line.startsWith('rostok_disk'));
  expect(await numbers()).toEqual([
    `rostok_disk_free_bytes ${5 * GB}`,
    `rostok_disk_size_bytes ${100 * GB}`,
    'rostok_disk_low 1',
  ]);
  room = { free: 50 * GB, total: 100 * GB };
  expect(await numbers()).toContain('rostok_disk_low 0');
  room = undefined;
  expect(await numbers()).toEqual([]);
  await app.close();
});
