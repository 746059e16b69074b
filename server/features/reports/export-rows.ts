import type { ListAsked, ListRow } from '#server/features/plan/volumes/list-types.rules.ts';
import { askVolumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import { findPeople } from '#server/features/reports/people.queries.ts';
import type { Reader } from '#server/features/reports/read-list.ts';
import type { RowOf } from '#server/features/reports/rows.rules.ts';
import type { MonthAbout } from '#server/features/plan/volumes/list-types.rules.ts';
import type { Volumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import { notFound, RefusedError } from '#server/platform/refuse.ts';

const AT_ONCE = 500;
const NOT_BELOW = 'Такого человека в вашей структуре нет. Откройте отчёт со своего имени';
const TOO_MANY = 'Сейчас готовится много выгрузок. Попробуйте через минуту';

export type ExportedList<R> = { count: number; parents: string[]; about: MonthAbout; rows: AsyncGenerator<R> };

/**
 * A whole list for a file. The thread keeps its order until the last row is taken or the reader has gone, so orders that are paid
 * meanwhile change no row twice; people are read 500 at a time, a statement each, and nothing is open between two of them.
 * @throws RefusedError not_found, too_many
 */
export async function exportList<R>(
  reader: Reader,
  asked: ListAsked,
  rowOf: (about: MonthAbout) => RowOf<R>,
): Promise<ExportedList<R>> {
  const { value } = await askVolumes(reader.volumes, 'lease', asked);
  if (!value) throw notFound(NOT_BELOW);
  const { lease, count, about } = value;
  if (lease === 0) throw new RefusedError('too_many', TOO_MANY, { http: 429, retryAfter: 60 });
  const people = await findPeople(reader.db, reader.viewerId, value.parents);
  // Moved away a moment ago: the lists in memory do not know it yet.
  if (!people.has(asked.nodeId)) {
    await letGo(reader.volumes, lease);
    throw notFound(NOT_BELOW);
  }
  const parents = value.parents.map((id) => people.get(id)?.name ?? '');
  return { count, parents, about, rows: rowsOf(reader, { lease, count, about }, rowOf(about)) };
}

async function* rowsOf<R>(
  { db, volumes, viewerId }: Reader,
  { lease, count, about }: { lease: number; count: number; about: MonthAbout },
  toRow: RowOf<R>,
): AsyncGenerator<R> {
  try {
    for (let from = 0; from < count; from += AT_ONCE) {
      const { value } = await askVolumes(volumes, 'leased', { lease, from, limit: AT_ONCE });
      if (!value) throw new Error('the list of an export was let go');
      yield* peopleRows(value, await findPeople(db, viewerId, value.map(({ userId }) => userId))); // prettier-ignore
    }
  } finally {
    await letGo(volumes, lease);
  }
  function* peopleRows(rows: readonly ListRow[], people: Awaited<ReturnType<typeof findPeople>>): Generator<R> {
    for (const row of rows) {
      const person = people.get(row.userId);
      if (person) yield toRow(row, person, about.period);
    }
  }
}
/** A thread that has ended has let go of everything. */
const letGo = async (volumes: Volumes | undefined, lease: number): Promise<void> =>
  void (await volumes?.ask('release', { lease }).catch(() => undefined));
