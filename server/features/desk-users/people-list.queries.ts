import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { DESK_PEOPLE_SHOWN } from '#contract/desk-users.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';
import { wholesaleApplications } from '#server/db/tables/sponsor.ts';
import type { PeopleSearch } from '#server/features/desk-users/people-search.rules.ts';
import type { PersonRow } from '#server/features/desk-users/person-rows.queries.ts';

export type Shown = (typeof DESK_PEOPLE_SHOWN)[number];
export type FoundPerson = { person: PersonRow; isWaiting: boolean };
// Of one table drizzle writes bare column names, which would be the inner table's here.
const waits = sql<boolean>`exists(select from ${wholesaleApplications} w where w.user_id = users.id and w.state = 'waiting')`;

/** The end was asked for, and money of ЛС or КС, a debt or an order on its way is in its way (docs/product/law.md#deletion). */
const awaitsSettlement = (
  endedOrders: readonly number[],
): SQL => sql`(users.delete_at is not null and users.deleted_at is null and (
  exists (select from accounts a where a.owner_id = users.id and a.type in (${ACCOUNT_TYPES.LS}, ${ACCOUNT_TYPES.KS}) and a.balance_kop <> 0)
  or exists (select from orders o where o.user_id = users.id and o.status <> all (${sql.param([...endedOrders])}::int[]))))`;

const shownOf = (show: Shown, endedOrders: readonly number[]): SQL =>
  ({
    staff: sql`(${users.role} = 'staff' or cardinality(${users.granted}) > 0)`,
    operators: sql`${users.isPunktVydachi}`,
    readonly: sql`${users.readonly}`,
    wholesale: waits,
    leaving: awaitsSettlement(endedOrders),
    cons: eq(users.role, 'cons'),
    client: eq(users.role, 'client'),
    optovik: eq(users.role, 'optovik'),
  })[show];

/** The newest first, below `after`: the same work for every page. */
export async function findPeople(
  db: DbOrTx,
  {
    search,
    show,
    after,
    limit,
    endedOrders,
  }: {
    search: PeopleSearch;
    show?: Shown | undefined;
    after?: number | undefined;
    limit: number;
    endedOrders: readonly number[];
  },
): Promise<FoundPerson[]> {
  return db
    .select({ person: users, isWaiting: waits })
    .from(users)
    .where(
      and(
        after === undefined ? undefined : lt(users.id, after),
        show && shownOf(show, endedOrders),
        search ? matches(search) : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit);
}

function matches({ number, phone, name, email }: NonNullable<PeopleSearch>): SQL | undefined {
  return or(
    number === null ? undefined : or(eq(users.id, number), eq(users.consId, number)),
    phone === null ? undefined : sql`coalesce(${users.phone}, ${users.pendingPhone}) like ${`%${phone}%`}`,
    sql`translate(lower(${users.name} || ' ' || ${users.lastName} || ' ' || ${users.firstName}), 'ё', 'е') like ${name}`,
    email === null ? undefined : sql`lower(coalesce(${users.email}, ${users.pendingEmail})) like ${email}`,
  );
}
