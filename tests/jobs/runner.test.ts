import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { listJob } from '#server/jobs/listed-job.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';
import { noteJob, openJobs, rowsOf, type TestJobs } from '#tests/jobs/open-jobs.ts';
import { until } from '#tests/support/until.ts';

let shop: TestJobs;
beforeAll(async () => {
  shop = await openJobs();
  await shop.db.execute(sql`create table notes (note text)`);
});
afterAll(() => shop.close());

const notes = async (): Promise<string[]> =>
  (await shop.db.execute<{ note: string }>(sql`select note from notes`)).rows.map((row) => row.note);

describe('a job', () => {
  it('is there after the commit and not after a rollback', async () => {
    const name = 'test.commit';
    const job = noteJob(async () => {}, name);
    await shop.db.transaction((tx) => shop.jobs.send(tx, job, { note: 'kept' }));
    const lost = shop.db.transaction(async (tx) => {
      await shop.jobs.send(tx, job, { note: 'lost' });
      throw new Error('the change failed');
    });
    await expect(lost).rejects.toThrow('the change failed');
    const rows = await shop.db.execute<{ note: string }>(
      sql`select data ->> 'note' as note from pgboss.job where name = ${name}`,
    );
    expect(rows.rows).toEqual([{ note: 'kept' }]);
  });

  it('costs its transaction one statement', async () => {
    const job = noteJob(async () => {}, 'test.cost');
    await shop.db.transaction((tx) => shop.jobs.send(tx, job, { note: 'first' }));
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    await shop.db.transaction((tx) => shop.jobs.send(tx, job, { note: 'second' }));
    const texts = sent.mock.calls.map(([asked]) => (typeof asked === 'string' ? asked : String(asked)));
    sent.mockRestore();
    // begin, the job, commit: nothing beside them, on no connection.
    expect(texts).toHaveLength(3);
    expect([texts[0], texts[2]]).toEqual(['begin', 'commit']);
  });

  it('is run soon after its commit, by one of two runners', async () => {
    const job = noteJob(async ({ db }, { note }) => {
      await db.execute(sql`insert into notes values (${note})`);
    }, 'test.once');
    await shop.run([listJob(job)]);
    await shop.run([listJob(job)]);
    const names = Array.from({ length: 20 }, (_, i) => `note ${i}`);
    for (const note of names) await shop.db.transaction((tx) => shop.jobs.send(tx, job, { note }));
    await until(async () => expect((await notes()).length).toBeGreaterThanOrEqual(20));
    await until(async () =>
      expect((await rowsOf(shop, job.name)).every((row) => row.state === 'completed')).toBe(true),
    );
    expect((await notes()).sort()).toEqual(names.sort());
  });

  it('that fails is tried again, and ends as failed with its cause', async () => {
    let tries = 0;
    const job = noteJob(async () => {
      tries += 1;
      throw new Error('the gate is shut for "anna@mail.ru"');
    }, 'test.fails');
    await shop.run([listJob(job)]);
    await shop.db.transaction((tx) => shop.jobs.send(tx, job, { note: 'never' }));
    await until(async () => expect((await rowsOf(shop, job.name))[0]).toMatchObject({ state: 'failed' }));
    expect(tries).toBe(3);
    // Quoted values of an error never reach the list that people read.
    expect((await rowsOf(shop, job.name))[0]?.output?.message).toBe('Error: the gate is shut for …');
  });

  it('that gave up is not tried again; nor is one whose data does not fit', async () => {
    let tries = 0;
    const job = noteJob(async () => {
      tries += 1;
      throw new JobGivenUp('no such address');
    }, 'test.gives-up');
    await shop.run([listJob(job)]);
    await shop.db.transaction((tx) => shop.jobs.send(tx, job, { note: 'x' }));
    const older = defineJob({ name: job.name, data: z.object({ title: z.string() }), handle: async () => {} });
    await shop.db.transaction((tx) => shop.jobs.send(tx, older, { title: 'of an older release' }));
    await until(async () =>
      expect((await rowsOf(shop, job.name)).map((row) => row.state)).toEqual(['failed', 'failed']),
    );
    expect(tries).toBe(1);
    expect((await rowsOf(shop, job.name)).map((row) => row.output?.message)).toEqual([
      'JobGivenUp: no such address',
      'JobGivenUp: the data of test.gives-up does not fit its schema',
    ]);
  });
});

describe('a stop', () => {
  it('lets a running job end, and gives back one that does not', async () => {
    const stops: string[] = [];
    const isAlmostDone = Promise.withResolvers<void>();
    const job = noteJob(async ({ signal }, { note }) => {
      stops.push(`${note} began`);
      if (note === 'short') await isAlmostDone.promise;
      else await new Promise((done) => signal.addEventListener('abort', done));
      stops.push(`${note} ended`);
    }, 'test.stop');
    const runner = await shop.run([listJob(job)]);
    for (const note of ['short', 'endless']) await shop.db.transaction((tx) => shop.jobs.send(tx, job, { note }));
    await until(() => expect(stops).toEqual(expect.arrayContaining(['short began', 'endless began'])));
    const stopped = runner.stop(2000);
    isAlmostDone.resolve();
    await stopped;
    expect(stops).toContain('short ended');
    expect((await rowsOf(shop, job.name)).map((row) => row.state)).toEqual(['completed', 'retry']);
  });
});
