import { afterAll, beforeAll, expect, it } from 'vitest';
import { consultantCalls } from '#server/db/tables/sponsor.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import { callConsultantAtom } from '#src/features/sponsor/contact.atoms.ts';
import { wordsOf } from '#src/features/sync/words.rules.ts';
import { flushAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { leave, loggedIn } from '#tests/sync/on-the-phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// «Позвать консультанта» from the atoms to the database, with and without a signal (docs/product/people.md#call).
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const typed = (more: Record<string, unknown> = {}) => ({
  name: 'Анна',
  phone: '+79132456789',
  country: 'ru',
  city: '',
  topic: '3',
  comment: 'Когда пить?',
  consent: true,
  productId: null,
  consentAt: shop.clock.now.toISOString(),
  ...more,
});
const calls = () => shop.db.select().from(consultantCalls);

it('with a signal it is there at once', async () => {
  const { tab } = await loggedIn(shop);
  expect(await tab.set(callConsultantAtom, typed())).toEqual({ kind: 'sent', message: undefined });
  expect((await calls()).at(-1)).toMatchObject({ name: 'Анна', topic: 3, comment: 'Когда пить?', productId: null });
  await leave(tab);
});
it('without one it waits with its words, and goes once when the network is back', async () => {
  const { own, tab } = await loggedIn(shop);
  const before = (await calls()).length;
  own.net.isOn = false;
  expect(await tab.set(callConsultantAtom, typed({ name: 'Вера' }))).toEqual({ kind: 'waiting', isTooOften: false });
  const [record] = tab.get(syncAtom).pending;
  expect([record!.kind, record!.v]).toEqual(['form.send', 2]);
  expect(wordsOf(tab.get(lookAtom), record!, String)).toBe('позвать консультанта: Вера, +79132456789');
  own.net.isOn = true;
  await tab.set(flushAtom, 'resumed');
  await until(() => expect(tab.get(syncAtom).pending).toEqual([]));
  expect((await calls()).slice(before).map(({ name }) => name)).toEqual(['Вера']);
  await leave(tab);
});
it('a fault comes back to its field, and nothing is left in the queue', async () => {
  const { tab } = await loggedIn(shop);
  const outcome = await tab.set(callConsultantAtom, typed({ phone: '+7913' }));
  expect(outcome).toEqual({ kind: 'fields', errors: { phone: ['Введите номер полностью'] } });
  expect([tab.get(syncAtom).pending, tab.get(syncAtom).rejected]).toEqual([[], []]);
  await leave(tab);
});
