import * as z from 'zod/mini';
import type { ImportReportView } from '#contract/desk-import.ts';
import { poolOf } from '#server/db/open.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import {
  deleteOldImports,
  findImport,
  findPacked,
  forgetRows,
  type ImportRecord,
  insertRows,
  type RowRecord,
  writeImport,
} from '#server/features/import/desk-imports.queries.ts';
import { fetchFeed, withFeedFile } from '#server/features/import/feed-bytes.ts';
import { FeedError } from '#server/features/import/feed-error.ts';
import { publicNet } from '#server/features/import/fetch-picture.ts';
import { importFeed } from '#server/features/import/import-feed.ts';
import type { ImportReport } from '#server/features/import/report.rules.ts';
import type { SaidRow, Say } from '#server/features/import/stage-feed.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';

/** A feed of a million offers is not looked through row by row. */
const ROWS_MAX = 100_000;
const ROWS_AT_ONCE = 500;
const SAY_EVERY_MS = 1000;
const KEPT_DAYS = 30;

/**
 * Checks a feed of the desk, or writes it into the shop; which of the two says its state. A second run finds what the first one left: the
 * importer writes only what differs.
 */
export const runImport = defineJob({
  name: 'desk.run-import',
  data: z.object({ importId: z.int() }),
  retry: { limit: 2, delay: 60, delayMax: 300 },
  expireIn: 3600,
  async handle(work, { importId }) {
    const found = await findImport(work.db, importId);
    const state = found?.feed.state;
    if (!found || (state !== 'checking' && state !== 'applying')) return;
    try {
      await run(work, found.feed, state === 'checking');
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      const line = error.line === undefined ? '' : `Строка ${error.line}: `;
      await writeImport(work.db, importId, { state: 'failed', error: `${line}${error.message}`, progress: '' }, state);
    }
    await deleteOldImports(work.db, new Date(work.now().getTime() - KEPT_DAYS * 86_400_000));
  },
});

async function run(work: JobWork, feed: ImportRecord, isDryRun: boolean): Promise<void> {
  const { db, jobs, now } = work;
  const packed = (await findPacked(db, feed.id)) ?? (await fetched(work, feed));
  await forgetRows(db, feed.id);
  const stop = new AbortController();
  const told = teller(work, feed, stop);
  let report: ImportReport;
  try {
    report = await withFeedFile(packed, (file) =>
      importFeed(
        { ...feed.options, file, isDryRun },
        { open: { db, pool: poolOf(db), jobs, close: async () => {} }, say: told.say, now, stop: stop.signal },
      ),
    );
  } finally {
    await told.end();
  }
  const done = { report: toView(report), progress: '', error: null };
  if (isDryRun) {
    await writeImport(db, feed.id, { ...done, state: 'checked' }, 'checking');
    return;
  }
  await db.transaction(async (tx) => {
    if (!(await writeImport(tx, feed.id, { ...done, state: 'done', packed: null }, 'applying'))) return;
    await insertAudit(tx, {
      actorId: feed.authorId,
      act: 'deskApplyImport',
      targetType: 'import',
      targetId: feed.id,
      reason: feed.name,
      asked: { ...feed.options, source: report.source },
      after: {
        добавлено: String(report.offers.added),
        изменено: String(report.offers.changed),
        отклонено: String(report.offers.refused),
        скрыто: String(report.hidden),
      },
      at: now(),
    });
  });
}
async function fetched({ db }: JobWork, { id, address }: ImportRecord): Promise<Buffer> {
  if (address === null) throw new FeedError('Файла больше нет. Загрузите его ещё раз.');
  await writeImport(db, id, { progress: 'скачивается файл' });
  const packed = await fetchFeed(address, publicNet);
  // What was checked is what will be written, whatever the address answers by then.
  await writeImport(db, id, { packed });
  return packed;
}

/** Rows and progress go to the database while the import runs, in a line of their own: nobody waits for them but the end. */
function teller({ db }: JobWork, { id, state }: ImportRecord, stop: AbortController) {
  let rows: RowRecord[] = [];
  let n = 0;
  let saidAt = 0;
  let line: Promise<unknown> = Promise.resolve();
  const flush = () => {
    const full = rows;
    rows = [];
    line = line.then(() => insertRows(db, full));
  };
  const say: Say = {
    line: () => {},
    progress(progress) {
      if (Date.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = Date.now();
      // Its state is another one when somebody has stopped it.
      line = line.then(async () => (await writeImport(db, id, { progress }, state)) || stop.abort());
    },
    row({ offerId, ...row }: SaidRow) {
      if (n >= ROWS_MAX) return;
      n += 1;
      rows.push({ ...row, importId: id, n, offerId });
      if (rows.length >= ROWS_AT_ONCE) flush();
    },
  };
  return {
    say,
    end: async () => {
      flush();
      await line;
    },
  };
}

function toView(report: ImportReport): ImportReportView {
  const { source, categories, topics, offers, missing, hidden, withheld, pictures, interrupted } = report;
  const { placeholders: _drawn, ...counts } = pictures;
  return { source, categories, topics, offers, missing, hidden, withheld, pictures: counts, interrupted };
}
