import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { judged, printTable, tellProgress, writeResult } from '#bench/report.ts';
import type { Db } from '#server/db/open.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { copyRows } from '#server/demo/network/fill.queries.ts';
import { findConsultants, findOwnPeople } from '#server/features/consultants/search.queries.ts';
import { readSearch } from '#server/features/consultants/search.rules.ts';

// Search for a consultant among 1,000,000 (docs/product/people.md#search): the queries of the call, without HTTP.

const PEOPLE = Number(process.env.PEOPLE ?? 1_000_000);
const EACH = Number(process.env.EACH ?? 300);
const P99_MS = 30;
const SURNAMES = ['Иванов', 'Смирнов', 'Кузнецов', 'Попов', 'Васильев', 'Петров', 'Соколов', 'Михайлов', 'Семёнов', 'Ершов', 'Дёмин', 'Лебедев', 'Козлов', 'Новиков', 'Морозов', 'Волков']; // prettier-ignore
const NAMES = ['Мария', 'Алёна', 'Пётр', 'Сергей', 'Анна', 'Ольга', 'Фёдор', 'Вера', 'Нина', 'Лев'];
const SYLLABLES = ['ба', 'ве', 'го', 'ди', 'жу', 'зо', 'ки', 'ла', 'ми', 'ну', 'по', 'ра', 'се', 'ту', 'фо', 'ха'];

/** Of 2,000 in the million: too many to look each of them up in a structure, too few to meet them soon on a walk through it. */
const MIDDLING = 'Середин';

type Kind = { kind: string; text: (n: number) => string; scope: 'all' | 'structure' };
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
/** Half of them have a surname that tens of thousands share, half a rare one: as the table below makes them. */
const rare = (n: number): string => [0, 4, 8].map((bits) => pick(SYLLABLES, n >> bits)).join('');
const KINDS: readonly Kind[] = [
  { kind: 'three letters', text: (n) => pick(SURNAMES, n).slice(0, 3), scope: 'all' },
  { kind: 'surname of 30,000', text: (n) => pick(SURNAMES, n), scope: 'all' },
  { kind: 'surname and name', text: (n) => `${pick(SURNAMES, n)} ${pick(NAMES, n >> 2).slice(0, 3)}`, scope: 'all' },
  { kind: 'name and surname', text: (n) => `${pick(NAMES, n)} ${pick(SURNAMES, n >> 2).slice(0, 4)}`, scope: 'all' },
  { kind: 'rare surname', text: rare, scope: 'all' },
  {
    kind: 'two beginnings',
    text: (n) => `${pick(NAMES, n).slice(0, 2)} ${pick(SURNAMES, n >> 2).slice(0, 3)}`,
    scope: 'all',
  },
  { kind: 'nobody’s name', text: (n) => `${pick(SURNAMES, n)} щщ${n}`, scope: 'all' },
  { kind: 'number', text: (n) => String(1_000_002 + n * 37), scope: 'all' },
  { kind: 'common, own structure', text: (n) => pick(SURNAMES, n), scope: 'structure' },
  { kind: 'surname of 2,000, own', text: () => MIDDLING, scope: 'structure' },
  { kind: 'two words, own', text: (n) => `${pick(SURNAMES, n)} ${pick(NAMES, n >> 2)}`, scope: 'structure' },
  { kind: 'rare, own structure', text: rare, scope: 'structure' },
];

export async function benchConsultants(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rostok-bench-'));
  try {
    await withDatabase({ dataDir, databaseUrl: null }, async ({ db, url }) => {
      tellProgress(`consultants: ${PEOPLE} people are being made`);
      await fill(db, url);
      tellProgress('consultants: the searches');
      const rows = [];
      for (const one of KINDS) rows.push(await measure(db, one));
      const come = await measureNewcomers(db);
      printTable(
        `Search for a consultant among ${PEOPLE}, ${EACH} searches each, ms`,
        ['what', 'p50', 'p99', 'goal', ''],
        rows.map(({ kind, p50, p99 }) => [kind, p50.toFixed(1), p99.toFixed(1), ...judged(p99, { most: P99_MS })]),
      );
      printTable(
        `A consultant comes into a structure of ${PEOPLE}, ${EACH} of them, ms`,
        ['what', 'p50', 'p99'],
        [[come.kind, come.p50.toFixed(1), come.p99.toFixed(1)]],
      );
      writeResult('consultants', { people: PEOPLE, each: EACH, goals: { p99Ms: P99_MS }, rows, come });
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Six people under each sponsor, so nine lines or so. */
const sponsorOf = (id: number): number => Math.floor(id / 6);

/** Numbers below 8 digits of Russia. Triggers would make a path for every single row; here all paths are known. */
async function fill(db: Db, url: string): Promise<void> {
  await db.execute(sql`alter table users disable trigger user`);
  await db.execute(sql`
    insert into users (id, role, cons_id, sponsor_id, name)
    select n, 'cons', 1000001 + n, nullif(n / 6, 0),
      (${sql.param(NAMES)}::text[])[1 + abs(hashint4(n)::bigint) % ${NAMES.length}] || ' ' || case
        when n % 512 = 511 then ${MIDDLING}
        when n % 2 = 0 then (${sql.param(SURNAMES)}::text[])[1 + abs(hashint4(-n)::bigint) % ${SURNAMES.length}]
        else initcap((${sql.param(SYLLABLES)}::text[])[1 + n % 16] || (${sql.param(SYLLABLES)}::text[])[1 + (n / 16) % 16]
          || (${sql.param(SYLLABLES)}::text[])[1 + (n / 256) % 16]) end
    from generate_series(1, ${PEOPLE}) n`);
  await db.execute(sql`alter table users enable trigger user`);
  await db.execute(sql`select setval(pg_get_serial_sequence('users', 'id'), ${PEOPLE})`);
  tellProgress('consultants: their tree');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await copyRows(client, 'tree (user_id, path)', pathRows());
  } finally {
    await client.end();
  }
  await db.execute(sql`analyze users, tree`);
}
function* pathRows(): Generator<string> {
  for (let id = 1; id <= PEOPLE; id += 1) {
    let path = '';
    for (let up = id; up > 0; up = sponsorOf(up)) path = up.toString(16).padStart(8, '0') + path;
    yield `${id}\t\\\\x${path}\n`;
  }
}

async function measure(db: Db, { kind, text, scope }: Kind): Promise<{ kind: string; p50: number; p99: number }> {
  const find = scope === 'all' ? findConsultants : findOwnPeople;
  const times: number[] = [];
  // The first third of them only warms what a running shop has warm.
  for (let n = -Math.floor(EACH / 3); n < EACH; n += 1) {
    const wanted = readSearch(text(Math.abs(n)));
    if (wanted === 'short' || wanted === 'none') throw new Error(`${kind}: «${text(n)}» is no search`);
    const start = performance.now();
    // Whoever asks stands high and low in the structure by turns.
    await find(db, wanted, { id: 1 + ((Math.abs(n) * 997) % (n % 3 === 0 ? 50 : PEOPLE)) });
    if (n >= 0) times.push(performance.now() - start);
  }
  return { kind, ...spread(times) };
}

/** Each in a transaction of its own, as the code of a registration makes one: the trigger finds the path of the sponsor. */
async function measureNewcomers(db: Db): Promise<{ kind: string; p50: number; p99: number }> {
  const times: number[] = [];
  for (let n = -Math.floor(EACH / 3); n < EACH; n += 1) {
    const sponsorId = 1 + ((Math.abs(n) * 3331) % PEOPLE);
    const start = performance.now();
    await db.execute(sql`
      insert into users (role, cons_id, sponsor_id, name)
      select 'cons', max(cons_id) + 1, ${sponsorId}, 'Новая Участница' from users`);
    if (n >= 0) times.push(performance.now() - start);
  }
  return { kind: 'a newcomer', ...spread(times) };
}

const spread = (times: readonly number[]): { p50: number; p99: number } => {
  const sorted = [...times].sort((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length / 2)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! };
};
