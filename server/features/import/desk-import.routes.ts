import type { FastifyInstance } from 'fastify';
import {
  deskApplyImport,
  deskCancelImport,
  deskFetchImportRows,
  deskFetchImports,
  deskGetImport,
  deskStartImport,
  FEED_BODY_MAX,
  FEED_WORDS,
  type FeedImport,
  IMPORT_ROW_KINDS,
  IMPORT_ROWS_PAGE,
} from '#contract/desk-import.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { runImport } from '#server/features/import/desk-import.jobs.ts';
import {
  findImport,
  findImports,
  findRows,
  type FoundImport,
  insertImport,
  lockImport,
  writeImport,
} from '#server/features/import/desk-imports.queries.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const SHOWN = 20;
const INT4_MAX = 2_147_483_647;
const NOT_FOUND = 'Такого импорта нет: отчёты хранятся месяц';

/** Feeds at the desk (docs/product/desk.md#feeds). */
export function deskImportRoutes(app: FastifyInstance, shop: Shop): void {
  const answer = async (db: DbOrTx, id: number, now: Date) => {
    const found = id > INT4_MAX ? undefined : await findImport(db, id);
    if (!found) throw notFound(NOT_FOUND);
    return { feed: toView(found), server_time: now.toISOString() };
  };
  mount(
    app,
    shop,
    deskStartImport,
    async ({ tx, body, session, now }) => {
      const { file, address, name, source } = body;
      if ((file === undefined) === (address === undefined)) throw invalid({ file: [FEED_WORDS.nothing] });
      const packed = file === undefined ? null : Buffer.from(file, 'base64');
      // The first two signs of gzip; the rest is judged by whoever unpacks it.
      if (packed && !(packed[0] === 0x1f && packed[1] === 0x8b)) throw invalid({ file: [FEED_WORDS.not_packed] });
      const id = await insertImport(tx, {
        authorId: requireUser(session).id,
        name: address ?? (name === '' ? 'файл' : name),
        address: address ?? null,
        options: {
          source: source === '' ? null : source.toLowerCase(),
          consRatioMilli: body.cons_ratio_milli,
          hideMissing: body.hide_missing,
        },
        packed,
        createdAt: now,
      });
      await shop.jobs.send(tx, runImport, { importId: id });
      return answer(tx, id, now);
    },
    { bodyLimit: FEED_BODY_MAX },
  );
  mount(app, shop, deskApplyImport, async ({ tx, body, now }) => {
    const feed = await lockImport(tx, body.import_id);
    if (!feed) throw notFound(NOT_FOUND);
    if (feed.state === 'applying' || feed.state === 'done') return answer(tx, feed.id, now);
    if (feed.state !== 'checked') return refuse('not_possible', 'Записать можно только проверенный файл');
    await writeImport(tx, feed.id, { state: 'applying', progress: 'ждёт очереди' });
    await shop.jobs.send(tx, runImport, { importId: feed.id });
    return answer(tx, feed.id, now);
  });
  mount(app, shop, deskCancelImport, async ({ tx, body, now }) => {
    const feed = await lockImport(tx, body.import_id);
    if (!feed) throw notFound(NOT_FOUND);
    if (feed.state === 'applying') return refuse('not_possible', 'Файл уже записывается: остановить нельзя');
    if (feed.state === 'checking' || feed.state === 'checked')
      await writeImport(tx, feed.id, { state: 'cancelled', packed: null, progress: '' });
    return answer(tx, feed.id, now);
  });
  mount(app, shop, deskFetchImports, async ({ now }) => ({
    imports: (await findImports(shop.db, SHOWN)).map(toView),
    server_time: now.toISOString(),
  }));
  mount(app, shop, deskGetImport, ({ params, now }) => answer(shop.db, params.id, now));
  mount(app, shop, deskFetchImportRows, async ({ body: { import_id: importId, kind, after } }) => {
    const found = await findRows(shop.db, { importId, kind, after, limit: IMPORT_ROWS_PAGE + 1 });
    const rows = found.slice(0, IMPORT_ROWS_PAGE);
    return {
      rows: rows.map(({ importId: _of, offerId, ...row }) => ({ ...row, offer_id: offerId })),
      next: found.length > IMPORT_ROWS_PAGE ? (rows.at(-1)?.n ?? null) : null,
    };
  });
}

function toView({ feed, author, counts }: FoundImport): FeedImport {
  const { id, name, state, progress, error, report, createdAt } = feed;
  const rows = Object.fromEntries(IMPORT_ROW_KINDS.map((kind) => [kind, counts[kind] ?? 0])) as FeedImport['rows'];
  return { id, name, author: author ?? '', state, progress, error, report, rows, created_at: createdAt.toISOString() };
}
