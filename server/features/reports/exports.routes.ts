import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Call } from '#contract/call.ts';
import { exportActivity, exportActivityOf, exportBirthdays, exportInactive, exportInactiveInfo, exportNewStatuses, exportRookies } from '#contract/report-files.ts'; // prettier-ignore
import { exportList } from '#server/features/reports/export-rows.ts';
import { ACTIVITY_COLUMNS, BIRTHDAY_COLUMNS, INACTIVE_COLUMNS, MONTH_COLUMNS, ROOKIE_COLUMNS, STATUS_COLUMNS } from '#server/features/reports/export-columns.rules.ts'; // prettier-ignore
import { toFilter } from '#server/features/reports/filters.rules.ts';
import type { ListColumn, ListFilter } from '#server/features/plan/volumes/list-types.rules.ts';
import { noteView } from '#server/features/reports/note-view.ts';
import { findIdByNumber } from '#server/features/reports/people.queries.ts';
import { monthsOfPerson } from '#server/features/reports/person-months.ts';
import { type ListQuery, type Reader, toAsked } from '#server/features/reports/read-list.ts';
import { type RowOf, toActivityRow, toBirthdayRow, toInactiveRow, toRookieRow, toStatusRow } from '#server/features/reports/rows.rules.ts'; // prettier-ignore
import { periodName } from '#server/features/reports/words.rules.ts';
import type { MonthAbout } from '#server/features/plan/volumes/list-types.rules.ts';
import type { Volumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import type { ExportColumn } from '#server/platform/export/columns.rules.ts';
import { sendTable } from '#server/platform/export/send-table.ts';
import type { ExportFormat } from '#server/platform/export/table-bytes.ts';
import { type FileAsked, mountFile } from '#server/platform/mount-file.ts';
import type { Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

/** Which file it is: its name and the first line of its heading. */
type Report<R> = {
  file: string;
  title: string;
  columns: readonly ExportColumn<R>[];
  by: ListColumn;
  rowOf: (about: MonthAbout) => RowOf<R>;
};
const ACTIVITY = { file: 'aktivnost', title: 'Активность консультантов', columns: ACTIVITY_COLUMNS, by: 'group', rowOf: () => toActivityRow } as const; // prettier-ignore
const INACTIVE = { file: 'neaktivnye', title: 'Неактивные консультанты', columns: INACTIVE_COLUMNS, by: 'silent', rowOf: () => toInactiveRow } as const; // prettier-ignore
const ROOKIES = { file: 'novichki', title: 'Новички', columns: ROOKIE_COLUMNS, by: 'joined', rowOf: () => toRookieRow } as const; // prettier-ignore
const BIRTHDAYS = { file: 'dni_rozhdeniya', title: 'Дни рождения', columns: BIRTHDAY_COLUMNS, by: 'birth', rowOf: () => toBirthdayRow } as const; // prettier-ignore
const STATUSES = { file: 'novye_statusy', title: 'Новые статусы', columns: STATUS_COLUMNS, by: 'status', rowOf: ({ closedAt }: MonthAbout) => toStatusRow(closedAt) } as const; // prettier-ignore
const NOT_FOUND = 'Консультанта с таким номером в вашей структуре нет';

/** Files of the reports, on the addresses of the specification (docs/product/reports.md#exports). */
export function exportRoutes(app: FastifyInstance, shop: Shop, volumes: Volumes | undefined): void {
  const readerOf = async <C extends Call>(call: C, { session, now }: FileAsked<C>, node?: number): Promise<Reader> => {
    const user = requireUser(session);
    await noteView(shop.db, user, { act: call.name, personId: node ?? user.id, at: now });
    return { db: shop.db, volumes, viewerId: user.id, now };
  };
  async function send<R>(
    reader: Reader,
    reply: FastifyReply,
    report: Report<R>,
    asked: { query: ListQuery; filter: ListFilter; format?: ExportFormat | undefined; name?: string },
  ) {
    const list = await toAsked(reader, asked.query, asked.filter, report.by);
    const { count, parents, about, rows } = await exportList(reader, list, report.rowOf);
    return sendTable(reply, {
      name: `otchet_${report.file}_${asked.name ?? about.period}`,
      format: asked.format ?? 'xlsx',
      count,
      heading: [`${report.title}, ${asked.name ?? periodName(about.period)}`, parents.join(' › ')],
      columns: report.columns,
      rows,
    });
  }

  mountFile(app, shop, exportInactive, async (asked) => {
    const { params, query, reply } = asked;
    const reader = await readerOf(exportInactive, asked, params.id);
    return send(reader, reply, INACTIVE, { query: { ...query, node: params.id }, filter: toFilter.inactive(query), format: query.format }); // prettier-ignore
  });
  mountFile(app, shop, exportInactiveInfo, async (asked) => {
    const { params, query, reply } = asked;
    const reader = await readerOf(exportInactiveInfo, asked, params.id);
    const { name, months } = await monthsOfPerson(reader, params.id);
    return sendTable(reply, {
      name: `otchet_konsultant_${params.id}`,
      format: query.format ?? 'xlsx',
      count: months.length,
      heading: [`Двенадцать периодов: ${name}`],
      columns: MONTH_COLUMNS,
      rows: (async function* () {
        yield* months;
      })(),
    });
  });
  mountFile(app, shop, exportActivityOf, async (asked) => {
    const { params, query, reply } = asked;
    const node = await findIdByNumber(shop.db, params.a);
    if (node === null) throw notFound(NOT_FOUND);
    const reader = await readerOf(exportActivityOf, asked, node);
    return send(reader, reply, ACTIVITY, { query: { ...query, node, period: params.b }, filter: toFilter.activity(query), format: query.format }); // prettier-ignore
  });
  mountFile(app, shop, exportActivity, async (asked) => {
    const { query, reply } = asked;
    const reader = await readerOf(exportActivity, asked, query.node);
    return send(reader, reply, ACTIVITY, { query, filter: toFilter.activity(query), format: query.format });
  });
  mountFile(app, shop, exportRookies, async (asked) => {
    const { params, query, reply } = asked;
    const reader = await readerOf(exportRookies, asked, query.node);
    return send(reader, reply, ROOKIES, { query: { ...query, period: params.a, structure: params.b }, filter: toFilter.rookie(), format: query.format }); // prettier-ignore
  });
  mountFile(app, shop, exportBirthdays, async (asked) => {
    const { params, query, reply } = asked;
    const reader = await readerOf(exportBirthdays, asked, query.node);
    const filter = toFilter.birthdays({ month: params.a, line: params.c });
    const month = String(params.a).padStart(2, '0');
    return send(reader, reply, BIRTHDAYS, { query: { ...query, structure: params.b }, filter, format: query.format, name: month }); // prettier-ignore
  });
  mountFile(app, shop, exportNewStatuses, async (asked) => {
    const { query, reply } = asked;
    const reader = await readerOf(exportNewStatuses, asked);
    return send(reader, reply, STATUSES, { query, filter: toFilter.newStatuses(), format: query.format });
  });
}
