import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { ClosedPerson } from '#server/features/plan/closing/digest.rules.ts';
import type { GrownNetwork } from '#server/demo/network/grow.ts';

// Rows of a generated network by COPY. Triggers of `users` would make a path for every single row; here all paths are known.

type Rows = Iterable<string>;
type Client = pg.Client | pg.PoolClient;
/** Rows of text as COPY reads them. */
export async function copyRows(client: Client, into: string, rows: Rows): Promise<void> {
  await pipeline(Readable.from(inPieces(rows)), client.query(copyStreams.from(`copy ${into} from stdin`)));
}
function* inPieces(rows: Rows): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += row;
    if (piece.length < 256 * 1024) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

export type Place = { firstId: number; firstConsId: number; houseId: number | null };
/** Ids above everybody who is there, so that a network stands beside whatever the shop holds. */
export async function findPlace(client: Client): Promise<Place> {
  const { rows } = await client.query<{ id: number; cons: number; house: number | null }>(
    `select coalesce(max(id), 0)::int as id, coalesce(max(cons_id), 1000000)::int as cons, (select id from users where cons_id = $1) as house from users`,
    [HOUSE_CONS_ID],
  );
  const { id, cons, house } = rows[0]!; // An aggregate has one row.
  return { firstId: id + 1, firstConsId: Math.max(cons, 20_000_000) + 1, houseId: house };
}

/** @throws when the database refuses: nothing is left behind, it is one transaction */
export async function fillPeople(
  client: Client,
  { sponsors, joined, people }: GrownNetwork,
  { firstId, firstConsId, houseId }: Place,
  names: (at: number) => string,
): Promise<void> {
  const idOf = (at: number) => firstId + at;
  const day = (period: number, at: number) => `${Math.floor(period / 100)}-${String(period % 100).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`; // prettier-ignore
  const birthday = (at: number) => `19${50 + (at % 50)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`; // prettier-ignore
  await client.query('alter table users disable trigger user');
  await copyRows(
    client,
    'users (id, role, name, cons_id, sponsor_id, status_id, birthday, registered_at, is_demo)',
    lines(people, (at) => {
      const sponsor = sponsors[at]! < 0 ? (houseId ?? '\\N') : idOf(sponsors[at]!);
      return `${idOf(at)}\tcons\t${names(at)}\t${firstConsId + at}\t${sponsor}\t1\t${birthday(at)}\t${day(joined[at]!, at)} 12:00:00+03\tt\n`;
    }),
  );
  await client.query('alter table users enable trigger user');
  await client.query(`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`);
  const above = houseId === null ? '' : await pathOf(client, houseId);
  const hexes = Array.from({ length: people }, (_, at) => hexOf(idOf(at)));
  await copyRows(
    client,
    'tree (user_id, path)',
    lines(people, (at) => {
      let path = '';
      for (let up = at; up >= 0; up = sponsors[up]!) path = hexes[up]! + path;
      return `${idOf(at)}\t\\\\x${above}${path}\n`;
    }),
  );
  await client.query(`insert into tree_breaks (user_id, what) values (null, 'rebuilt')`);
}
const hexOf = (id: number): string => id.toString(16).padStart(8, '0');
async function pathOf(client: Client, userId: number): Promise<string> {
  const { rows } = await client.query<{ path: string }>(`select encode(path, 'hex') as path from tree where user_id = $1`, [userId]); // prettier-ignore
  return rows[0]?.path ?? '';
}
function* lines(count: number, line: (at: number) => string): Generator<string> {
  for (let at = 0; at < count; at += 1) yield line(at);
}

/** One event for each who bought; the number of its order is made up, above those of the shop. */
export async function fillVolumes(
  client: Client,
  { period, halves, firstId }: { period: number; halves: Int32Array; firstId: number },
): Promise<void> {
  const { rows } = await client.query<{ least: number }>(
    `select coalesce(min(return_id), 0)::int as least from points_events`,
  );
  const least = Math.min(0, rows[0]?.least ?? 0);
  await copyRows(
    client,
    'points_events (period, user_id, half, amount_kop, kind, return_id)',
    (function* () {
      for (let at = 0; at < halves.length; at += 1)
        if (halves[at]! > 0)
          yield `${period}\t${firstId + at}\t${halves[at]}\t${halves[at]! * 2500}\torder\t${least - 1 - at}\n`;
    })(),
  );
}

/** Rows of a month that is being closed: what `insertClosedPeople` writes, at the speed of COPY. */
export const copyClosedPeople = (client: Client, period: number, rows: readonly ClosedPerson[]): Promise<void> =>
  copyRows(
    client,
    'period_people (period, user_id, pos, parent_pos, own_half, group_half, amount_kop, status, percent, title, bonus_kop, leader_kop)',
    rows.map((row) => `${period}\t${row.userId}\t${row.pos}\t${row.parentPos}\t${row.ownHalf}\t${row.groupHalf}\t${row.amountKop}\t${row.status}\t${row.percent}\t${row.title}\t${row.bonusKop}\t${row.leaderKop}\n`), // prettier-ignore
  );
