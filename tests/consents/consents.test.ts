import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAPER_VERSIONS } from '#contract/papers/versions.ts';
import { consents, guests, notifyRequests, users } from '#server/db/tables/people.ts';
import { consultantCalls } from '#server/db/tables/sponsor.ts';
import { findCallToTell } from '#server/features/consultants/call.queries.ts';
import { findDue, takeAnswerable } from '#server/features/notify/letter.queries.ts';
import {
  addConsultant,
  addPerson,
  type Answer,
  addProduct,
  type Browser,
  browserOf,
  call,
} from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.close());

const [soglasie] = PAPER_VERSIONS['/kompaniya/soglasie'];
const [reklama] = PAPER_VERSIONS['/kompaniya/soglasie-reklama'];
type Row = { purpose: string; state: string; action: string | null; at: string | null; withdrawn_at: string | null };
/** Logged in on a device of their own. */
const enter = (userId: number) => browserOf(shop, { userId });
const read = async (tab: Browser) => (await call(tab, 'GET', '/api/consents')).body;
const withdraw = (tab: Browser, purpose: string) => call(tab, 'POST', '/api/consents/withdraw', { purpose });
const give = (tab: Browser, purpose: string, version: string = soglasie.version) =>
  call(tab, 'POST', '/api/consents/give', { purpose, version });
const rowOf = (body: Answer['body'], purpose: string): Row | undefined =>
  (body.consents as Row[]).find((row) => row.purpose === purpose);
const rowsOf = (userId: number) =>
  shop.db.select().from(consents).where(eq(consents.userId, userId)).orderBy(consents.id);
const person = async (id: number) => (await shop.db.select().from(users).where(eq(users.id, id)))[0]!;

describe('consents in the cabinet', () => {
  it('are given, taken back and given again; the log keeps every act with text, address and browser', async () => {
    const id = await addPerson(shop);
    const tab = await enter(id);
    expect(rowOf(await read(tab), 'marketing')).toMatchObject({ state: 'none', action: 'give', at: null });

    await give(tab, 'marketing', reklama.version);
    expect((await person(id)).sendEmail).toBe(true);
    expect(rowOf(await read(tab), 'marketing')).toMatchObject({ state: 'given', action: 'withdraw' });

    const { body } = await withdraw(tab, 'marketing');
    expect(rowOf(body, 'marketing')).toMatchObject({ state: 'withdrawn', action: 'give' });
    expect((await person(id)).sendEmail).toBe(false);

    await give(tab, 'marketing', reklama.version);
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ purpose: 'marketing', docVersion: reklama.version, textHash: reklama.sha256, ip: '127.0.0.1' }); // prettier-ignore
    expect(rows[0]?.userAgent).not.toBe('');
    expect(rows[0]?.withdrawnAt).toEqual(shop.clock.now);
    expect(rows[1]?.withdrawnAt).toBeNull();
    expect((await read(tab)).log).toHaveLength(2);
  });

  it('taken back twice end once, and given twice stand once, also at the same moment', async () => {
    const id = await addPerson(shop);
    const tab = await enter(id);
    await Promise.all([give(tab, 'sponsor_contacts'), give(tab, 'sponsor_contacts'), give(tab, 'sponsor_contacts')]);
    expect(await rowsOf(id)).toHaveLength(1);
    await withdraw(tab, 'sponsor_contacts');
    const [first] = await rowsOf(id);
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    const again = await withdraw(tab, 'sponsor_contacts');
    expect(again.body).toMatchObject({ status: 'success' });
    expect((await rowsOf(id))[0]?.withdrawnAt).toEqual(first?.withdrawnAt);
  });

  it('of contacts for clients turn the consultant’s switch, and are for consultants alone', async () => {
    const cons = await addConsultant(shop);
    const tab = await enter(cons);
    await give(tab, 'client_contacts');
    expect((await person(cons)).showContacts).toBe(true);
    await withdraw(tab, 'client_contacts');
    expect((await person(cons)).showContacts).toBe(false);

    const client = await enter(await addPerson(shop));
    expect(rowOf(await read(client), 'client_contacts')).toBeUndefined();
    expect((await give(client, 'client_contacts')).body).toMatchObject({ status: 'error', code: 'forbidden' });
  });

  it('refuse a text that is not the newest, and purposes that are not given or taken back here', async () => {
    const id = await addPerson(shop);
    const tab = await enter(id);
    for (const version of ['2026-11-01', '', 'x', '<script>'])
      expect((await give(tab, 'sponsor_contacts', version)).body).toMatchObject({
        status: 'error',
        code: 'validation',
      });
    expect((await give(tab, 'sponsor_contacts', '2'.repeat(21))).http).toBe(200);
    for (const purpose of ['registration', 'offer', 'agreement', 'toString', '', '<b>order</b>'])
      expect((await withdraw(tab, purpose)).body).toMatchObject({ code: 'validation', errors: { purpose: [expect.stringMatching(/Согласие на кабинет|согласие здесь/)] } }); // prettier-ignore
    expect((await give(tab, 'order')).body).toMatchObject({ code: 'validation' });
    expect(await rowsOf(id)).toEqual([]);
  });

  it('are nobody’s but their person’s', async () => {
    const [anna, boris] = [await addPerson(shop), await addPerson(shop)];
    const tab = await enter(anna);
    await give(tab, 'sponsor_contacts');
    await withdraw(await enter(boris), 'sponsor_contacts');
    expect((await rowsOf(anna))[0]?.withdrawnAt).toBeNull();
    expect(rowOf(await read(await enter(boris)), 'sponsor_contacts')?.state).toBe('none');
    expect((await call(await browserOf(shop), 'GET', '/api/consents')).http).toBe(401);
  });
});

describe('a consent that is taken back', () => {
  const ask = (tab: Browser, productId: number, email: string) =>
    call(tab, 'POST', '/user/notify-product', { product_id: productId, email, consent: true, consent_version: soglasie.version }); // prettier-ignore

  it('stops the letters that it was given for, the one of the guest who joined the account too', async () => {
    const guestId = randomUUID();
    const guest = await browserOf(shop, { guestId });
    const productId = await addProduct(shop, { stockQty: 0 });
    await ask(guest, productId, 'sosedka@mail.test');
    const id = await addPerson(shop);
    const tab = await enter(id);
    await shop.db.insert(guests).values({ guestId, userId: id, boundAt: shop.clock.now });
    await shop.db
      .update(notifyRequests)
      .set({ confirmedAt: shop.clock.now })
      .where(eq(notifyRequests.productId, productId));
    await shop.db.execute(`update products set stock_qty = 5 where id = ${productId}`);
    expect(rowOf(await read(tab), 'notify_product')?.state).toBe('given');

    await withdraw(tab, 'notify_product');
    expect(await shop.db.transaction((tx) => takeAnswerable(tx, shop.clock.now, 10))).toEqual([]);
  });

  it('stops a call that nobody has been told of yet', async () => {
    const id = await addPerson(shop);
    const tab = await enter(id);
    const [consent] = await shop.db
      .insert(consents)
      .values({ userId: id, purpose: 'contact', docVersion: soglasie.version, textHash: soglasie.sha256 })
      .returning();
    const [asked] = await shop.db
      .insert(consultantCalls)
      .values({ userId: id, name: 'Анна', phone: '+79130000001', consentId: consent!.id, createdAt: shop.clock.now })
      .returning();
    expect(await findCallToTell(shop.db, asked!.id)).toMatchObject({ call: { name: 'Анна' } });
    await withdraw(tab, 'contact');
    expect(await findCallToTell(shop.db, asked!.id)).toBeUndefined();
  });

  it('stops a letter that is already on its way to be sent', async () => {
    const id = await addPerson(shop, { email: 'zhdu@mail.test' });
    const tab = await enter(id);
    const productId = await addProduct(shop, { stockQty: 0 });
    await ask(tab, productId, 'zhdu@mail.test');
    await shop.db.execute(`update products set stock_qty = 5 where id = ${productId}`);
    const [request] = await shop.db.transaction((tx) => takeAnswerable(tx, shop.clock.now, 10));
    expect(await findDue(shop.db, request!)).toMatchObject({ email: 'zhdu@mail.test' });
    await withdraw(tab, 'notify_product');
    expect(await findDue(shop.db, request!)).toBeUndefined();
  });
});

describe('old versions of a text', () => {
  const get = async (path: string) => call(await browserOf(shop), 'GET', `/api/papers/${path}`);
  it('open for everybody, with the fingerprint that consents keep', async () => {
    const { body } = await get('soglasie/2026-11-01');
    expect(body).toMatchObject({ paper: { path: '/kompaniya/soglasie', version: '2026-11-01' }, sha256: PAPER_VERSIONS['/kompaniya/soglasie'].at(-1)!.sha256 }); // prettier-ignore
  });
  it('that never were are said to be none', async () => {
    expect((await get('soglasie/2026-11-02')).body).toMatchObject({ code: 'not_found' });
    expect((await get('net-takogo/2026-11-01')).body).toMatchObject({ code: 'not_found' });
    expect((await get('soglasie/..%2F..%2Fetc')).http).toBe(400);
  });
});
