import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import type { Mark } from '#src/sync-client/sync.atoms.ts';

/** A list of the queue draws so many at first: 500 records are no 500 rows. */
export const PAGE = 30;

/** Pending records by what stands first for a person: what is under way, then the latest gesture. */
export function inOrder(pending: readonly OutboxRecord[], sending: ReadonlySet<string>): readonly OutboxRecord[] {
  return [...pending].sort((a, b) => Number(sending.has(b.id)) - Number(sending.has(a.id)) || b.seq - a.seq);
}
export const stateOf = ({ id }: Pick<OutboxRecord, 'id'>, sending: ReadonlySet<string>): Mark =>
  sending.has(id) ? 'sending' : 'queued';

/** The latest of several ISO times; null when there is none. */
export function latest(times: readonly (string | null | undefined)[]): string | null {
  return times.reduce<string | null>((last, at) => (at && (!last || at > last) ? at : last), null);
}

/** Of the shop as a whole. A shop whose database is away has a network and answers nothing that helps. */
export function shopWords(
  isOnline: boolean,
  pending: readonly Pick<OutboxRecord, 'last'>[],
  isTurnedAway = false,
): string {
  if (!isOnline) return 'Нет сети: показываем сохранённое.';
  const isAway =
    isTurnedAway ||
    pending.some(({ last }) => last?.class === 'unknown' || (last?.class === 'busy' && last.code !== 'too_many'));
  return isAway ? 'Магазин пока не отвечает: показываем сохранённое.' : 'Магазин отвечает.';
}
