import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { heldMb as heldNow } from '#bench/held.ts';
import { withNetwork } from '#bench/kept-network.ts';
import { grouped, judged, printTable, tellProgress, writeResult } from '#bench/report.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { PAGE_ROWS } from '#contract/reports.ts';
import type { Db } from '#server/db/open.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { ACTIVITY_COLUMNS } from '#server/features/reports/export-columns.rules.ts';
import { exportList } from '#server/features/reports/export-rows.ts';
import { toFilter } from '#server/features/reports/filters.rules.ts';
import { type Reader, readList, toAsked, type ListQuery } from '#server/features/reports/read-list.ts';
import { toActivityRow } from '#server/features/reports/rows.rules.ts';
import { tableBytes } from '#server/platform/export/table-bytes.ts';
import type { ListColumn, ListFilter } from '#server/features/plan/volumes/list-types.rules.ts';
import { openVolumes, type Volumes, VolumesError } from '#server/features/plan/volumes/volumes.ts';

// Reports over a generated network (docs/product/start.md#network): what a call does behind its session, the question to the thread
// and the statement for the people of the page; without HTTP.

const PEOPLE = Number(process.env.PEOPLE ?? 1_000_000);
const EACH = Number(process.env.EACH ?? 60);
const P99_MS = 30;
type Kind = { kind: string; query: ListQuery; filter: ListFilter; by: ListColumn; p99?: number };
const OPEN = periodOf(new Date());
const LAST = shiftPeriod(OPEN, -1);
const OLDER = shiftPeriod(OPEN, -6);
const KINDS: readonly Kind[] = [
  ...[OPEN, LAST].flatMap((period): Kind[] => [
    ...([0, 1, 2] as const).map((structure): Kind => ({ kind: `activity, structure ${structure}, ${period}`, query: { structure, period }, filter: {}, by: 'group' })), // prettier-ignore
    ...(['own', 'orders', 'amount', 'status', 'line'] as const).map((by): Kind => ({ kind: `activity by ${by}, ${period}`, query: { period }, filter: {}, by })), // prettier-ignore
    { kind: `inactive, ${period}`, query: { period }, filter: toFilter.inactive({}), by: 'silent' },
    { kind: `rookies, ${period}`, query: { period }, filter: toFilter.rookie(), by: 'joined' },
  ]),
  { kind: 'birthdays', query: {}, filter: toFilter.birthdays({ month: 11 }), by: 'birth' },
  { kind: 'new statuses', query: {}, filter: toFilter.newStatuses(), by: 'status' },
  { kind: 'search by name', query: { q: 'Воронцова' }, filter: {}, by: 'group' },
  { kind: 'search by number', query: { q: '20000' }, filter: {}, by: 'group' },
  { kind: 'a level of the tree', query: { structure: 0, sort: 'group-desc' }, filter: {}, by: 'group', p99: 20 },
  { kind: `activity, structure 1, ${OLDER}`, query: { structure: 1, period: OLDER }, filter: {}, by: 'group' },
];
/** What a paid order writes, so many a second beside everything that is measured. */
const ORDERS_S = 50;

export async function benchReports(): Promise<void> {
  await withNetwork({ people: PEOPLE, open: OPEN }, async ({ db, url, viewerId, madeS }) => {
    const folder = join(process.env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'rostok-months-')), 'months');
    const volumes = openVolumes({
      url,
      folder,
      period: () => OPEN,
      log: { warn: (_about, text) => tellProgress(text) },
    });
    volumes.start();
    try {
      await firstReading(volumes, viewerId);
      await monthsKept(folder);
      const reader = { db, volumes, viewerId, now: new Date() };
      const orders = placeOrders(db, viewerId);
      const rows = await measureAll(reader).finally(() => orders.stop());
      const files = process.env.PARTS === 'pages' ? [] : await measureFiles(reader);
      printTable(
        'Files of a whole structure: first byte and the end, what is held meanwhile after a collection, and how far the process grew (its lists too)',
        ['what', 'rows', 'first byte, ms', 'goal', '', 'end, s', 'MB', 'holds, MB', 'goal', '', 'grew by, MB'],
        files.map(({ what, count, firstMs, endS, mb, heldMb, grewMb }) => [what, grouped(count), firstMs.toFixed(0), ...judged(firstMs, { most: FIRST_BYTE_MS }), endS.toFixed(1), mb.toFixed(1), heldMb.toFixed(1), ...judged(heldMb, { most: HELD_MB }), grewMb.toFixed(0)]), // prettier-ignore
      );
      printTable(
        `First pages over ${grouped(PEOPLE)} people, the whole network as the reader’s structure, ${EACH} each, ms`,
        ['what', 'first touch', 'p50', 'p99', 'goal', ''],
        rows.map(({ kind, first, p50, p99, goal }) => [kind, first.toFixed(0), p50.toFixed(1), p99.toFixed(1), ...judged(p99, { most: goal })]), // prettier-ignore
      );
      if (madeS !== null) tellProgress(`the network was made in ${madeS.toFixed(0)} s`);
      writeResult('reports', { people: PEOPLE, each: EACH, madeS, goals: { p99Ms: P99_MS }, rows, files });
    } finally {
      await volumes.stop();
    }
  });
}

/** The first reading of a million takes longer than a question waits for it. */
async function firstReading(volumes: Volumes, userId: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await volumes.ask('summary', { userId }));
    } catch (error) {
      if (!(error instanceof VolumesError) || tries === 30) throw error;
    }
  }
}
/** What a shop reads ahead behind its start, minutes for a million the first time: the months are files then. */
async function monthsKept(folder: string): Promise<void> {
  const from = performance.now();
  while (!existsSync(folder) || readdirSync(folder).filter((name) => name.endsWith('.lists')).length < CLOSED_MONTHS)
    await sleep(500);
  tellProgress(`closed months are files after ${((performance.now() - from) / 1000).toFixed(0)} s`);
}
const CLOSED_MONTHS = 12;
type Measured = { kind: string; first: number; p50: number; p99: number; goal: number };
async function measureAll(reader: Reader & { db: Db; volumes: Volumes }): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const { kind, query, filter, by, p99: goal = P99_MS } of KINDS) {
    const once = async () => {
      const from = performance.now();
      const { items, branches } = await readList(
        reader,
        await toAsked(reader, query, filter, by),
        1,
        () => toActivityRow,
      );
      if (items.length + branches.length > PAGE_ROWS) throw new Error(`${kind}: more than a page`);
      return performance.now() - from;
    };
    const first = await once();
    const times: number[] = [];
    for (let i = 0; i < EACH; i += 1) times.push(await once());
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.min(EACH - 1, Math.floor(EACH * share))]!;
    rows.push({ kind, first, p50: at(0.5), p99: at(0.99), goal });
    // A run that is cut off has told what it knew.
    tellProgress(`${kind}: first ${first.toFixed(0)}, p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)} ms`);
  }
  return rows;
}

/** Points of orders as they are paid, in the open month. */
function placeOrders(db: Db, firstId: number): { stop(): void } {
  // A kept network may have orders of another run.
  const newest = Math.floor(Date.now() / 20) % 1_000_000_000;
  let number = 0;
  const write = () =>
    db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, order_id)
      select ${OPEN}::int, ${firstId} + (n * 7919) % ${PEOPLE}, 40, 100000, 'order', ${newest}::int + 1000000000 + n from generate_series(${number + 1}::int, ${(number += ORDERS_S / 10)}::int) n`);
  const timer = setInterval(() => void write().catch((error: unknown) => tellProgress(String(error))), 100);
  return { stop: () => clearInterval(timer) };
}

const FIRST_BYTE_MS = 300;
/** Buffers on the way, whatever the count of rows. */
const HELD_MB = 16;
const SMALL = 50_000;
type File = { what: string; count: number; firstMs: number; endS: number; mb: number; heldMb: number; grewMb: number };
const EACH_MB = 4;
/** The same file of fifty thousand rows and of everybody: memory must not follow the rows. */
async function measureFiles(reader: Reader & { db: Db; volumes: Volumes }): Promise<File[]> {
  const files: File[] = [];
  for (const [most, format] of [
    [SMALL, 'xlsx'],
    [PEOPLE, 'xlsx'],
    [PEOPLE, 'csv'],
  ] as const) {
    const file = await measureFile(reader, most, format);
    files.push(file);
    tellProgress(`${format}, ${grouped(file.count)} rows: first byte ${file.firstMs.toFixed(0)} ms, end ${file.endS.toFixed(1)} s, holds ${file.heldMb.toFixed(1)} MB`); // prettier-ignore
  }
  return files;
}
async function measureFile(reader: Reader, most: number, format: 'xlsx' | 'csv'): Promise<File> {
  const [liveBefore, before] = [heldNow(), process.memoryUsage.rss()];
  let [peak, bytes, heldMb, next] = [before, 0, 0, EACH_MB];
  const from = performance.now();
  const asked = await toAsked(reader, {}, {}, 'group');
  const { count, rows } = await exportList(reader, asked, () => toActivityRow);
  // The shop waits for the first row before it begins to answer.
  const first = await rows.next();
  const firstMs = performance.now() - from;
  const table = { heading: ['bench'], columns: ACTIVITY_COLUMNS, rows: upTo(first, rows, most) };
  for await (const piece of tableBytes(format, table)) {
    bytes += piece.length;
    peak = Math.max(peak, process.memoryUsage.rss());
    if (bytes / 1e6 < next) continue;
    next += EACH_MB;
    heldMb = Math.max(heldMb, heldNow() - liveBefore);
  }
  const endS = (performance.now() - from) / 1000;
  return {
    what: format,
    count: Math.min(count, most),
    firstMs,
    endS,
    mb: bytes / 1e6,
    heldMb,
    grewMb: (peak - before) / 1e6,
  };
}
async function* upTo<T>(first: IteratorResult<T>, rows: AsyncGenerator<T>, most: number): AsyncGenerator<T> {
  if (first.done === true) return;
  yield first.value;
  let count = 1;
  for await (const row of rows) {
    if ((count += 1) > most) return;
    yield row;
  }
}
