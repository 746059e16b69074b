import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { PLAN } from '#contract/plan/plan-table.ts';
import type { ActivityRow, BirthdayRow, InactiveRow, RookieRow, StatusRow } from '#contract/reports.ts';
import { activityColumns, birthdayColumns, inactiveColumns, rookieColumns, statusColumns } from '#src/features/reports/columns.tsx'; // prettier-ignore
import { Branches } from '#src/features/reports/Branches.tsx';
import { ExportButton } from '#src/features/reports/ExportSheet.tsx';
import { ReportFilters } from '#src/features/reports/ReportFilters.tsx';
import { loadReportAtom, reportAtom, type ReportReply } from '#src/features/reports/reports.atoms.ts';
import { addressOf, fileAddress, type ListName, queryOf, readAsked, type ReportAsked, withWord } from '#src/features/reports/reports.rules.ts'; // prettier-ignore
import { Totals } from '#src/features/reports/Totals.tsx';
import { moscowToday, TITLES } from '#src/features/reports/reports.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber } from '#src/ui/format.ts';
import type { Column } from '#src/ui/table/columns.ts';
import { nextSort, type Sort } from '#src/ui/table/table.rules.ts';
import { Table } from '#src/ui/table/Table.tsx';
import styles from './Reports.module.css';

/** A list of the own structure; every filter stands in the address. */
export function ReportPage({ report }: { report: ListName }) {
  const asked = readAsked(report, useSearch());
  const [, go] = useLocation();
  const shown = useAtomValue(reportAtom)(report, asked);
  const load = useSetAtom(loadReportAtom);
  const { uid, known, user } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  const query = queryOf(report, asked);
  useEffect(() => {
    if (known) void load(report, query);
  }, [load, uid, known, returns, report, query]);
  const change = (next: ReportAsked) => go(addressOf(report, next), { replace: true });
  const { failure } = shown;
  const isOfBranches = asked.structure === '2';
  const last = useLastAnswer(uid, shown.data, isOfBranches);
  // The next answer takes the place of this one: rows, focus and scroll stay meanwhile. Branches and people are different lists.
  const isNext = shown.data === null && shown.isAsking && last?.isOfBranches === isOfBranches;
  const data = isNext ? last.data : shown.data;
  const heading = useFocusOnPlace(`${asked.node ?? ''} ${asked.page ?? ''}`);
  const month = Number(asked.month ?? moscowToday().slice(0, 2));
  const rows = shown.data && (isOfBranches ? shown.data.totals.people : shown.data.total);
  const fileOf = (format: 'xlsx' | 'csv') =>
    fileAddress(report, asked, format, { period: data?.period.id ?? 0, viewerId: user.id ?? 0, month });
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <div>
          <Parents report={report} asked={asked} data={data} />
          <h1 ref={heading} tabIndex={-1}>
            {TITLES[report]}
          </h1>
        </div>
        <div className={styles.tools}>
          {data && <AsOf at={shown.isCopy && shown.at ? shown.at : data.as_of} />}
          <ExportButton isOnline={isOnline} rows={rows} addressOf={fileOf} />
        </div>
      </div>
      <ReportFilters
        report={report}
        asked={asked}
        data={data}
        periods={last?.data.periods ?? []}
        month={month}
        statuses={STATUSES}
        onChange={change}
      />
      {data && data.total > 0 && <Totals report={report} totals={data.totals} total={data.total} />}
      <List
        report={report}
        asked={asked}
        data={data}
        onChange={change}
        failure={failure ? { text: failureText(failure), onRetry: () => void load(report, query) } : undefined}
      />
      {data && data.pages > 1 && (
        <Pages data={data} onPage={(page) => go(addressOf(report, { ...asked, page: String(page) }))} />
      )}
    </div>
  );
}
type Last = { uid: string; data: ReportReply; isOfBranches: boolean };
/** The last answer to the same person on this screen: its months can be chosen from also when the next one does not come. */
function useLastAnswer(uid: string, data: ReportReply | null, isOfBranches: boolean): Last | null {
  const [last, setLast] = useState<Last | null>(null);
  if (data && last?.data !== data) setLast({ uid, data, isOfBranches });
  return last?.uid === uid ? last : null;
}
/** Another branch or page takes the row away that led there: the focus goes to the heading. */
function useFocusOnPlace(place: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // A filter or an order that was changed begins on the first page too, and keeps the focus.
    if (!document.activeElement?.closest('search, thead, select')) heading.current?.focus();
  }, [place]);
  return heading;
}
const STATUSES = (PLAN.at(-1)?.ladder ?? []).filter(({ id }) => id > 0);

type ListProps = {
  report: ListName;
  asked: ReportAsked;
  data: ReportReply | null;
  onChange: (next: ReportAsked) => void;
  failure: { text: string; onRetry: () => void } | undefined;
};
function List({ report, asked, data, onChange, failure }: ListProps) {
  if (asked.structure === '2' && data && report !== 'new-statuses')
    return <Branches report={report} asked={asked} branches={data.branches} totals={data.totals} failure={failure} />;
  const sort = sortOf(asked.sort ?? USUAL_SORT[report]);
  return (
    <Table
      label={TITLES[report]}
      columns={columnsOf(report, asked, data)}
      rows={data ? (data.items as readonly Row[]) : null}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={(next: Sort) => onChange(withWord(asked, { sort: `${next.key}-${next.dir}` }))}
      count={data?.total}
      failure={failure}
      empty={
        <Nothing isFiltered={Object.keys(asked).some((word) => !KEPT_WORDS.has(word))} onAll={() => onChange({})} />
      }
    />
  );
}
/** Words of an address that take nobody away. */
const KEPT_WORDS: ReadonlySet<string> = new Set(['period', 'month', 'sort']);
type Row = ActivityRow | InactiveRow | RookieRow | BirthdayRow | StatusRow;
const NO_TOTALS = { people: 0, active: 0, own: 0, orders: 0, amount: 0, silent: 0, sleeping: 0, gone: 0, qualified: 0 };
/** Columns of a report go with its own rows: the call of that report answers both. */
function columnsOf(report: ListName, asked: ReportAsked, data: ReportReply | null): readonly Column<Row>[] {
  const totals = data?.totals ?? NO_TOTALS;
  const columns = {
    activity: () => activityColumns(asked, totals),
    inactive: inactiveColumns,
    rookie: () => rookieColumns(totals),
    birthdays: birthdayColumns,
    'new-statuses': statusColumns,
  }[report]();
  return columns as unknown as readonly Column<Row>[];
}
/** How the shop sorts when nothing is said. */
const USUAL_SORT: Partial<Record<ListName, string>> = { activity: 'group-desc', inactive: 'silent-desc', rookie: 'joined-desc', birthdays: 'birth-asc' }; // prettier-ignore
function sortOf(text: string | undefined): Sort | null {
  const [key, dir] = (text ?? '').split('-');
  return key ? nextSort(dir === 'desc' ? { key, dir: 'asc' } : null, key) : null;
}

/** «Отчёты / Мария Соколова / Ольга Третьякова»: whose branch it is, and the way back up. */
function Parents({ report, asked, data }: { report: ListName; asked: ReportAsked; data: ReportReply | null }) {
  const parents = data?.parents ?? [];
  return (
    <nav className="small soft" aria-label="Чья ветка">
      <Link href="/user/reports" className="link">
        Отчёты
      </Link>
      {parents.map(({ id, name }, at) => (
        <span key={id}>
          {' / '}
          {at === parents.length - 1 ? (
            <span aria-current="true">{name}</span>
          ) : (
            <Link
              className="link"
              href={addressOf(report, withWord(asked, { node: at === 0 ? undefined : String(id) }))}
            >
              {name}
            </Link>
          )}
        </span>
      ))}
    </nav>
  );
}

function Pages({ data, onPage }: { data: ReportReply; onPage: (page: number) => void }) {
  const { page, pages } = data;
  return (
    <nav className={styles.pages} aria-label="Страницы">
      <Button kind="line" disabled={page <= 1} onClick={() => onPage(Math.min(page, pages + 1) - 1)}>
        Назад
      </Button>
      <span className="small soft num">
        Страница {formatNumber(page)} из {formatNumber(pages)}
      </span>
      <Button kind="line" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Дальше
      </Button>
    </nav>
  );
}

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  return (
    <EmptyState
      drawing={isFiltered ? 'search' : 'sprout'}
      title={isFiltered ? 'Никого не нашлось' : 'Пока пусто'}
      text={
        isFiltered
          ? 'Проверьте фильтры и поиск: имя или номер, не меньше трёх букв или цифр.'
          : 'За этот период показывать некого.'
      }
      action={
        isFiltered && (
          <Button kind="soft" onClick={onAll}>
            Показать всех
          </Button>
        )
      }
    />
  );
}
