import type { FastifyInstance } from 'fastify';
import { formatConsId } from '#contract/ids.ts';
import { periodWords } from '#contract/period-words.ts';
import { getStatement } from '#contract/statement.ts';
import type { Db } from '#server/db/open.ts';
import { findMoved, type HistoryAsked } from '#server/features/accounts/history/history.queries.ts';
import { aboutOf, historyAsked, titleOf } from '#server/features/accounts/history/history.rules.ts';
import { drawStatement, type StatementRow } from '#server/features/accounts/statement/draw-statement.ts';
import { findStatementSums } from '#server/features/accounts/statement/statement.queries.ts';
import type { Env } from '#server/platform/env.ts';
import { attachment } from '#server/platform/export/file-name.rules.ts';
import type { Shop } from '#server/platform/mount.ts';
import { mountFile } from '#server/platform/mount-file.ts';
import { RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const DAY = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', dateStyle: 'short' });

/** A month of one's own accounts as PDF (docs/product/money.md#statement). */
export function statementRoutes(app: FastifyInstance, shop: Shop, env: Pick<Env, 'shopName'>): void {
  mountFile(app, shop, getStatement, async ({ query: { period }, session, reply, now }) => {
    const { id, name, consId } = requireUser(session);
    const { ownerId, from, till } = historyAsked(id, { period });
    if (!from || !till || from > now) throw new RefusedError('not_found', 'Этот месяц ещё не начался', { http: 404 });
    const sums = await findStatementSums(shop.db, { ownerId, from, till });
    const doc = drawStatement({
      shopName: env.shopName,
      month: periodWords(period),
      holder: consId === null ? name : `${name}, ${formatConsId(consId)}`,
      madeOn: DAY.format(now),
      sums,
      rows: rowsOf(shop.db, { ownerId, from, till }),
    });
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': attachment(`vypiska_${period}.pdf`) })
      .type('application/pdf')
      .send(doc);
  });
}

const AT_ONCE = 500;
/** The newest first, as the screen has them; no transaction is open while somebody reads slowly. */
async function* rowsOf(db: Db, asked: HistoryAsked): AsyncGenerator<StatementRow> {
  for (let after: number | undefined, more = true; more;) {
    const rows = await findMoved(db, { ...asked, after, limit: AT_ONCE });
    for (const row of rows)
      yield {
        day: DAY.format(row.at),
        type: row.type,
        title: titleOf(row),
        about: aboutOf(row) ?? '',
        amountKop: row.amountKop,
        balanceKop: row.balanceKop,
      };
    after = rows.at(-1)?.id;
    more = rows.length === AT_ONCE;
  }
}
