import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';

/** The shop's database on the embedded server, and the role that owns it and nothing else. */
export const DATABASE = 'rostok';
export const OWNER = 'rostok';
const SUPERUSER = 'postgres';

const secretOf = (folder: string, who: string): string =>
  who === SUPERUSER ? `${folder}.secret` : `${folder}.owner.secret`;
const passwordOf = (folder: string, who: string): string => readFileSync(secretOf(folder, who), 'utf8').trim();

/** The password of a role, made when there is none; the file is for the shop's own user alone. */
export function makeSecret(folder: string, who: 'superuser' | 'owner'): string {
  const role = who === 'owner' ? OWNER : SUPERUSER;
  const path = secretOf(folder, role);
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return passwordOf(folder, role);
}

/** `postgres://name:password` of either of the two. */
export const credentialsOf = (folder: string, who: 'superuser' | 'owner'): string => {
  const role = who === 'owner' ? OWNER : SUPERUSER;
  return `postgres://${role}:${passwordOf(folder, role)}`;
};

/**
 * Makes the database and its owner, and hands over what an older release made as superuser: a data folder moves by itself at
 * its next start (docs/decisions/193-owner-of-its-database.md). `connect` gives a superuser's client of the named database.
 */
export async function ensureOwner(folder: string, connect: (database: string) => pg.Client): Promise<void> {
  await using(connect('postgres'), async (client) => {
    const { rowCount: isThere } = await client.query('select 1 from pg_roles where rolname = $1', [OWNER]);
    const password = pg.escapeLiteral(makeSecret(folder, 'owner'));
    // The file is the truth: one that was lost is made anew, and the role follows.
    await client.query(`${isThere ? 'alter' : 'create'} role ${OWNER} login nosuperuser nocreatedb nocreaterole
      nobypassrls noreplication password ${password}`);
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [DATABASE],
    );
    if (rows.length === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`);
    else if (rows[0]?.owner !== OWNER) await client.query(`alter database ${DATABASE} owner to ${OWNER}`);
  });
  await using(connect(DATABASE), (client) => client.query(HAND_OVER));
}

async function using(client: pg.Client, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

// What belongs to an extension stays the superuser's; indexes, sequences of columns and types of rows follow their table.
const HAND_OVER = `do $$ declare change text; begin
  for change in
    select format('alter schema %I owner to ${OWNER}', nspname) from pg_namespace
      where nspowner = 10 and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    union all
    select format('alter %s %s owner to ${OWNER}',
        case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        c.oid::regclass) from pg_class c join pg_namespace n on n.oid = relnamespace
      where relowner = 10 and relkind in ('r', 'p', 'S', 'v', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
          and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure) from pg_proc p
      join pg_namespace n on n.oid = pronamespace
      where proowner = 10 and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    union all
    select format('alter type %s owner to ${OWNER}', t.oid::regtype) from pg_type t
      join pg_namespace n on n.oid = typnamespace
      where typowner = 10 and typtype in ('e', 'd', 'c', 'r') and typrelid = 0
        and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
  loop execute change; end loop;
end $$`;
