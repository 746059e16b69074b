import type { Outcome, OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';
import type { Look } from '#src/offline/outbox/face.ts';
import { productIdOf, titleOf } from '#src/features/sync/words.rules.ts';

// What the sheet «Пока вы были офлайн» tells (docs/product/offline.md#refusals), and what it keeps quiet about.

/** A refusal or a change within this time is told on the spot, by the page that made the gesture (docs/product/offline.md#refusals). */
export const FRONT_MS = 10_000;

/**
 * Ids of records that have had to wait: there was no network meanwhile, or a try of an earlier page had failed. Refusals that
 * the page found at its start have waited for somebody to read them. What another tab sends online a moment after a tap is not
 * among them: that tab tells it. Nor is a tap whose page was left before the answer: nobody was offline.
 */
export function waitedAfter(
  before: ReadonlySet<string>,
  { pending, rejected, isFirst, isOnline }: Found,
): ReadonlySet<string> {
  const held = isOnline ? pending.filter(({ last }) => isFirst && last !== undefined) : pending;
  const added = [...held.map(({ id }) => id), ...(isFirst ? rejected : [])].filter((id) => !before.has(id));
  return added.length === 0 ? before : new Set([...before, ...added]);
}
/** `rejected`: ids. `isFirst`: nothing of this person has been looked at by this page yet. */
type Found = {
  pending: readonly Pick<OutboxRecord, 'id' | 'last'>[];
  rejected: readonly string[];
  isFirst: boolean;
  isOnline: boolean;
};
/** `now` and `createdAt` are both the device's clock; one that was set back in between counts as a wait too. */
export const hasWaited = (
  { id, createdAt }: Pick<OutboxRecord, 'id' | 'createdAt'>,
  waited: ReadonlySet<string>,
  now: number,
): boolean => waited.has(id) || Math.abs(now - createdAt) > FRONT_MS;

/** One line of a group: everything that was done with a product in one way, together. */
export type NewsRow = {
  key: string;
  productId: number | null;
  title: string;
  image: string | null;
  /** Of what is counted in pieces; null for everything else. */
  pieces: number | null;
  /** What is said beside the title where there are no pieces. */
  done: string;
};
export type News = {
  changed: readonly Outcome[];
  refused: readonly RejectedRecord[];
  added: readonly NewsRow[];
  removed: readonly NewsRow[];
  sent: readonly NewsRow[];
};
export const NO_NEWS: News = { changed: [], refused: [], added: [], removed: [], sent: [] };
export const isNews = (news: News): boolean => Object.values(news).some((group) => group.length > 0);

export function newsOf({
  look,
  arrived,
  pending,
  outcomes,
  refused,
  told,
}: {
  look: Look;
  arrived: readonly OutboxRecord[];
  /** A guest's record on its way into the account has left one queue and stands in another. */
  pending: readonly Pick<OutboxRecord, 'id'>[];
  outcomes: readonly Outcome[];
  refused: readonly RejectedRecord[];
  told: ReadonlySet<string>;
}): News {
  const byId = new Map(arrived.map((record) => [record.id, record]));
  for (const { id } of pending) byId.delete(id);
  return {
    changed: outcomes.filter(({ id }) => !told.has(id)),
    refused: refused.filter(({ record }) => !told.has(record.id)),
    ...doneOf(look, [...byId.values()]),
  };
}

/** By product and direction: three taps «+» of one product are one line; a heart that went on and off is where it ended. */
function doneOf(look: Look, arrived: readonly OutboxRecord[]): Pick<News, 'added' | 'removed' | 'sent'> {
  const groups = { added: new Map(), removed: new Map(), sent: new Map() } as Record<
    'added' | 'removed' | 'sent',
    Map<string, NewsRow>
  >;
  for (const record of [...arrived].sort((a, b) => a.seq - b.seq)) {
    const faced = look(record);
    if (!faced) continue;
    const { definition, face, payload } = faced;
    const group = face.group(payload);
    // The last one wins, whichever way the earlier ones went.
    if (definition.merge === 'set') for (const rows of Object.values(groups)) rows.delete(record.lane);
    const before = groups[group].get(record.lane)?.pieces ?? 0;
    groups[group].set(record.lane, {
      key: `${group} ${record.lane}`,
      productId: productIdOf(look, record),
      title: titleOf(look, record),
      image: record.seen.image ?? null,
      pieces: definition.amount ? before + Math.abs(definition.amount.of(payload)) : null,
      done: face.done(payload),
    });
  }
  return {
    added: [...groups.added.values()],
    removed: [...groups.removed.values()],
    sent: [...groups.sent.values()],
  };
}
