import type { Pill } from '#src/features/sync/pill.atoms.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';
import type { Mark } from '#src/sync-client/sync.atoms.ts';

export type PillFacts = {
  isOnline: boolean;
  /** Records that wait, of them under way, and refused ones that a person has not decided about. */
  pending: number;
  sending: number;
  refused: number;
  /** The queue has had to wait: only then it is said. A tap that goes at once is nobody's news. */
  isLate: boolean;
  /** Everything that waited has just gone. */
  isSent: boolean;
  /** The most that has waited since the queue was last empty. */
  peak: number;
};

/** Words of the pill behind «Нет сети — показываем сохранённое от 14:05», or alone when there is a network (docs/product/look.md#feel). */
export function pillOf({ isOnline, pending, sending, refused, isLate, isSent, peak }: PillFacts): Pill | null {
  const tail = refused > 0 ? ` · не\u00a0отправлено:\u00a0${refused}` : '';
  if (!isOnline) {
    if (pending > 0) return { tone: 'wait', text: `в\u00a0очереди:\u00a0${pending}${tail}` };
    return refused > 0 ? { tone: 'refused', text: `не\u00a0отправлено:\u00a0${refused}` } : null;
  }
  if (pending > 0 && isLate) {
    if (sending === 0) return { tone: 'wait', text: `В\u00a0очереди:\u00a0${pending}${tail}` };
    const at = Math.min(peak - pending + 1, peak);
    return { tone: 'wait', text: 'Отправляем…', ...(peak > 1 ? { more: ` ${at}\u00a0из\u00a0${peak}` } : {}) };
  }
  if (refused > 0) return { tone: 'refused', text: `Не\u00a0отправлено:\u00a0${refused}` };
  return isSent ? { tone: 'sent', text: 'Отправлено' } : null;
}

/** By lane. What waits stands above what was refused: it is the later gesture. */
export function marksOf(
  pending: readonly OutboxRecord[],
  sending: ReadonlySet<string>,
  refused: readonly RejectedRecord[],
): Map<string, Mark> {
  const marks = new Map<string, Mark>(refused.map(({ record }) => [record.lane, 'refused']));
  const underWay = new Set(pending.flatMap(({ id, lane }) => (sending.has(id) ? [lane] : [])));
  for (const { lane } of pending) marks.set(lane, underWay.has(lane) ? 'sending' : 'queued');
  return marks;
}
export const isSameMap = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
