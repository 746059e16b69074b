import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#server/db/tables/people.ts';
import { wholesaleApplications } from '#server/db/tables/sponsor.ts';
import { becomeConsultantAtom } from '#src/features/profile/become.atoms.ts';
import { applicationAtom, applyAtom, loadApplicationAtom } from '#src/features/profile/wholesale.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { addLogin, enterShop, phone, sleep, type Tab } from '#tests/cart/phone.ts';
import { addConsultant } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// «Стать консультантом» and «Опт» of a phone against the real shop.

globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

let shop: TestShop;
let sponsorId: number;
let last = 0;
beforeAll(async () => {
  shop = await openShop();
  sponsorId = await addConsultant(shop, { consId: 1_000_157 });
});
afterAll(() => shop.close());

async function client() {
  last += 1;
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop, { sponsorId, phone: `+7913100${String(last).padStart(4, '0')}` });
  await enterShop(tab, person);
  return { own, tab, id: person.userId };
}
const rowOf = async (id: number) => (await shop.db.select().from(users).where(eq(users.id, id)))[0]!;
let doubts = 0;
const onDoubt = () => {
  doubts += 1;
};
/** The pauses between two tries pass at once. */
const surely = async <T>(work: Promise<T>): Promise<T> => (await Promise.all([work, sleep(10_000)]))[0];
const signed = (tab: Tab, more: object = {}) =>
  surely(tab.set(becomeConsultantAtom, { body: { birthday: '1991-06-14', agreement: true, ...more }, onDoubt }));
const application = { company: 'ООО «Лавка»', inn: '7707083893', phone: '+79132456789', comment: '' };
const applied = (tab: Tab, more: object = {}) =>
  surely(tab.set(applyAtom, { body: { ...application, ...more }, onDoubt }));

it('a client is a consultant at once, with the number, also when the answer was lost; the sponsor stays', async () => {
  const { own, tab, id } = await client();
  doubts = 0;
  let lost = false;
  own.net.lose = ({ path }) => !lost && (lost = path === '/api/registration/consultant');
  const outcome = await signed(tab);
  own.net.lose = null;
  const row = await rowOf(id);
  expect(outcome).toEqual({ kind: 'done', consId: `0${row.consId}` });
  expect([doubts > 0, row.role, row.sponsorId]).toEqual([true, 'cons', sponsorId]);
  expect(tab.get(sessionAtom).user).toMatchObject({ isCons: true, cons_id: `0${row.consId}`, price_type: 1 });
});

it('too young, or without a signal: told, and still a client', async () => {
  const { own, tab, id } = await client();
  expect(await signed(tab, { birthday: '2015-01-01' })).toEqual({
    kind: 'fields',
    errors: { birthday: ['Консультантом можно стать с 18 лет'] },
  });
  own.net.isOn = false;
  expect(await signed(tab)).toMatchObject({ kind: 'failed' });
  own.net.isOn = true;
  expect((await rowOf(id)).role).toBe('client');
  expect(tab.get(sessionAtom).user.role).toBe('client');
});

it('an application waits, one whatever the network does; refused it may be sent anew; approved the person buys wholesale', async () => {
  const { own, tab, id } = await client();
  await tab.set(loadApplicationAtom);
  expect(tab.get(applicationAtom)).toEqual({ application: null, failure: null });
  expect(await applied(tab, { inn: '7707083894' })).toMatchObject({ kind: 'fields', errors: { inn: [expect.stringContaining('ИНН')] } }); // prettier-ignore
  let lost = false;
  own.net.lose = ({ path, method }) => !lost && (lost = path === '/api/registration/wholesale' && method === 'POST');
  expect(await applied(tab)).toMatchObject({ kind: 'done', words: 'Заявка принята. Ответим в течение рабочего дня' });
  own.net.lose = null;
  const mine = eq(wholesaleApplications.userId, id);
  expect(await shop.db.select().from(wholesaleApplications).where(mine)).toHaveLength(1);
  expect(tab.get(applicationAtom).application).toMatchObject({ state: 'waiting', company: 'ООО «Лавка»' });

  await shop.db.update(wholesaleApplications).set({ state: 'refused', reason: 'Нет такой организации' }).where(mine);
  await tab.set(loadApplicationAtom);
  expect(tab.get(applicationAtom).application).toMatchObject({ state: 'refused', reason: 'Нет такой организации' });
  expect(await applied(tab, { company: 'ИП Лебедев', inn: '500100732259' })).toMatchObject({ kind: 'done' });

  await shop.db.update(wholesaleApplications).set({ state: 'approved', reason: 'Да' }).where(eq(wholesaleApplications.company, 'ИП Лебедев')); // prettier-ignore
  await shop.db.update(users).set({ role: 'optovik' }).where(eq(users.id, id));
  await tab.set(loadApplicationAtom);
  expect(tab.get(applicationAtom).application).toMatchObject({ state: 'approved' });
  expect(tab.get(sessionAtom).user.isOptovik).toBe(true);
});

it('without an answer what was known stays, with the failure', async () => {
  const { own, tab } = await client();
  await applied(tab);
  own.net.isOn = false;
  await tab.set(loadApplicationAtom);
  expect(tab.get(applicationAtom)).toMatchObject({ application: { state: 'waiting' }, failure: { kind: 'offline' } });
});
