import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { type FoundConsultant, SEARCH_MAX } from '#contract/consultants.ts';
import { formatConsId } from '#contract/ids.ts';
import { photoPath } from '#contract/photos.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { tree } from '#server/db/tables/network.ts';
import { nameKey, surnameKey, users } from '#server/db/tables/people.ts';
import type { Wanted } from '#server/features/consultants/search.rules.ts';

// Contents: 1 conditions, 2 lists by an index, 3 everybody, 4 one's own structure, 5 what is told

type List = (viewer: Viewer, most: number) => SQL;
/**
 * A list that is read in the order of an index and ends after so many. `more`: what takes longer to find, and is looked for when
 * there is room left.
 */
type Way = { list: List; more?: List };
type Viewer = { id: number };
type Name = Extract<Wanted, { by: 'name' }>;

// ── 1 Conditions ────────────────────────────────────────────────────────────────────────────────
const isConsultant = (viewer: Viewer): SQL | undefined =>
  and(isListed, ne(users.consId, HOUSE_CONS_ID), ne(users.id, viewer.id));
/** As the indexes of names have it. */
const isListed = and(isNotNull(users.consId), eq(users.active, true));

function waysTo(wanted: Wanted, isOwnPeople: boolean): Way[] {
  switch (wanted.by) {
    case 'number':
      return [
        inOrder(eq(users.consId, wanted.exact), sql`${users.consId}`),
        inOrder(sql`${users.consId} between ${wanted.from} and ${wanted.to}`, sql`${users.consId}`),
      ];
    case 'phone': {
      // Of strangers only those who show their contacts: whose number it is, is a contact too.
      const isShown = isOwnPeople ? undefined : eq(users.showContacts, true);
      return [inOrder(and(eq(users.phone, wanted.phone), isShown), sql`${users.id}`)];
    }
    case 'name':
      return [nameKey(users), surnameKey(users)].map((key) => byName(key, wanted));
  }
}
const begins = (key: SQL, word: SQL | string): SQL => sql`(${key} >= ${word} and ${key} < ${word} || ${LAST}::text)`;
/** After every letter. */
const LAST = '\u{10FFFF}';
const hasWords = (key: SQL, words: readonly string[]): SQL[] =>
  words.map((word) => sql`position(${` ${word}`} in ${key}) > 0`);

// ── 2 Lists by an index ─────────────────────────────────────────────────────────────────────────
const inOrder = (where: SQL | undefined, by: SQL): Way => ({
  list: (viewer, most) =>
    sql`(select ${users.id} as id from ${users} where ${and(isConsultant(viewer), where)} order by ${by} limit ${most})`,
});

function byName(key: SQL, name: Name): Way {
  const { first, others } = name;
  if (others.length === 0) return inOrder(begins(key, first), key);
  return {
    list: (viewer, most) => nextTo(key, name, viewer, most),
    more: (viewer, most) => amongFirst(key, begins(key, first), others, viewer, most),
  };
}

/** So many rows at most are read to compare words that no index compares. */
const READ = 1000;
const amongFirst = (key: SQL, where: SQL, words: readonly string[], viewer: Viewer, most: number): SQL =>
  words.length === 0
    ? inOrder(where, key).list(viewer, most)
    : sql`(select r.id from (select ${users.id} as id, ${key} as key from ${users}
        where ${and(isConsultant(viewer), where)} order by ${key} limit ${READ}) r
       where ${and(...hasWords(sql`r.key`, words))} limit ${most})`;

/** So many words that begin as the longer one does are walked through. */
const WORDS = 400;
/**
 * Two words that stand side by side in a name, in whatever order they were typed: the words that begin as the longer one does are
 * walked through in the index, which is asked after each of them for the other one. A hundred thousand of one name and one
 * of that surname among them are so a hundred steps, and not a hundred thousand rows (docs/decisions/510).
 */
function nextTo(key: SQL, { first, others: [second = '', ...rest] }: Name, viewer: Viewer, most: number): SQL {
  const [long, short] = second.length > first.length ? [second, first] : [first, second];
  const wordAfter = (where: SQL) =>
    sql`(select split_part(${key}, ' ', 1) from ${users} where ${and(isListed, begins(key, long), where)} order by ${key} limit 1)`;
  const found = amongFirst(key, begins(key, sql`(w.word || ' ' || ${short}::text)`), rest, viewer, most);
  return sql`(with recursive words as (
      select ${wordAfter(sql`true`)} as word
      union all
      select ${wordAfter(sql`${key} >= words.word || '!'`)} from words where words.word is not null)
    select f.id from (select word from words where word is not null limit ${WORDS}) w cross join lateral ${found} f limit ${most})`;
}

// ── 3 Everybody ─────────────────────────────────────────────────────────────────────────────────
export async function findConsultants(db: DbOrTx, wanted: Wanted, viewer: Viewer): Promise<FoundConsultant[]> {
  return tell(db, await firstOf(db, waysTo(wanted, false), viewer, SEARCH_MAX));
}

async function firstOf(db: DbOrTx, ways: readonly Way[], viewer: Viewer, most: number): Promise<number[]> {
  return inTurn(ways, viewer, most, async (lists) => {
    const { rows } = await db.execute<{ id: number }>(sql.join(lists, sql` union `));
    return rows;
  });
}
type Read = (lists: SQL[]) => Promise<{ id: number }[]>;
/** The quick lists, and the others when these were not enough. */
async function inTurn(ways: readonly Way[], viewer: Viewer, most: number, read: Read): Promise<number[]> {
  const found = await read(ways.map(({ list }) => list(viewer, most)));
  const more = ways.flatMap((way) => way.more?.(viewer, most) ?? []);
  if (found.length < SEARCH_MAX && more.length > 0) found.push(...(await read(more)));
  return [...new Set(found.map(({ id }) => id))];
}

// ── 4 One's own structure ───────────────────────────────────────────────────────────────────────
/** So many of one's own are read before anything is asked about the name: most branches end before, and a common name is met on the way. */
const NEAR = 1000;
/** So many people of a name are looked up in the tree, one by one. */
const NAMED = 3000;
/** A branch of fewer people is read whole when neither was enough; in a larger one everybody of the name is looked up. */
const BRANCH = 30_000;

export async function findOwnPeople(db: DbOrTx, wanted: Wanted, viewer: Viewer): Promise<FoundConsultant[]> {
  const isBelow = await belowOf(db, viewer);
  const near = wanted.by === 'name' ? await inBranch(db, isBelow, wanted, viewer, NEAR) : null;
  if (near) return tell(db, near);
  const ways = waysTo(wanted, true);
  const ids = await amongOwn(db, isBelow, ways, viewer, NAMED);
  if (wanted.by !== 'name' || ids.length >= SEARCH_MAX || !(await hasMoreNamed(db, ways, viewer))) return tell(db, ids);
  // A common name, in a branch that is neither small nor full of it: slower, and nobody is missed (docs/decisions/541).
  const whole = await inBranch(db, isBelow, wanted, viewer, BRANCH);
  return tell(db, whole ?? (await amongOwn(db, isBelow, ways, viewer, EVERYBODY)));
}
const EVERYBODY = 10_000_000;

/**
 * Everybody below has a path that begins with the viewer's (docs/product/network.md#structure). The path is a value and no join:
 * only so does PostgreSQL know whether a branch is a dozen people or half the tree.
 */
async function belowOf(db: DbOrTx, viewer: Viewer): Promise<SQL> {
  const [me] = await db.select({ path: tree.path }).from(tree).where(eq(tree.userId, viewer.id));
  if (!me) return sql`false`;
  const path = sql`${`\\x${me.path.toString('hex')}`}::text::bytea`;
  return sql`t.path > ${path} and t.path < ${path} || '\\xff'::bytea`;
}

/** Null when neither the branch has ended nor enough were found. A key is long in making: once for each person. */
async function inBranch(
  db: DbOrTx,
  isBelow: SQL,
  { first, others }: Name,
  viewer: Viewer,
  most: number,
): Promise<number[] | null> {
  const { rows } = await db.execute<{ isWhole: boolean; ids: number[] }>(sql`
    with below as materialized (select t.user_id from tree t where ${isBelow} order by t.path limit ${most})
    select (select count(*) from below) < ${most} as "isWhole", array(
      select ${users.id} from below join users on ${users.id} = below.user_id
        cross join lateral (select ' ' || ${nameKey(users)} as key offset 0) n
       where ${and(isConsultant(viewer), ...hasWords(sql`n.key`, [first, ...others]))} limit ${SEARCH_MAX}) as ids`);
  const [{ isWhole, ids }] = rows as [(typeof rows)[number]];
  return isWhole || ids.length >= SEARCH_MAX ? ids : null;
}

/** `offset 0`: name by name, so that PostgreSQL stops as soon as there are enough and never makes a table of the whole branch. */
const amongOwn = (db: DbOrTx, isBelow: SQL, ways: readonly Way[], viewer: Viewer, most: number): Promise<number[]> =>
  inTurn(ways, viewer, most, async (lists) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      select n.id from (${sql.join(lists, sql` union all `)}) n
        cross join lateral (select t.path from tree t where t.user_id = n.id offset 0) t where ${isBelow} limit ${2 * SEARCH_MAX}`);
    return rows;
  });
/** More people have that name than were looked up. */
async function hasMoreNamed(db: DbOrTx, ways: readonly Way[], viewer: Viewer): Promise<boolean> {
  const counts = ways.map(({ list }) => sql`(select count(*) from ${list(viewer, NAMED)} l) >= ${NAMED}`);
  const { rows } = await db.execute<{ more: boolean }>(sql`select ${sql.join(counts, sql` or `)} as more`);
  return rows[0]!.more;
}

// ── 5 What is told ──────────────────────────────────────────────────────────────────────────────
type Told = { id: number; cons_id: number; name: string; photo_id: string | null; city: string | null };
async function tell(db: DbOrTx, ids: readonly number[]): Promise<FoundConsultant[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<Told>(sql`
    select u.id, u.cons_id, u.name, u.photo_id, c.title as city from users u left join cities c on c.id = u.city_id
     where u.id = any(${sql.param(ids)}::int[]) order by ${sql`split_part(u.name, ' ', -1)`}, u.name, u.cons_id limit ${SEARCH_MAX}`);
  return rows.map(({ id, cons_id: consId, name, photo_id: photoId, city }) => ({
    id,
    cons_id: formatConsId(consId),
    name,
    city,
    photo: photoId === null ? null : photoPath(photoId),
  }));
}
