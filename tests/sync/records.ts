import { randomUUID } from 'node:crypto';
import { FACES, MUTATIONS } from '#src/mutations.ts';
import { lookIn } from '#src/offline/outbox/face.ts';
import { laneOf } from '#src/offline/outbox/mutation.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';

/** All kinds of this build, as the app gives them. */
export const KINDS = { definitions: MUTATIONS, faces: FACES };
export const look = lookIn(KINDS);

let seq = 0;
/** A stored record of any intent; what a test does not name is ordinary. */
export function record(intent: Intent, more: Partial<OutboxRecord> = {}): OutboxRecord {
  seq += 1;
  return {
    v: 1,
    id: randomUUID(),
    seq,
    owner: '17',
    lane: laneOf(MUTATIONS, intent) ?? '',
    ...intent,
    seen: { title: 'Магний', image: 'a'.repeat(16) },
    createdAt: Date.now(),
    serverAt: null,
    tries: 0,
    countedTries: 0,
    state: 'queued',
    build: 'test',
    ...more,
  } as OutboxRecord;
}
export const add = (productId: number, delta = 1, more: Partial<OutboxRecord> = {}): OutboxRecord =>
  record({ kind: 'cart.change', body: { kind: 'retail', cartType: 0, productId, delta } }, more);
export const heart = (productId: number, on = true, more: Partial<OutboxRecord> = {}): OutboxRecord =>
  record({ kind: 'fav.set', body: { productId, on } }, more);
export const rejected = (one: OutboxRecord, message: string | null = 'Товара нет в наличии'): RejectedRecord => ({
  v: 1,
  record: one,
  reason: message === null ? 'stale' : 'rejected',
  last: message === null ? null : { class: 'rejected', code: 'out_of_stock', message },
});
