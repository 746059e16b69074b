import { type AnyMutation, type Known, knownOf, type Mutations } from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';

/** What an append does to the last record of its lane. */
export type Collapse =
  | { kind: 'append' }
  | { kind: 'replace'; body: unknown }
  /** Net zero: neither the record nor the mutation needs to be sent. */
  | { kind: 'cancel' };

/** No request carries more, and the shop takes no more (`deltaMax` of the contract). */
const AMOUNT_MAX = 999;

/**
 * Only an untried record of the same owner and kind may take a mutation in: a tried one is frozen, since the server may know
 * its key with its old payload (docs/product/offline.md F9).
 */
export const takesIn = (tail: OutboxRecord | undefined, kind: string, owner: string): tail is OutboxRecord =>
  tail?.state === 'queued' && tail.tries === 0 && tail.owner === owner && tail.kind === kind;

/** What its definition says of the tail and the next one, or what its `merge` means where it says nothing. */
export function collapse(
  { definition, payload }: Known,
  tail: OutboxRecord | undefined,
  owner: string,
  before: unknown,
): Collapse {
  if (!takesIn(tail, definition.kind, owner)) return { kind: 'append' };
  const result = definition.collapse?.(tail.body, payload, before) ?? byMerge(definition, tail.body, payload);
  return result === 'cancel' || result === 'append' ? { kind: result } : { kind: 'replace', body: result };
}

function byMerge({ merge, amount }: AnyMutation, tail: unknown, next: unknown): unknown {
  if (merge === 'set' || merge === 'grow') return next;
  if (merge === 'once' || !amount) return 'append';
  const sum = amount.of(tail) + amount.of(next);
  if (sum === 0) return 'cancel';
  return Math.abs(sum) > AMOUNT_MAX ? 'append' : amount.with(next, sum);
}

/**
 * docs/product/offline.md#cart-arithmetic: when `shortage` pieces of an earlier change never came to be, the untried removals
 * behind it in the lane shrink by as much; what is left of them is sent. Returns new amounts by seq (0 = drop).
 */
export function cancelShortage(
  definitions: Mutations,
  shortage: number,
  behind: readonly OutboxRecord[],
): Map<number, number> {
  const amounts = new Map<number, number>();
  let left = shortage;
  for (const record of behind) {
    if (left <= 0) break;
    const known = record.tries > 0 ? null : knownOf(definitions, record);
    const amount = known?.definition.amount?.of(known.payload) ?? 0;
    if (amount >= 0) continue;
    const taken = Math.min(left, -amount);
    amounts.set(record.seq, amount + taken);
    left -= taken;
  }
  return amounts;
}
