import type { FastifyInstance } from 'fastify';
import { ACCOUNT_NAMES } from '#contract/account-rules.ts';
import { exportBonusHistory } from '#contract/bonus-history.ts';
import type { Db } from '#server/db/open.ts';
import {
  findMoved,
  findMovedMonths,
  type HistoryAsked,
  type Moved,
} from '#server/features/accounts/history/history.queries.ts';
import { aboutOf, historyAsked, titleOf } from '#server/features/accounts/history/history.rules.ts';
import type { ExportColumn } from '#server/platform/export/columns.rules.ts';
import { sendTable } from '#server/platform/export/send-table.ts';
import type { Shop } from '#server/platform/mount.ts';
import { mountFile } from '#server/platform/mount-file.ts';
import { requireUser } from '#server/platform/session.ts';

const AT_ONCE = 500;
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' });
/** As people read it: 27.11.2026. */
const dayInWords = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' });
const COLUMNS: readonly ExportColumn<Moved>[] = [
  { title: 'Дата', kind: 'date', value: ({ at }) => day.format(at) },
  { title: 'Счёт', kind: 'text', value: ({ type }) => ACCOUNT_NAMES[type] },
  { title: 'Операция', kind: 'text', value: titleOf },
  { title: 'Основание', kind: 'text', value: aboutOf },
  { title: 'Сумма', kind: 'money', value: ({ amountKop }) => amountKop },
  { title: 'Остаток', kind: 'money', value: ({ balanceKop }) => balanceKop },
  { title: 'Действует до', kind: 'date', value: ({ expiresAt }) => expiresAt && day.format(expiresAt) },
];

/** The history as a file, by the filters of the screen; made while it is read (docs/decisions/400). */
export function exportHistoryRoutes(app: FastifyInstance, shop: Shop): void {
  mountFile(app, shop, exportBonusHistory, async ({ query: { format, ...filter }, session, reply, now }) => {
    const { id, name } = requireUser(session);
    const asked = historyAsked(id, filter);
    const months = await findMovedMonths(shop.db, asked);
    return sendTable(reply, {
      name: `istoriya_schetov_${day.format(now)}`,
      format: format ?? 'xlsx',
      count: months.reduce((sum, { count }) => sum + count, 0),
      heading: [`История счетов: ${name}`, `Составлена ${dayInWords.format(now)}`],
      columns: COLUMNS,
      rows: rowsOf(shop.db, asked),
    });
  });
}

/** All rows, a page at a time: no transaction is open while somebody reads slowly. */
async function* rowsOf(db: Db, asked: HistoryAsked): AsyncGenerator<Moved> {
  for (let after: number | undefined, more = true; more;) {
    const rows = await findMoved(db, { ...asked, after, limit: AT_ONCE });
    yield* rows;
    after = rows.at(-1)?.id;
    more = rows.length === AT_ONCE;
  }
}
