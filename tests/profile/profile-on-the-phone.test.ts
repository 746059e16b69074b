import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { devicesAtom, endDeviceAtom, loadDevicesAtom } from '#src/features/profile/devices.atoms.ts';
import {
  askContactAtom,
  changePasswordAtom,
  confirmContactAtom,
  loadProfileAtom,
  profileAtom,
  saveProfileAtom,
} from '#src/features/profile/profile.atoms.ts';
import { logoutAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { sessions, users } from '#server/db/tables/people.ts';
import { enterShop, phone, sleep, type Tab } from '#tests/cart/phone.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { loggedIn } from '#tests/sync/on-the-phone.ts';
import { until } from '#tests/support/until.ts';

// The profile of a phone against the real shop: read without a signal, changed once whatever the network does.

globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
beforeAll(async () => {
  shop = await openShop();
  box = openCodeBox(shop);
  await box.start();
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

const rowOf = async (id: number) => (await shop.db.select().from(users).where(eq(users.id, id)))[0]!;
/** The pauses between two tries pass at once. */
async function saved(tab: Tab, wish: Parameters<typeof saveOf>[1]) {
  const [outcome] = await Promise.all([saveOf(tab, wish), sleep(10_000)]);
  return outcome;
}
const saveOf = (tab: Tab, wish: { change: Record<string, unknown>; onDoubt?: () => void }) =>
  tab.set(saveProfileAtom, wish);

it('is kept with the date of the copy, read without a signal, and gone after logout', async () => {
  const { own, tab, person } = await loggedIn(shop);
  await tab.set(loadProfileAtom);
  expect(tab.get(profileAtom)).toMatchObject({ isCopy: false, data: { profile: { email: { value: person.login } } } });
  own.net.isOn = false;
  const later = await own.openTab();
  await later.set(loadProfileAtom);
  expect(later.get(profileAtom)).toMatchObject({
    isCopy: true,
    failure: { kind: 'offline' },
    data: { profile: { email: { value: person.login } } },
  });
  expect(await saved(later, { change: { first_name: 'Вера' } })).toMatchObject({ kind: 'failed' });
  own.net.isOn = true;
  await later.set(logoutAtom);
  await until(() => expect(JSON.stringify(own.stores.all())).not.toContain(person.login));
});

it('a lost answer changes once: it is asked for again under its key, and the cabinet shows the new name', async () => {
  const { own, tab, person } = await loggedIn(shop);
  await tab.set(loadProfileAtom);
  let lost = 1;
  own.net.lose = ({ path, method }) => path === '/api/profile' && method === 'POST' && (lost -= 1) >= 0;
  const doubts: string[] = [];
  const change = { first_name: 'Мария', last_name: 'Соколова' };
  expect(await saved(tab, { change, onDoubt: () => doubts.push('Проверяем…') })).toEqual({ kind: 'done' });
  expect(doubts).toEqual(['Проверяем…']);
  const keys = own.sent.filter(({ path, key }) => path === '/api/profile' && key).map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(tab.get(profileAtom).data?.profile.name).toBe('Мария Соколова');
  await until(() => expect(tab.get(sessionAtom).user.name).toBe('Мария Соколова'));
  expect((await rowOf(person.userId)).name).toBe('Мария Соколова');
});

it('faults come back by field', async () => {
  const { tab } = await loggedIn(shop);
  const outcome = await saved(tab, { change: { birthday: '1990-02-31' } });
  expect(outcome).toEqual({ kind: 'fields', errors: { birthday: ['Такой даты рождения не бывает'] } });
});

it('a new address is taken although the answer to its code got lost', async () => {
  const { own, tab, person } = await loggedIn(shop);
  await tab.set(loadProfileAtom);
  const email = `novyj-${person.userId}@mail.test`;
  expect(await tab.set(askContactAtom, { by: 'email', email })).toEqual({ kind: 'done' });
  expect(tab.get(profileAtom).data?.profile.waiting).toMatchObject({ type: 'email', target: 'n***@mail.test' });
  const code = await box.codeTo(email);
  own.net.lose = ({ path }) => path === '/api/profile/contact/confirm';
  await tab.set(confirmContactAtom, { type: 'email', code });
  expect(tab.get(profileAtom).data?.profile).toMatchObject({ email: { value: email, confirmed: true }, waiting: null });
  await until(() => expect(tab.get(sessionAtom).user.email).toBe(email));
});

it('a code that never reached the shop says so, and the old address stays', async () => {
  const { own, tab, person } = await loggedIn(shop);
  await tab.set(loadProfileAtom);
  const email = `drugoj-${person.userId}@mail.test`;
  await tab.set(askContactAtom, { by: 'email', email });
  const code = await box.codeTo(email);
  own.net.isOn = false;
  await expect(tab.set(confirmContactAtom, { type: 'email', code })).rejects.toMatchObject({
    failure: { kind: 'offline' },
  });
  own.net.isOn = true;
  expect((await rowOf(person.userId)).email).toBe(person.login);
  await tab.set(confirmContactAtom, { type: 'email', code });
  expect((await rowOf(person.userId)).email).toBe(email);
});

it('another device is listed and ended; its page finds itself logged out', async () => {
  const { tab, person } = await loggedIn(shop);
  const other = await phone(shop).openTab();
  await enterShop(other, person);
  await tab.set(loadDevicesAtom);
  const [away] = tab.get(devicesAtom).devices!.filter(({ is_here: isHere }) => !isHere);
  expect(away).toBeDefined();
  await tab.set(endDeviceAtom, away!);
  expect(tab.get(devicesAtom).devices).toHaveLength(1);
  expect(tab.get(toastsAtom).at(-1)?.text).toContain('вышли из кабинета');
  // Ended twice: the shop says that it is over.
  await tab.set(endDeviceAtom, away!);
  expect(tab.get(toastsAtom).at(-1)?.text).toBe('Этот сеанс уже завершён');
  await other.set(refreshSessionAtom);
  await other.set(loadProfileAtom);
  expect(other.get(profileAtom).failure).toMatchObject({ kind: 'refused', refusal: { code: 'auth_required' } });
});

it('a new password ends all other sessions and none of the wrong ones does', async () => {
  const { tab, person } = await loggedIn(shop);
  await enterShop(await phone(shop).openTab(), person);
  const count = async () => (await shop.db.select().from(sessions).where(eq(sessions.userId, person.userId))).length;
  expect(await tab.set(changePasswordAtom, { current: 'мимо', password: 'совсем-новый-7' })).toMatchObject({
    kind: 'fields',
    errors: { current: [expect.stringContaining('не подошёл')] },
  });
  expect(await count()).toBe(2);
  expect(await tab.set(changePasswordAtom, { current: person.password, password: 'совсем-новый-7' })).toEqual({
    kind: 'done',
  });
  expect(await count()).toBe(1);
});
