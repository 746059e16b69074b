import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openCluster } from '#server/db/embedded.ts';
import { findPgRunner } from '#server/db/pg-program.ts';
import { until } from '#tests/support/until.ts';

// A killed server whose last process lives on for a moment (docs/decisions/191-embedded-restart.md).

const folder = await mkdtemp(join(tmpdir(), 'rostok-left-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the database starts again although a process of the killed one still holds its memory', async () => {
  const first = await openCluster(folder);
  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]!.pid; // One row.
  const postmaster = Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
  // Stopped it cannot notice that its server is gone.
  process.kill(backend, 'SIGSTOP');
  process.kill(postmaster, 'SIGKILL');
  // It goes as soon as the new server has met it.
  const left = until(() =>
    expect(readFileSync(join(folder, 'pg.log'), 'utf8')).toContain('pre-existing shared memory block'),
  ).finally(() => process.kill(backend, 'SIGKILL'));
  try {
    const second = await openCluster(folder);
    await left;
    const again = new pg.Client({ connectionString: second.url });
    await again.connect();
    expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await again.end();
    await second.stop();
  } finally {
    await left.catch(() => {});
    await client.end().catch(() => {});
  }
});

it('and although the killed one itself has not been taken leave of by its parent', async () => {
  const first = await openCluster(folder);
  await first.stop();
  const port = readFileSync(join(folder, 'pg.port'), 'utf8').trim();
  // `sleep` asks nobody how its child has ended, so the child stays as a name without a process. It is PostgreSQL's user's, as a killed server is.
  const { ids } = await findPgRunner();
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...ids,
  });
  try {
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const dead = said.toString().trim();
    await until(() => expect(readFileSync(`/proc/${dead}/stat`, 'utf8')).toMatch(/\) Z /));
    const place = join(folder, 'pg');
    writeFileSync(join(place, `.s.PGSQL.${port}.lock`), [dead, place, 1, port, place, ''].join('\n'));
    const second = await openCluster(folder);
    await second.stop();
  } finally {
    parent.kill();
  }
});
