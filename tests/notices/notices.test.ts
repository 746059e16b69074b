import { createStore } from 'jotai';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  closeDialogAtom,
  dialogAtom,
  notSavedAtom,
  showDialogAtom,
  toastsAtom,
} from '#src/features/notices/notices.atoms.ts';
import { repeatRefusedAtom } from '#src/features/notices/repeat.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import type { SyncClient } from '#src/sync-client/client.types.ts';
import { syncClientAtom } from '#src/sync-client/sync.atoms.ts';
import { add, rejected } from '#tests/sync/records.ts';
import { until } from '#tests/support/until.ts';

/** The queue does not know whether the server still remembers any of these keys. */
const repeat = vi.fn<SyncClient['repeat']>(async (_entry, isSure) => (isSure ? 'queued' : 'ask'));
beforeEach(() => repeat.mockClear());
const repeated = () => repeat.mock.calls.map(([entry, isSure]) => [entry.record.id, Boolean(isSure)]);
function storeWithQueue() {
  const store = createStore();
  store.set(syncClientAtom, { load: async () => ({ repeat }) as Partial<SyncClient> as SyncClient });
  return store;
}
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

it('dialogs wait for each other', () => {
  const store = createStore();
  const closed: string[] = [];
  for (const text of ['первый', 'второй'])
    store.set(showDialogAtom, { title: 'Ошибка', text, onClose: () => closed.push(text) });
  expect(store.get(dialogAtom)?.text).toBe('первый');
  store.set(closeDialogAtom);
  expect([store.get(dialogAtom)?.text, closed]).toEqual(['второй', ['первый']]);
  store.set(closeDialogAtom);
  expect([store.get(dialogAtom), closed]).toEqual([null, ['первый', 'второй']]);
  store.set(closeDialogAtom);
  expect(closed).toHaveLength(2);
});

it('a phone whose memory does not answer is not called full, and can be reloaded', () => {
  const store = createStore();
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  store.set(notSavedAtom, 'broken');
  const [toast] = store.get(toastsAtom);
  expect(plain(toast?.text)).toBe('Не сохранено: память телефона не отвечает. Обновите страницу');
  expect(toast?.action?.label).toBe('Обновить страницу');
  toast?.action?.run();
  expect(reload).toHaveBeenCalledTimes(1);
  store.set(notSavedAtom, 'full');
  expect(store.get(toastsAtom).at(-1)?.action).toBeUndefined();
  vi.unstubAllGlobals();
});

it('«Повторить» of what may have arrived asks; «Отправить всё равно» sends it, «Не отправлять» does not', async () => {
  const store = storeWithQueue();
  const one = rejected(add(1, 2), null);
  await store.set(repeatRefusedAtom, one);
  const asked = store.get(dialogAtom);
  expect([asked?.action?.label, asked?.closeLabel]).toEqual(['Отправить всё равно', 'Не отправлять']);
  expect(plain(asked?.text)).toContain('Прошло больше 40 дней, и мы не знаем, дошло ли это до магазина');
  expect(plain(asked?.text)).toContain('Сейчас показано то, что в магазине');
  store.set(closeDialogAtom);
  expect(repeated()).toEqual([[one.record.id, false]]);
  await store.set(repeatRefusedAtom, one);
  store.get(dialogAtom)?.action?.run();
  await until(() => expect(repeated().at(-1)).toEqual([one.record.id, true]));
});

it('without a signal it does not say that the shop was asked', async () => {
  const store = storeWithQueue();
  store.set(networkAtom, { isOnline: false, since: 1 });
  await store.set(repeatRefusedAtom, rejected(add(1), null));
  expect(plain(store.get(dialogAtom)?.text)).not.toContain('Сейчас показано');
});

it('several pieces of one row are repeated in their order and asked about once', async () => {
  const store = storeWithQueue();
  const [first, second] = [rejected(add(1), null), rejected(add(1, 2), null)];
  await store.set(repeatRefusedAtom, first, second);
  store.get(dialogAtom)?.action?.run();
  store.set(closeDialogAtom);
  expect(store.get(dialogAtom)).toBeNull();
  await until(() =>
    expect(repeated()).toEqual([
      [first.record.id, false],
      [second.record.id, false],
      [first.record.id, true],
      [second.record.id, true],
    ]),
  );
});
