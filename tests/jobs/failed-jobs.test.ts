import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openDb } from '#server/db/open.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { watchMail } from '#server/gates/mail/watch.ts';
import { listJob } from '#server/jobs/listed-job.ts';
import { noteJob, openJobs, rowsOf, type TestJobs } from '#tests/jobs/open-jobs.ts';
import { runCommandLine } from '#tests/jobs/run-command.ts';
import { testEnv } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// What an operator sees of jobs: npm run jobs, and the numbers of /metrics.
let shop: TestJobs;
let isGateOpen = false;
const done: string[] = [];
const job = noteJob(async (_work, { note }) => {
  if (!isGateOpen) throw new Error('the gate is shut');
  done.push(note);
}, 'test.gate');
const send = (note: string, startAfterSeconds?: number) =>
  shop.db.transaction((tx) => shop.jobs.send(tx, job, { note }, { startAfterSeconds }));
const jobs = (...words: string[]) => runCommandLine(shop.url, ['server/job-list.ts', ...words]);
beforeAll(async () => {
  shop = await openJobs();
  await shop.jobs.ready();
});
afterAll(() => shop.close());

async function numbers(): Promise<Record<string, number>> {
  const app = await buildApp({ db: shop.db, jobs: shop.jobs, env: testEnv() });
  const { body } = await app.inject('/metrics');
  await app.close();
  return Object.fromEntries(
    body
      .split('\n')
      .filter((line) => /^rostok_(jobs|gate)_/.test(line))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe('the numbers', () => {
  it('tell how many wait and for how long, also while nobody runs jobs', async () => {
    await send('one');
    await send('two');
    await send('in an hour', 3600);
    await shop.db.execute(
      sql`update pgboss.job set start_after = start_after - interval '90 seconds' where data ->> 'note' = 'one'`,
    );
    const told = await numbers();
    expect(told).toMatchObject({
      'rostok_jobs_waiting{queue="test.gate"}': 2,
      'rostok_jobs_active{queue="test.gate"}': 0,
      'rostok_jobs_failed{queue="test.gate"}': 0,
    });
    expect(told['rostok_jobs_oldest_seconds{queue="test.gate"}']).toBeGreaterThanOrEqual(90);
    expect(told['rostok_jobs_oldest_seconds{queue="test.gate"}']).toBeLessThan(200);
  });

  it('tell that mail has stopped, and that it goes again; a wrong mailbox stops nothing', async () => {
    let fails: MailError | null = new MailError('refused', 'SMTP 550 at RCPT TO');
    const mail = watchMail(shop.db, { send: () => (fails ? Promise.reject(fails) : Promise.resolve()) });
    const letter = { to: 'x@mail.test', subject: 's', text: 't', html: 'h', messageId: '<1@shop.test>' };
    const stopped = async () => (await numbers())['rostok_gate_stopped{gate="mail"}'];
    await expect(mail.send(letter)).rejects.toThrow('SMTP 550');
    expect(await stopped()).toBeUndefined();
    fails = new MailError('away', 'SMTP ETIMEDOUT');
    await expect(mail.send(letter)).rejects.toThrow('SMTP ETIMEDOUT');
    expect(await stopped()).toBe(1);
    expect((await numbers())['rostok_gate_worked_timestamp_seconds{gate="mail"}']).toBe(0);
    fails = null;
    await mail.send(letter);
    expect(await stopped()).toBe(0);
    expect((await numbers())['rostok_gate_worked_timestamp_seconds{gate="mail"}']).toBeGreaterThan(1e9);
  });

  it('are left out without a database; the rest is told', async () => {
    const nowhere = openDb('postgres://nobody:x@127.0.0.1:1/none');
    const app = await buildApp({ db: nowhere.db, jobs: nowhere.jobs, env: testEnv() });
    const { statusCode, body } = await app.inject('/metrics');
    expect(statusCode).toBe(200);
    expect(body).toContain('rostok_http_request_seconds');
    expect(body).not.toContain('rostok_jobs_waiting{');
    await app.close();
    await nowhere.close();
  });
});

describe('npm run jobs', () => {
  it('lists what failed with its cause, shows one, and repeats it', async () => {
    await shop.run([listJob(job)]);
    await until(async () =>
      expect((await rowsOf(shop, job.name)).filter((row) => row.state === 'failed')).toHaveLength(2),
    );
    const list = await jobs();
    expect(list.text).toMatch(/test\.gate\s+0\s+0\s+2\s/);
    expect(list.text.match(/test\.gate {2}Error: the gate is shut/g)).toHaveLength(2);
    const [first] = (await rowsOf(shop, job.name)).filter((row) => row.state === 'failed');
    const shown = await jobs('show', first!.id);
    expect(shown.text).toContain('Данные: {"note":"one"}');
    expect(shown.text).toContain('всего 3');
    expect(shown.text).toContain('Причина: Error: the gate is shut');

    isGateOpen = true;
    expect((await jobs('repeat', first!.id)).text).toContain('Снова в очереди: 1');
    await until(() => expect(done).toEqual(['one']));
    expect((await jobs('repeat', 'all', 'test.gate')).text).toContain('Снова в очереди: 1');
    await until(() => expect(done).toEqual(['one', 'two']));
    await until(async () => expect((await rowsOf(shop, job.name)).filter((row) => row.state === 'failed')).toEqual([]));
    expect((await jobs('list')).text).toContain('Все задания выполнены или ещё повторяются.');
  });

  it('says in words what it does not understand', async () => {
    const unknown = await jobs('show', '00000000-0000-4000-8000-000000000000');
    expect(unknown).toMatchObject({ code: 1, text: expect.stringContaining('Среди невыполненных нет задания') });
    expect(await jobs('delete')).toMatchObject({ code: 1, text: expect.stringContaining('npm run jobs -- repeat') });
  });
});
