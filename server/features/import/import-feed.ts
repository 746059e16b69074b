import { dirname, resolve } from 'node:path';
import { dbOn, type OpenDb } from '#server/db/open.ts';
import { publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { applyFeed, type Applying } from '#server/features/import/apply-feed.ts';
import { FeedError } from '#server/features/import/feed-error.ts';
import { type Net, publicNet } from '#server/features/import/fetch-picture.ts';
import { type ImportOptions, sourceOfUrl } from '#server/features/import/import-args.rules.ts';
import { loadPictures, settlePictures } from '#server/features/import/import-pictures.ts';
import { tellWhoWaits } from '#server/features/notify/notify.commands.ts';
import { countPlaceholders, countUnloaded, recallPictures } from '#server/features/import/pictures-import.queries.ts';
import { emptyReport, type ImportReport } from '#server/features/import/report.rules.ts';
import { type Say, stageFeed } from '#server/features/import/stage-feed.ts';
import {
  countKnownPictures,
  createStaging,
  freeImportLock,
  tryImportLock,
} from '#server/features/import/staging.queries.ts';

export type ImportParts = { open: OpenDb; say: Say; now?: () => Date; net?: Net; stop?: AbortSignal };

/**
 * Imports one YML feed: read and judged as a whole first, then written and published in one transaction, then the
 * pictures (docs/decisions/030). A crash at any moment leaves the shop as it was or with the whole feed in it.
 * @throws FeedError when nothing was done
 */
export async function importFeed(
  options: ImportOptions,
  { open, say, now = () => new Date(), net = publicNet, stop = new AbortController().signal }: ImportParts,
): Promise<ImportReport> {
  const report = emptyReport(options.isDryRun);
  const client = await open.pool.connect();
  // A lost connection fails the running query; without a listener it would end the process before the report.
  client.on('error', () => {});
  const session = dbOn(client);
  try {
    if (!(await tryImportLock(session))) throw new FeedError('Другой импорт ещё идёт. Дождитесь его конца.');
    await createStaging(session);
    const feed = await stageFeed(session, options.file, options, report, say);
    if (stop.aborted) throw new FeedError('Остановлено с клавиатуры, ничего не записано.');
    report.source = options.source ?? sourceOfUrl(feed.shopUrl) ?? '';
    if (report.source === '')
      throw new FeedError('В файле нет адреса магазина (<shop><url>). Назовите поставщика: --source ИМЯ.');

    const applying: Applying = { ...options, source: report.source, now: now(), report, say };
    await session.transaction(
      async (tx) => {
        await applyFeed(tx, feed, applying);
        await recallPictures(tx, report.source);
        if (options.isDryRun) return;
        await settlePictures(tx, report.source);
        say.progress('публикация каталога');
        await publishInTx(tx, now());
        await tellWhoWaits(tx, open.jobs);
      },
      // The database itself keeps a dry run from writing.
      options.isDryRun ? { accessMode: 'read only' } : undefined,
    );
    report.pictures.toLoad = await countUnloaded(session);
    report.pictures.known = await countKnownPictures(session);
    if (options.isDryRun) return report;
    try {
      await loadPictures({
        session,
        db: open.db,
        file: options.file,
        folder: dirname(resolve(options.file)),
        source: report.source,
        net,
        now,
        report,
        say,
        stop,
      });
      report.pictures.placeholders = await countPlaceholders(session, report.source);
    } catch (error) {
      // The goods are in already: this is no «nothing done».
      report.interrupted = error instanceof Error ? error.message : String(error);
    }
    return report;
  } finally {
    await freeImportLock(session).catch(() => undefined);
    // Destroyed, not returned: temporary tables and the lock go with the session.
    client.release(true);
  }
}
