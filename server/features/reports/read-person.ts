import { ballsFromHalf } from '#contract/money.ts';
import type { StructurePerson } from '#contract/structure.ts';
import { askVolumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import { findPeople } from '#server/features/reports/people.queries.ts';
import type { Reader } from '#server/features/reports/read-list.ts';
import { rungName } from '#server/features/reports/words.rules.ts';
import { notFound } from '#server/platform/refuse.ts';

const NOT_BELOW = 'Такого человека в вашей структуре нет';

/** One person below the reader, as the open month stands. @throws RefusedError not_found for anybody else */
export async function readStructurePerson({ db, volumes, viewerId, now }: Reader, userId: number) {
  const whose = {
    viewerId,
    nodeId: userId,
    structure: 1,
    filter: { ids: [userId] },
    by: 'place',
    isDescending: false,
  } as const;
  const { value, stamp } = await askVolumes(volumes, 'list', { ...whose, from: 0, limit: 1 });
  const row = value?.list?.rows[0];
  const parents = value?.list?.parents ?? [];
  const people = row ? await findPeople(db, viewerId, parents) : undefined;
  const known = people?.get(userId);
  if (!row || !known) throw notFound(NOT_BELOW);
  const person: StructurePerson = {
    id: userId,
    cons_id: known.consId,
    name: known.name,
    line: row.line,
    city: known.city,
    sponsor: known.sponsor,
    title: rungName(known.title, stamp.period),
    active: row.isActive,
    own: ballsFromHalf(row.ownHalf),
    group: ballsFromHalf(row.groupHalf),
    people: row.people,
    active_line1: row.activeLine1,
    silent: row.silent,
    last_order: known.lastOrder,
    registered: known.registered,
    phone: known.phone,
    email: known.email,
  };
  return {
    server_time: now.toISOString(),
    as_of: stamp.asOf,
    person,
    parents: parents.map((id) => ({ id, name: people?.get(id)?.name ?? '' })),
  };
}
