import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS, NOT_MEDICINE } from '#contract/content.ts';
import { notifyConfirmations, notifyLinks, notifyRequests } from '#server/db/tables/people.ts';
import { setStock } from '#server/features/catalogue/catalogue.commands.ts';
import { confirmLetter } from '#server/features/notify/letter.rules.ts';
import { openGates } from '#server/gates/gates.ts';
import { type Letter, MailError } from '#server/gates/mail/port.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { addPerson, addProduct, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { rowsOf, runnersOn } from '#tests/jobs/open-jobs.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// An address that is not the person's own (docs/product/calls.md#notify-me, docs/decisions/134).
const DAY_MS = 86_400_000;
let shop: TestShop;
let runners: ReturnType<typeof runnersOn>;
let letters: Letter[] = [];
let post: () => Promise<void>;
const mail = {
  send: async (letter: Letter) => {
    letters.push(letter);
    await post();
  },
};
beforeAll(async () => {
  shop = await openShop();
  runners = runnersOn(shop);
});
beforeEach(() => {
  letters = [];
  post = async () => {};
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
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const soldOut = () => addProduct(shop, { stockQty: 0 });
const arrive = (productId: number) =>
  shop.db.transaction((tx) => setStock(tx, { productId, now: shop.clock.now, jobs: shop.jobs, stock: 5 }));
const newAddress = () => `${randomUUID()}@mail.test`;
const ask = async (browser: Browser, productId: number, email: string) =>
  (
    await call(browser, 'POST', '/user/notify-product', {
      product_id: productId,
      email,
      consent: true,
      consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
    })
  ).body;
const confirm = async (token: string) =>
  (await call(await browserOf(shop), 'POST', '/api/notify/confirm', { token })).body;
const tokenOf = ({ text }: Letter): string => /\/user\/notify#(\S{43})$/m.exec(text)?.[1] ?? '';
const askings = () => letters.filter(({ subject }) => subject.startsWith('Подтвердите адрес'));
const news = () => letters.filter(({ subject }) => subject.startsWith('Снова в наличии'));
const requestsOf = (contact: string) =>
  shop.db.select().from(notifyRequests).where(eq(notifyRequests.contact, contact));

describe('an address that a guest typed', () => {
  it('gets one letter that asks, and the news only after its link was tapped', async () => {
    const [guest, address] = [await browserOf(shop), newAddress()];
    const [first, second] = [await soldOut(), await soldOut()];
    expect(await ask(guest, first, address)).toMatchObject({ status: 1, confirm: 'email' });
    expect(await ask(guest, second, address)).toMatchObject({ status: 1, confirm: 'email' });
    await work();
    await arrive(first);
    await idle();
    expect(letters.map(({ to }) => to)).toEqual([address]);
    expect(await confirm(tokenOf(letters[0]!))).toEqual({
      status: 'success',
      message: 'Напишем один раз, когда товар появится.',
      products: [
        { title: expect.stringMatching(/^Товар/), slug: expect.stringMatching(/^tovar-/) },
        { title: expect.stringMatching(/^Товар/), slug: expect.stringMatching(/^tovar-/) },
      ],
    });
    // What had come back by then is told at once, the other when it comes.
    await until(() => expect(news()).toHaveLength(1));
    await arrive(second);
    await until(() => expect(news()).toHaveLength(2));
    expect(news().every(({ to }) => to === address)).toBe(true);
    expect(askings()).toHaveLength(1);
  });

  it('keeps only the hash of its link, in the database and in the queue', async () => {
    const [product, address] = [await soldOut(), newAddress()];
    await ask(await browserOf(shop), product, address);
    await work();
    await until(() => expect(letters).toHaveLength(1));
    const token = tokenOf(letters[0]!);
    const { rows } = await shop.db.execute<{ all: string }>(sql`
      select coalesce(string_agg(l.token_hash, ' '), '') || (select coalesce(string_agg(j.data::text || coalesce(j.output::text, ''), ' '), '')
        from pgboss.job j) || (select string_agg(c::text, ' ') from notify_confirmations c) as all from notify_links l`);
    expect(token).toHaveLength(43);
    expect(rows[0]!.all).not.toContain(token);
    expect(rows[0]!.all).toMatch(/[0-9a-f]{64}/);
    // The token is behind «#»: no server on its way is told of it.
    expect(letters[0]!.html).toContain(`/user/notify#${token}"`);
  });

  it('gets one repeat, not sooner than after a minute, from whoever asks', async () => {
    const [product, address] = [await soldOut(), newAddress()];
    await work();
    for (const minutes of [0, 0, 2, 2, 600]) {
      later(minutes * 60_000);
      expect(await ask(await browserOf(shop), product, address)).toMatchObject({ confirm: 'email' });
    }
    await idle();
    expect(askings()).toHaveLength(2);
    expect(new Set(askings().map(({ messageId }) => messageId)).size).toBe(2);
    expect(await requestsOf(address)).toHaveLength(1);
    // Both links open.
    for (const letter of askings()) expect(await confirm(tokenOf(letter))).toMatchObject({ status: 'success' });
  });

  it('is told the same whether it was confirmed or not, and asked about what is wanted later', async () => {
    const [first, second, address] = [await soldOut(), await soldOut(), newAddress()];
    await work();
    const before = await ask(await browserOf(shop), first, address);
    await idle();
    const old = tokenOf(letters[0]!);
    await confirm(old);
    later(120_000);
    expect(await ask(await browserOf(shop), first, address)).toEqual(before);
    expect(await ask(await browserOf(shop), second, address)).toEqual(before);
    await idle();
    // The link of the letter before opens no more, and confirms nothing that was asked for since.
    expect(await confirm(old)).toMatchObject({ status: 'error', code: 'not_found' });
    await arrive(second);
    await idle();
    expect(news()).toEqual([]);
    await confirm(tokenOf(askings().at(-1)!));
    await until(() => expect(news()).toHaveLength(1));
  });

  it('is forgotten after fourteen days without an answer, and its link says so in words', async () => {
    const [product, address] = [await soldOut(), newAddress()];
    await ask(await browserOf(shop), product, address);
    await work();
    await until(() => expect(letters).toHaveLength(1));
    const token = tokenOf(letters[0]!);
    later(14 * DAY_MS - 1000);
    const forget = JOBS.find(({ name }) => name === 'notify.forget-unconfirmed')!;
    await shop.db.transaction((tx) => shop.jobs.send(tx, forget, {}));
    await idle();
    expect(await requestsOf(address)).toHaveLength(1);
    later(1000);
    expect(await confirm(token)).toMatchObject({
      status: 'error',
      code: 'not_found',
      message: 'Ссылка больше не действует. Попросите сообщить о поступлении ещё раз: пришлём новую',
    });
    await shop.db.transaction((tx) => shop.jobs.send(tx, forget, {}));
    await idle();
    expect(await requestsOf(address)).toEqual([]);
    expect(await shop.db.select().from(notifyConfirmations).where(eq(notifyConfirmations.contact, address))).toEqual(
      [],
    );
    await arrive(product);
    await idle();
    expect(letters).toHaveLength(1);
  });
});

describe('a link', () => {
  it.each(['', 'x'.repeat(42), '../../../etc/passwd', 'я'.repeat(43)])('that is none says so: %j', async (token) => {
    expect(await confirm(token)).toMatchObject({
      status: 'error',
      code: 'validation',
      errors: { token: ['Ссылка неполная: откройте её из письма ещё раз'] },
    });
  });
  it('that nobody was sent opens nothing', async () => {
    expect(await confirm('A'.repeat(43))).toMatchObject({ status: 'error', code: 'not_found' });
  });
  it('of a letter whose answer was lost opens, and so does the one of its next try', async () => {
    const [product, address] = [await soldOut(), newAddress()];
    post = async () => {
      if (letters.length === 1) throw new MailError('away', 'SMTP ETIMEDOUT');
    };
    await ask(await browserOf(shop), product, address);
    await work();
    await until(async () =>
      expect((await rowsOf(shop, 'notify.ask-to-confirm')).at(-1)).toMatchObject({ state: 'retry' }),
    );
    await shop.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
    await until(() => expect(letters).toHaveLength(2));
    expect(letters[0]!.messageId).toBe(letters[1]!.messageId);
    expect(tokenOf(letters[0]!)).not.toBe(tokenOf(letters[1]!));
    expect(await confirm(tokenOf(letters[0]!))).toMatchObject({ status: 'success', products: [{}] });
    expect(await confirm(tokenOf(letters[1]!))).toMatchObject({ status: 'success', products: [{}] });
  });
});

describe('an account', () => {
  it('asks for another address than its own by a letter, and for its own without', async () => {
    const [own, product] = [newAddress(), await soldOut()];
    const browser = await browserOf(shop, { userId: await addPerson(shop, { email: own.toUpperCase() }) });
    expect(await ask(browser, product, own)).toEqual({ status: 1, message: 'Сообщим, когда товар появится' });
    const other = newAddress();
    expect(await ask(browser, product, other)).toMatchObject({ confirm: 'email' });
    await work();
    await arrive(product);
    await idle();
    expect(letters.map(({ to, subject }) => [to, subject.slice(0, 16)]).sort()).toEqual(
      [
        [own, 'Снова в наличии:'],
        [other, 'Подтвердите адре'],
      ].sort(),
    );
    expect(await shop.db.select().from(notifyLinks)).not.toEqual([]);
  });
});

it('the letter says what, who, until when and what silence means', () => {
  const letter = confirmLetter({
    product: { title: 'Хлорелла <b>&</b>', isBad: true },
    token: 'T'.repeat(43),
    expiresAt: new Date('2026-12-05T21:30:00Z'),
    publicUrl: 'https://shop.test',
    unsubscribe: 'https://shop.test/otpiska/c1.x',
  });
  for (const words of [letter.text, letter.html]) {
    expect(words).toContain(`https://shop.test/user/notify#${'T'.repeat(43)}`);
    expect(words).toContain('6 декабря 2026');
    expect(words).toContain('Если это были не вы, ничего не делайте');
    expect(words).toContain('Продавец: ООО «Росток», ОГРН');
    expect(words).toContain(NOT_MEDICINE);
  }
  expect(letter.html).toContain('Хлорелла &lt;b&gt;&amp;&lt;/b&gt;');
});
