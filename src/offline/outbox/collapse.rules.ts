import type { CartChange, Intent, OutboxRecord } from '#src/offline/outbox/record.ts';

/** What an append does to the last record of its lane. */
export type Collapse =
  | { kind: 'append' }
  | { kind: 'replace'; body: Intent['body'] }
  /** Net zero: neither the record nor the gesture needs to be sent. */
  | { kind: 'cancel' };

/**
 * Only an untried record of the same owner may take a gesture in: a tried one is frozen, since the server may know its
 * key with its old payload (docs/product/offline.md F9). Favourites: the last gesture wins and back-and-forth cancels out; cart
 * changes sum up; a lesson is watched once; everything else stands alone. `heartBefore` is the heart without the tail: two tabs may have asked for
 * the same thing twice, and then «off» does not undo «on» but must be sent. Where it is not known (null: nothing was
 * pulled yet) nothing cancels out, for the server may hold the heart since long ago (both found by simulation).
 */
export function collapse(
  tail: OutboxRecord | undefined,
  intent: Intent,
  owner: string,
  heartBefore: boolean | null,
): Collapse {
  if (!tail || tail.state !== 'queued' || tail.tries > 0 || tail.owner !== owner || tail.kind !== intent.kind)
    return { kind: 'append' };
  if (intent.kind === 'fav.set') {
    return heartBefore === intent.body.on ? { kind: 'cancel' } : { kind: 'replace', body: intent.body };
  }
  if (intent.kind === 'cart.change') {
    const before = tail.body as CartChange;
    const delta = before.delta + intent.body.delta;
    if (delta === 0) return { kind: 'cancel' };
    if (Math.abs(delta) > 999) return { kind: 'append' };
    return { kind: 'replace', body: { ...before, ...intent.body, delta, ...lowestSeen(before, intent.body) } };
  }
  if (intent.kind === 'cart.price' || intent.kind === 'lesson.watched') return { kind: 'replace', body: intent.body };
  return { kind: 'append' };
}

/** The line was never agreed to cost more than the lowest price the person saw. */
function lowestSeen(a: CartChange, b: CartChange): { seenPrice?: number } {
  const seen = [a.seenPrice, b.seenPrice].filter((price) => price !== undefined);
  return seen.length === 0 ? {} : { seenPrice: Math.min(...seen) };
}

/**
 * docs/product/offline.md#cart-arithmetic: when `shortage` pieces of an earlier change never came to be, the untried removals
 * behind it in the lane shrink by as much; what is left of them is sent. Returns new deltas by seq (0 = drop).
 */
export function cancelShortage(shortage: number, behind: readonly OutboxRecord[]): Map<number, number> {
  const deltas = new Map<number, number>();
  let left = shortage;
  for (const record of behind) {
    if (left <= 0) break;
    if (record.kind !== 'cart.change' || record.tries > 0) continue;
    const { delta } = record.body as CartChange;
    if (delta >= 0) continue;
    const taken = Math.min(left, -delta);
    deltas.set(record.seq, delta + taken);
    left -= taken;
  }
  return deltas;
}
