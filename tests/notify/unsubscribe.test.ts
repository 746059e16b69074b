import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { consents, linkKeys, notifyRequests } from '#server/db/tables/people.ts';
import { setStock } from '#server/features/catalogue/catalogue.commands.ts';
import { keepLinkKey } from '#server/features/notify/unsubscribe.queries.ts';
import { readWritten, signWritten } from '#server/features/notify/unsubscribe.rules.ts';
import { openGates } from '#server/gates/gates.ts';
import type { Letter } from '#server/gates/mail/port.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { addPerson, addProduct, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { runnersOn } from '#tests/jobs/open-jobs.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Leaving letters without a login (docs/decisions/435, docs/product/law.md row 13).
let shop: TestShop;
let runners: ReturnType<typeof runnersOn>;
let letters: Letter[] = [];
const mail = { send: async (letter: Letter) => void letters.push(letter) };
beforeAll(async () => {
  shop = await openShop();
  runners = runnersOn(shop);
});
beforeEach(() => {
  letters = [];
});
afterEach(() => runners.stop());
afterAll(() => shop.close());

const work = () => runners.run(JOBS, { gates: { ...openGates(shop.db, shop.env), mail }, now: () => shop.clock.now });
const idle = () =>
  until(async () => {
    const { rows } = await shop.db.execute(
      sql`select id from pgboss.job where name like 'notify.%' and state in ('created', 'active')`,
    );
    expect(rows).toEqual([]);
  });
const soldOut = () => addProduct(shop, { stockQty: 0 });
const arrive = (productId: number) =>
  shop.db.transaction((tx) => setStock(tx, { productId, now: shop.clock.now, jobs: shop.jobs, stock: 5 }));
const ask = async (browser: Browser, productId: number, email: string) =>
  (
    await call(browser, 'POST', '/user/notify-product', {
      product_id: productId,
      email,
      consent: true,
      consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
    })
  ).body;
async function person() {
  const email = `${randomUUID()}@mail.test`;
  const userId = await addPerson(shop, { email });
  return { email, userId, browser: await browserOf(shop, { userId }) };
}
const requestsOf = (contact: string) =>
  shop.db.select().from(notifyRequests).where(eq(notifyRequests.contact, contact));
const consentsOf = (userId: number) => shop.db.select().from(consents).where(eq(consents.userId, userId));
const pathOf = ({ unsubscribe = '' }: Letter): string => new URL(unsubscribe).pathname;
const confirm = async ({ text }: Letter) => {
  const token = /\/user\/notify#(\S{43})$/m.exec(text)?.[1];
  const { body } = await call(await browserOf(shop), 'POST', '/api/notify/confirm', { token });
  expect(body).toMatchObject({ status: 'success' });
};
/** As a mail program does it: a form from elsewhere, no cookie, no header of ours (RFC 8058). */
const oneClick = (url: string, headers: Record<string, string> = {}, payload = 'List-Unsubscribe=One-Click') =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });

describe('a letter «снова в наличии»', () => {
  it('is left by one click, without a session: what waits loses its consent, nothing more comes', async () => {
    const { email, userId, browser } = await person();
    const [first, second] = [await soldOut(), await soldOut()];
    for (const id of [first, second]) await ask(browser, id, email);
    await work();
    await arrive(first);
    await until(() => expect(letters).toHaveLength(1));
    const [letter] = letters;
    expect(letter!.text).toContain(`Отписаться, без входа в кабинет: ${letter!.unsubscribe}`);
    expect(letter!.html).toContain(`<a href="${letter!.unsubscribe}">Отписаться</a>`);
    expect(letter!.unsubscribe).not.toContain('mail.test');

    // A look at it, as filters take one, ends nothing.
    const page = await shop.app.inject({ url: pathOf(letter!), headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain(`Больше не писать на ${email[0]}***@mail.test о поступлении товаров?`);
    expect((await consentsOf(userId)).filter((one) => one.withdrawnAt)).toEqual([]);

    for (let twice = 0; twice < 2; twice += 1) {
      const done = await oneClick(pathOf(letter!));
      expect([done.statusCode, done.headers['set-cookie']]).toEqual([200, undefined]);
      expect(done.body).toContain('Больше не напишем');
    }
    const log = (await consentsOf(userId)).map(({ purpose, withdrawnAt }) => [purpose, withdrawnAt !== null]);
    expect(log).toEqual([
      ['notify_product', true],
      ['notify_product', true],
    ]);
    await arrive(second);
    await idle();
    expect(letters).toHaveLength(1);
  });

  it('asked for again after that comes again', async () => {
    const { email, browser } = await person();
    const [first, second] = [await soldOut(), await soldOut()];
    for (const id of [first, second]) await ask(browser, id, email);
    await work();
    await arrive(first);
    await until(() => expect(letters).toHaveLength(1));
    await oneClick(pathOf(letters[0]!));
    await ask(browser, second, email);
    await arrive(second);
    await until(() => expect(letters.map(({ to }) => to)).toEqual([email, email]));
  });

  it('of a guest too, who is asked whether the address is theirs once more', async () => {
    const [guest, address] = [await browserOf(shop), `${randomUUID()}@mail.test`];
    const [first, second] = [await soldOut(), await soldOut()];
    for (const id of [first, second]) await ask(guest, id, address);
    await work();
    await until(() => expect(letters).toHaveLength(1));
    await confirm(letters[0]!);
    await arrive(first);
    await until(() => expect(letters).toHaveLength(2));
    await oneClick(pathOf(letters[1]!));
    await arrive(second);
    await idle();
    expect(letters).toHaveLength(2);
    await shop.db.transaction((tx) =>
      setStock(tx, { productId: second, now: shop.clock.now, jobs: shop.jobs, stock: 0 }),
    );
    await ask(guest, second, address);
    await until(() => expect(letters).toHaveLength(3));
    await confirm(letters[2]!);
    await arrive(second);
    await until(() => expect(letters.map(({ subject }) => subject.slice(0, 5))).toEqual(['Подтв', 'Снова', 'Подтв', 'Снова'])); // prettier-ignore
  });

  it('stops nobody else’s letters', async () => {
    const [anna, boris] = [await person(), await person()];
    const [first, second] = [await soldOut(), await soldOut()];
    await ask(anna.browser, first, anna.email);
    await ask(boris.browser, second, boris.email);
    await work();
    await arrive(first);
    await until(() => expect(letters).toHaveLength(1));
    await oneClick(pathOf(letters[0]!));
    await arrive(second);
    await until(() => expect(letters.map(({ to }) => to)).toEqual([anna.email, boris.email]));
  });
});

describe('a letter that asks whether an address is somebody’s', () => {
  it('is left too: the address is forgotten, and whoever types it again moves nobody to write', async () => {
    const guest = await browserOf(shop);
    const [product, address] = [await soldOut(), `${randomUUID()}@mail.test`];
    await ask(guest, product, address);
    await work();
    await until(() => expect(letters).toHaveLength(1));
    const done = await oneClick(pathOf(letters[0]!));
    expect(done.statusCode).toBe(200);
    expect(await requestsOf(address)).toEqual([]);
    shop.clock.now = new Date(shop.clock.now.getTime() + 3_600_000);
    expect(await ask(await browserOf(shop), product, address)).toMatchObject({ status: 1, confirm: 'email' });
    await idle();
    expect(letters).toHaveLength(1);
    // Its owner may still think again: the letter's other link is good.
    await confirm(letters[0]!);
    await arrive(product);
    await until(() => expect(letters.map(({ to }) => to)).toEqual([address, address]));
  });
});

describe('the address of a letter', () => {
  it('is taken in either shape of a form, from any site, by browsers too', async () => {
    const { email, userId, browser } = await person();
    const token = async () => signWritten(await keepLinkKey(shop.db), { of: 'request', id: await requestId() });
    const requestId = async () => (await requestsOf(email))[0]!.id;
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    for (const [headers, body] of [
      [{ 'content-type': 'multipart/form-data; boundary=x' }, multipart],
      [{ origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }, 'List-Unsubscribe=One-Click'],
      [{}, ''],
    ] as const) {
      await ask(browser, await soldOut(), email);
      expect((await oneClick(`/otpiska/${await token()}`, headers, body)).statusCode).toBe(200);
      expect((await consentsOf(userId)).every((one) => one.withdrawnAt !== null)).toBe(true);
    }
  });

  it('that is not of this shop, or not whole, ends nothing and says so', async () => {
    const { email, userId, browser } = await person();
    await ask(browser, await soldOut(), email);
    const [request] = await requestsOf(email);
    const good = signWritten(await keepLinkKey(shop.db), { of: 'request', id: request!.id });
    const bad = [
      good.slice(0, -1),
      `${good}A`,
      good.replace(/^r\d+/, 'r1'),
      good.replace(/^r/, 'c'),
      signWritten('another key', { of: 'request', id: request!.id }),
      `r99999999999.${'A'.repeat(43)}`,
      `${email}`,
      '%00',
    ];
    for (const token of bad)
      for (const method of ['GET', 'POST'] as const) {
        const { statusCode, body } = await shop.app.inject({ method, url: `/otpiska/${token}`, payload: '' });
        expect([token, statusCode]).toEqual([token, 404]);
        expect(body).toContain('Ссылка не открылась');
      }
    expect((await consentsOf(userId)).some((one) => one.withdrawnAt !== null)).toBe(false);
  });

  it('of a row that is gone says that nothing comes', async () => {
    const token = signWritten(await keepLinkKey(shop.db), { of: 'confirmation', id: 2_147_483_647 });
    expect((await oneClick(`/otpiska/${token}`)).body).toContain('Письма о поступлении товаров больше не придут');
  });

  it('is signed with one key, whoever needs it first', async () => {
    await shop.db.delete(linkKeys);
    const keys = await Promise.all(Array.from({ length: 8 }, () => keepLinkKey(shop.db)));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toHaveLength(43);
    for (const written of [
      { of: 'request', id: 1 },
      { of: 'confirmation', id: 2_147_483_647 },
    ] as const)
      expect(readWritten(keys[0]!, signWritten(keys[0]!, written))).toEqual(written);
  });
});
