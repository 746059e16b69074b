import type { Db } from '#server/db/open.ts';
import { listOf, parentsOf, placesOfList, rowsAt } from '#server/features/plan/volumes/list.rules.ts';
import type { ListSource } from '#server/features/plan/volumes/list-source.rules.ts';
import type { ListAsked, MonthAbout } from '#server/features/plan/volumes/list-types.rules.ts';
import { openSources } from '#server/features/plan/volumes/sources.ts';
import { statOf } from '#server/features/plan/volumes/stat.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';
import type { Asked, Questions } from '#server/features/plan/volumes/volumes-messages.ts';

// Questions about lists, answered in the thread of the open period (docs/decisions/401).

const KINDS = ['list', 'lease', 'leased', 'release', 'stat'] as const;
type OfLists = Extract<Asked, { kind: (typeof KINDS)[number] }>;
export const isOfLists = (message: Asked): message is OfLists => (KINDS as readonly string[]).includes(message.kind);

/** Exports at once in one process, each with its view and a place for every row. */
const LEASES_MOST = 8;
/** Whoever has not asked for the next rows for so long has gone without a word. */
const LEASE_MS = 3 * 60_000;
type Lease = { source: ListSource; asked: ListAsked; places: Int32Array; seenAt: number };

export function openLists(db: Db, folder?: string) {
  const sources = openSources(db, folder);
  const leases = new Map<number, Lease>();
  let lastLease = 0;

  const sourceFor = async (open: View, asked: ListAsked) => {
    const source = await sources.of(open, asked.period ?? open.id, { titles: asked.filter.newTitle === true });
    if (!source) return null;
    const about: MonthAbout = {
      period: source.view.id,
      isOpen: source.view.id === open.id,
      closedAt: source.closedAt,
      readAt: source.readAt,
    };
    return { source, about };
  };
  async function lease(open: View, asked: ListAsked): Promise<Questions['lease'][1]> {
    for (const [id, { seenAt }] of leases) if (Date.now() - seenAt > LEASE_MS) leases.delete(id);
    const found = await sourceFor(open, asked);
    const places = found && placesOfList(found.source, asked);
    if (!places) return null;
    if (leases.size >= LEASES_MOST) return { lease: 0, count: 0, parents: [], about: found.about };
    lastLease += 1;
    leases.set(lastLease, { source: found.source, asked, places, seenAt: Date.now() });
    return { lease: lastLease, count: places.length, parents: parentsOf(found.source, asked), about: found.about };
  }
  function leased({ lease: id, from, limit }: Questions['leased'][0]): Questions['leased'][1] {
    const one = leases.get(id);
    if (!one) return null;
    one.seenAt = Date.now();
    return rowsAt(one.source, one.asked, one.places.subarray(from, from + limit));
  }
  async function list(open: View, asked: Questions['list'][0]): Promise<Questions['list'][1]> {
    const found = await sourceFor(open, asked);
    return found && { list: listOf(found.source, asked, asked), about: found.about };
  }
  async function stat(open: View, { userId, months }: Questions['stat'][0]): Promise<Questions['stat'][1]> {
    const source = await sources.of(open, open.id);
    return source ? statOf(source, userId, months) : null;
  }
  return {
    warm: sources.warm,
    /** Whether an export still takes rows from it. */
    isRead: (view: View) => [...leases.values()].some(({ source }) => source.view === view),
    answer(message: OfLists, open: View): unknown {
      switch (message.kind) {
        case 'list':
          return list(open, message.asked);
        case 'lease':
          return lease(open, message.asked);
        case 'leased':
          return leased(message.asked);
        case 'release':
          leases.delete(message.asked.lease);
          return null;
        case 'stat':
          return stat(open, message.asked);
      }
    },
  };
}
