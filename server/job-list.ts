import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import type { OpenDb } from '#server/db/open.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { type FailedJob, findFailed, findFailedById, findFailedIds } from '#server/jobs/failed-jobs.queries.ts';
import { repeatJobs } from '#server/jobs/repeat-jobs.ts';
import { countQueues } from '#server/platform/job-numbers.queries.ts';

const USAGE = `Задания магазина, рядом с работающим магазином или без него:
  npm run jobs                        очереди и задания, которые больше не повторяются, с причиной
  npm run jobs -- show НОМЕР          одно из них целиком
  npm run jobs -- repeat НОМЕР        повторить его
  npm run jobs -- repeat all [ИМЯ]    повторить все, или все с этим именем`;
const SHOWN = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `npm run jobs [list|show|repeat]`. */
await runCommand(async (env) => {
  const [verb = 'list', what, queue = null, ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new StartError(USAGE);
  await withDatabase(env, async (open) => {
    if (verb === 'list' && what === undefined) return list(open);
    if (verb === 'show' && what !== undefined && queue === null) return show(open, what);
    if (verb === 'repeat' && what === 'all') return repeat(open, await findFailedIds(open.db, queue));
    if (verb === 'repeat' && what !== undefined && queue === null) {
      const job = await getFailed(open, what);
      return repeat(open, [{ queue: job.queue, ids: [job.id] }]);
    }
    throw new StartError(USAGE);
  });
});

async function list({ db }: OpenDb): Promise<void> {
  const queues = await countQueues(db);
  const width = Math.max(10, ...queues.map((one) => one.queue.length));
  console.log(`${'Очередь'.padEnd(width)}  ждут  идут  не вышло  старшее ждёт, с`);
  for (const { queue, waiting, active, failed, oldest_seconds } of queues)
    console.log(
      `${queue.padEnd(width)}  ${cell(waiting, 4)}  ${cell(active, 4)}  ${cell(failed, 8)}  ${cell(Math.round(oldest_seconds), 15)}`,
    );
  const failed = await findFailed(db, SHOWN);
  if (failed.length === 0) return console.log('\nВсе задания выполнены или ещё повторяются.');
  console.log(`\nБольше не повторяются (последние ${SHOWN}):`);
  for (const job of failed) console.log(`${job.id}  ${inMoscow(job.failed_at)}  ${job.queue}  ${job.cause}`);
}

async function show(open: OpenDb, id: string): Promise<void> {
  const job = await getFailed(open, id);
  const lines = [
    `Задание: ${job.queue}`,
    `Номер: ${job.id}`,
    `Данные: ${JSON.stringify(job.data)}`,
    `Создано: ${inMoscow(job.created_at)}`,
    `Последняя попытка: ${inMoscow(job.failed_at)}, всего ${job.tries}`,
    `Причина: ${job.cause}`,
  ];
  console.log(lines.join('\n'));
}

async function repeat(open: OpenDb, failed: { queue: string; ids: string[] }[]): Promise<void> {
  console.log(`Снова в очереди: ${await repeatJobs(open, failed)}`);
}

async function getFailed({ db }: OpenDb, id: string): Promise<FailedJob> {
  const job = UUID.test(id) ? await findFailedById(db, id) : undefined;
  if (!job) throw new StartError(`Среди невыполненных нет задания ${id}. Список: npm run jobs`);
  return job;
}

// Functions, not constants: the command above runs before the end of this file is reached.
function cell(value: number, width: number): string {
  return String(value).padStart(width);
}
function inMoscow(at: Date): string {
  return new Date(at).toLocaleString('ru-RU', { timeZone: 'Europe/Moscow' });
}
