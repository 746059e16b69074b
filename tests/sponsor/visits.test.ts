import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/tables/people.ts';
import { sponsorVisits } from '#server/db/tables/sponsor.ts';
import { forgetVisits } from '#server/features/sponsor/sponsor.jobs.ts';
import type { JobWork } from '#server/platform/job.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { addOrder } from '#tests/payments/paying-shop.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let maria: number;
let oleg: number;
beforeAll(async () => {
  shop = await openShop();
  await addConsultant(shop, { consId: 1_000_001, name: 'Росток' });
  maria = await addConsultant(shop, { consId: 1_000_157, name: 'Мария Соколова' });
  oleg = await addConsultant(shop, { consId: 1_000_158, name: 'Олег Дёмин' });
  await addConsultant(shop, { consId: 1_000_411, name: 'Лидия Громова', active: false });
});
afterAll(() => shop.close());

const visit = async (tab: Browser, id: unknown) => (await call(tab, 'POST', '/refvisit', { id })).body;
const sponsorOf = async (tab: Browser, query = '') =>
  (await call(tab, 'GET', `/api/bootstrap${query}`)).body.sponsor.cons_id;
const visitsOf = (sponsorId: number) =>
  shop.db.select().from(sponsorVisits).where(eq(sponsorVisits.sponsorId, sponsorId));
const ownSponsor = async (userId: number) =>
  (await shop.db.select({ id: users.sponsorId }).from(users).where(eq(users.id, userId)))[0]!.id;

describe('the cookie', () => {
  it('keeps the consultant of the last link for whoever comes without one', async () => {
    const tab = fetchFrom(shop.app);
    expect(await sponsorOf(tab)).toBe('01000001');
    expect(await visit(tab, '01000157')).toMatchObject({ status: 'success', sponsor: { name: 'Мария Соколова' } });
    expect(await sponsorOf(tab)).toBe('01000157');
    expect(await sponsorOf(tab, '?sponsorId=1000158')).toBe('01000158');
    expect(await sponsorOf(tab, '?sponsorId=7777777')).toBe('01000157');
    await visit(tab, 1_000_158);
    expect(await sponsorOf(tab)).toBe('01000158');
    expect((await call(tab, 'GET', '/user/sponsor')).body.sponsor.cons_id).toBe('01000158');
  });
  it('is for the shop alone and lasts 14 days', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/refvisit',
      headers: { 'x-requested-with': 'rostok', 'content-type': 'application/json' },
      payload: { id: '01000157' },
    });
    expect(answer.headers['set-cookie']).toBe('ref=01000157; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax');
  });
  it.each([['somebody who has left'], ['01000411'], ['<b>'], ['99999999999999999999']])(
    'that says %s counts for nothing',
    async (ref) => {
      const tab = fetchFrom(shop.app);
      tab.cookies.set('ref', encodeURIComponent(ref));
      expect(await sponsorOf(tab)).toBe('01000001');
    },
  );
});

describe('what is no consultant', () => {
  it.each([
    ['abc', 'validation'],
    ['', 'validation'],
    ['-5', 'validation'],
    ['0', 'validation'],
    ['1.5', 'validation'],
    ['99999999999999999999', 'validation'],
    [9_999_999_999, 'validation'],
    [-1_000_157, 'validation'],
    [null, 'validation'],
    [{ consId: 1_000_157 }, 'validation'],
    ['7777777', 'not_found'],
    ['01000411', 'not_found'],
  ])('%j is refused: %s', async (id, code) => {
    const tab = fetchFrom(shop.app);
    const { http, body } = await call(tab, 'POST', '/refvisit', { id });
    expect([http, body.status, body.code]).toEqual([200, 'error', code]);
    expect(tab.cookies.has('ref')).toBe(false);
  });
  it('nobody is their own', async () => {
    const answer = await visit(await browserOf(shop, { userId: maria }), '01000157');
    expect(answer).toMatchObject({ status: 'error', code: 'duplicate' });
    expect(await ownSponsor(maria)).toBeNull();
  });
});

describe('visits', () => {
  it('count once for a visitor, a consultant and a day, by the clock of Moscow', async () => {
    const id = await addConsultant(shop, { consId: 1_000_200, name: 'Вера Лис' });
    const [one, two] = [await browserOf(shop), await browserOf(shop, { guestId: randomUUID() })];
    for (const tab of [one, one, two]) await visit(tab, '1000200');
    expect(await visitsOf(id)).toHaveLength(2);
    const then = shop.clock.now;
    // 21:30 in Moscow, then half past midnight of the next day there.
    shop.clock.now = new Date('2026-11-21T18:30:00Z');
    await visit(one, '1000200');
    shop.clock.now = new Date('2026-11-21T21:30:00Z');
    await visit(one, '1000200');
    expect((await visitsOf(id)).map(({ day }) => day).toSorted()).toEqual(['2026-11-21', '2026-11-21', '2026-11-22']);
    const mine = await call(await browserOf(shop, { userId: id }), 'GET', '/api/sponsor/invite');
    expect(mine.body).toMatchObject({ days: 30, visits: 3, registered: 0 });
    shop.clock.now = then;
  });
  it('of strangers hold no address, and the job forgets what is older than 92 days', async () => {
    const id = await addConsultant(shop, { consId: 1_000_201, name: 'Инна Юн' });
    await visit(fetchFrom(shop.app), '1000201');
    const [row] = await visitsOf(id);
    expect(row!.visitor).toMatch(/^stranger:[0-9a-f]{32}$/);
    const job = { db: shop.db, now: () => new Date(shop.clock.now.getTime() + 93 * 86_400_000) };
    // It asks for no more of its surroundings.
    await forgetVisits.handle(job as JobWork, {});
    expect(await visitsOf(id)).toHaveLength(0);
  });
});

describe('an account', () => {
  const buyer = async (more: Parameters<typeof addPerson>[1] = {}) => {
    const userId = await addPerson(shop, { sponsorId: maria, ...more });
    return { userId, tab: await browserOf(shop, { userId }) };
  };
  it('without a paid order goes over to the consultant whose link it opens', async () => {
    const { userId, tab } = await buyer();
    await addOrder(shop, { userId });
    expect(await visit(tab, '1000158')).toMatchObject({ linked: true, sponsor: { cons_id: '01000158' } });
    expect(await ownSponsor(userId)).toBe(oleg);
    expect(await visit(tab, '1000158')).toMatchObject({ linked: false });
  });
  it('that has paid stays', async () => {
    const { userId, tab } = await buyer();
    await addOrder(shop, { userId, paidAt: shop.clock.now });
    expect(await visit(tab, '1000158')).toMatchObject({ linked: false });
    expect(await ownSponsor(userId)).toBe(maria);
    expect(tab.cookies.has('ref')).toBe(false);
  });
  it.each([[{ role: 'cons', consId: 1_000_300 }], [{ role: 'optovik' }], [{ readonly: true }], [{ role: 'staff' }]])(
    '%j stays',
    async (more) => {
      const { userId, tab } = await buyer(more as Parameters<typeof addPerson>[1]);
      expect(await visit(tab, '1000158')).toMatchObject({ status: 'success', linked: false });
      expect(await ownSponsor(userId)).toBe(maria);
    },
  );
});

describe('whoever goes through the numbers', () => {
  const numbers = [1_000_801, 1_000_802, 1_000_803, 1_000_804, 1_000_805];
  beforeAll(async () => {
    for (const consId of numbers)
      await addConsultant(shop, {
        consId,
        showContacts: true,
        phone: `+7999${consId}`,
        email: `${consId}@rostok.test`,
      });
  });
  const heard = async (tab: Browser) => {
    const told: boolean[] = [];
    for (const consId of numbers) told.push('phone' in (await visit(tab, consId)).sponsor);
    return told;
  };

  it('is passed on by three links a day, and hears no contacts beyond', async () => {
    const userId = await addPerson(shop, { sponsorId: maria });
    const tab = await browserOf(shop, { userId });
    expect(await heard(tab)).toEqual([true, true, true, false, false]);
    expect(await heard(tab)).toEqual([false, false, true, false, false]);
    const { sponsor } = (await call(tab, 'GET', '/user/sponsor')).body;
    expect(sponsor).toMatchObject({ cons_id: '01000803', phone: '+79991000803' });
    shop.clock.now = new Date(shop.clock.now.getTime() + 86_400_000);
    expect((await visit(tab, numbers[3])).linked).toBe(true);
  });
  it('hears none at all before an address is proved', async () => {
    const tab = await browserOf(shop, { userId: await addPerson(shop, { role: 'user', sponsorId: maria }) });
    expect((await visit(tab, numbers[0])).linked).toBe(true);
    expect(await heard(tab)).toEqual(numbers.map(() => false));
    expect((await call(tab, 'GET', '/user/sponsor')).body.sponsor).not.toHaveProperty('phone');
    expect(JSON.stringify((await call(tab, 'GET', '/user/data')).body)).not.toContain('+79991000801');
  });
});
