import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchPill } from '#src/features/sync/watch-pill.ts';
import { pillAtom } from '#src/features/sync/pill.atoms.ts';
import { EMPTY_BASE } from '#src/offline/outbox/base.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { kindsAtom } from '#src/sync-client/kinds.atom.ts';
import { type SyncState, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { add, KINDS, record } from '#tests/sync/records.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';

// «Отправлено» is said of what has gone to the shop, of nothing else that makes the queue empty.

globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const known = { fav: { ...EMPTY_BASE, top: 7 } };
/** Waited without a signal, under way when it came, gone after that. */
function pillAfter(waiting: readonly OutboxRecord[], end: Partial<SyncState>): string | undefined {
  const store = createStore();
  store.set(kindsAtom, KINDS);
  const leave = watchPill(store);
  const view = (more: Partial<SyncState>) => store.set(syncAtom, { ...store.get(syncAtom), ...more });
  store.set(networkAtom, { isOnline: false, since: 1 });
  view({
    uid: '17',
    isRead: true,
    bases: known,
    pending: waiting,
    sending: new Set(waiting.map(({ id }) => id)),
  });
  store.set(networkAtom, { isOnline: true, since: null });
  view({ pending: [], sending: new Set(), ...end });
  const tone = store.get(pillAtom)?.tone;
  leave();
  return tone;
}

it('is said when the queue has gone', () => {
  expect(pillAfter([add(1)], {})).toBe('sent');
});
it('is not said of another person’s empty queue', () => {
  expect(pillAfter([add(1)], { uid: 'guest', bases: {} })).toBeUndefined();
  expect(pillAfter([add(1)], { uid: '18' })).toBeUndefined();
});
it('is not said of a memory that was cleared under the page', () => {
  expect(pillAfter([add(1)], { bases: {} })).toBeUndefined();
  expect(pillAfter([add(1)], { bases: { fav: EMPTY_BASE } })).toBeUndefined();
});
it('is said of a form that was sent from a phone that holds nothing else', () => {
  const form = record({ kind: 'form.send', body: { form: 'notify-product', fields: { product_id: 1 } } });
  expect(pillAfter([form], { bases: {} })).toBe('sent');
});
it('does not stand any longer when somebody else holds the phone', () => {
  const store = createStore();
  store.set(kindsAtom, KINDS);
  const leave = watchPill(store);
  const view = (more: Partial<SyncState>) => store.set(syncAtom, { ...store.get(syncAtom), ...more });
  const waiting = add(1);
  store.set(networkAtom, { isOnline: false, since: 1 });
  view({
    uid: '17',
    isRead: true,
    bases: known,
    pending: [waiting],
    sending: new Set([waiting.id]),
  });
  store.set(networkAtom, { isOnline: true, since: null });
  view({ pending: [], sending: new Set() });
  expect(store.get(pillAtom)?.tone).toBe('sent');
  view({ uid: 'guest', bases: {} });
  expect(store.get(pillAtom)).toBeNull();
  leave();
});
