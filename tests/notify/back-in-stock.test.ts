import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS, NOT_MEDICINE } from '#contract/content.ts';
import { consents, notifyRequests, users } from '#server/db/tables/people.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { notifications } from '#server/db/tables/notifications.ts';
import { setPublished, setStock } from '#server/features/catalogue/catalogue.commands.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { backInStockLetter } from '#server/features/notify/letter.rules.ts';
import { openGates } from '#server/gates/gates.ts';
import { type Letter, MailError, type MailGate } from '#server/gates/mail/port.ts';
import { openOutbox } from '#server/gates/mail/outbox.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { addPerson, addProduct, browserOf, call } from '#tests/cart/shop-people.ts';
import { rowsOf, runnersOn } from '#tests/jobs/open-jobs.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

let shop: TestShop;
let runners: ReturnType<typeof runnersOn>;
/** What the gate was given, and what it does with it. */
let letters: Letter[] = [];
let post: (letter: Letter) => Promise<void> = async () => {};
const mail: MailGate = {
  send: (letter) => {
    letters.push(letter);
    return post(letter);
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

const work = () => runners.run(JOBS, { gates: { ...openGates(shop.db, shop.env), mail } });
const change = (stock: number, productId: number) =>
  shop.db.transaction((tx) => setStock(tx, { productId, now: shop.clock.now, jobs: shop.jobs, stock }));
let people = 0;
async function asker(more: { email?: string } = {}) {
  people += 1;
  const email = `Anna${people}@Mail.test`;
  const userId = await addPerson(shop, { email });
  const browser = await browserOf(shop, { userId });
  const ask = (productId: number, contact: { email?: string; phone?: string } = { email: more.email ?? email }) =>
    call(browser, 'POST', '/user/notify-product', {
      product_id: productId,
      ...contact,
      consent: true,
      consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
    });
  return { userId, email: email.toLowerCase(), ask };
}
const requestOf = async (productId: number) =>
  (await shop.db.select().from(notifyRequests).where(eq(notifyRequests.productId, productId)))[0];
const inboxOf = (userId: number) => shop.db.select().from(notifications).where(eq(notifications.userId, userId));
/** Every job that was sent so far has ended. */
const idle = () =>
  until(async () => {
    const { rows } = await shop.db.execute(
      sql`select id from pgboss.job where name like 'notify.%' and state in ('created', 'active')`,
    );
    expect(rows).toEqual([]);
  });

describe('a product that is back in stock', () => {
  it('is told once to everybody who waits, whichever way and however often it comes back', async () => {
    const [productId, anna, boris] = [await addProduct(shop, { stockQty: 0 }), await asker(), await asker()];
    for (const person of [anna, boris]) expect((await person.ask(productId)).body).toMatchObject({ status: 1 });
    await Promise.all([work(), work()]);
    await change(0, productId);
    await idle();
    expect(letters).toEqual([]);
    await change(5, productId);
    await until(() => expect(letters.length).toBeGreaterThanOrEqual(2));
    await change(0, productId);
    await change(9, productId);
    await publishCatalogue(shop, shop.clock.now);
    await idle();
    expect(letters.map((letter) => letter.to).sort()).toEqual([anna.email, boris.email].sort());
    expect(new Set(letters.map((letter) => letter.messageId)).size).toBe(2);
    // The inbox has it once, whatever the letter's tries.
    expect(await inboxOf(anna.userId)).toMatchObject([
      { title: letters[0]!.subject, event: letters.find(({ to }) => to === anna.email)?.messageId, isPushed: true },
    ]);
    expect(await requestOf(productId)).toMatchObject({ sentAt: expect.any(Date) });
  });

  it('is told when it is shown again, and when a publication brings it back', async () => {
    const [hidden, byHand] = [await addProduct(shop, { stockQty: 0 }), await addProduct(shop, { stockQty: 0 })];
    const person = await asker();
    for (const productId of [hidden, byHand]) await person.ask(productId);
    await shop.db.update(products).set({ stockQty: 50 }).where(eq(products.id, hidden));
    await shop.db.transaction((tx) =>
      setPublished(tx, { productId: hidden, now: shop.clock.now, jobs: shop.jobs, published: false }),
    );
    await work();
    await shop.db.transaction((tx) =>
      setPublished(tx, { productId: hidden, now: shop.clock.now, jobs: shop.jobs, published: true }),
    );
    await until(() => expect(letters).toHaveLength(1));
    await shop.db.update(products).set({ stockQty: 3 }).where(eq(products.id, byHand));
    await publishCatalogue(shop, shop.clock.now);
    await until(() => expect(letters).toHaveLength(2));
  });

  it('is told to an account’s own address only, in use and with its consent', async () => {
    const productId = await addProduct(shop, { stockQty: 0 });
    const [stranger, phone, withdrawn, gone] = [
      await asker({ email: 'somebody.else@mail.test' }),
      await asker(),
      await asker(),
      await asker(),
    ];
    await stranger.ask(productId);
    await phone.ask(productId, { phone: '+7 912 345-67-89' });
    await withdrawn.ask(productId);
    await gone.ask(productId);
    await shop.db.update(consents).set({ withdrawnAt: shop.clock.now }).where(eq(consents.userId, withdrawn.userId));
    await shop.db.update(users).set({ active: false }).where(eq(users.id, gone.userId));
    await work();
    await change(5, productId);
    await idle();
    // The stranger's address is asked whether it is theirs, which it does not answer.
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['somebody.else@mail.test', 'Подтвердите адрес, и мы сообщим о поступлении'],
    ]);
  });

  it('is told to the owner of an address that a stranger had typed before', async () => {
    const [productId, owner] = [await addProduct(shop, { stockQty: 0 }), await asker()];
    const stranger = await asker({ email: owner.email });
    await stranger.ask(productId);
    await owner.ask(productId);
    // Nor may the stranger take the request over again.
    await stranger.ask(productId);
    await work();
    await change(5, productId);
    const news = () => letters.filter(({ subject }) => subject.startsWith('Снова в наличии'));
    await until(() => expect(news().map((letter) => letter.to)).toEqual([owner.email]));
    expect(await requestOf(productId)).toMatchObject({ userId: owner.userId });
  });

  it('and has run out again before the letter went is waited for on', async () => {
    const [productId, person] = [await addProduct(shop, { stockQty: 0 }), await asker()];
    await person.ask(productId);
    await change(5, productId);
    await shop.db.update(products).set({ stockQty: 0 }).where(eq(products.id, productId));
    await shop.db
      .update(notifyRequests)
      .set({ queuedAt: shop.clock.now })
      .where(eq(notifyRequests.productId, productId));
    const job = JOBS.find((one) => one.name === 'notify.back-in-stock')!;
    const request = await requestOf(productId);
    await shop.db.transaction((tx) => shop.jobs.send(tx, job, { requestId: request!.id }));
    await work();
    await until(async () => expect(await requestOf(productId)).toMatchObject({ queuedAt: null, sentAt: null }));
    expect(letters).toEqual([]);
    await change(4, productId);
    await until(() => expect(letters).toHaveLength(1));
  });

  it('may be asked for anew after the letter: another letter, of another id', async () => {
    const [productId, person] = [await addProduct(shop, { stockQty: 0 }), await asker()];
    await person.ask(productId);
    await work();
    await change(5, productId);
    await until(async () => expect(await requestOf(productId)).toMatchObject({ sentAt: expect.any(Date) }));
    await change(0, productId);
    shop.clock.now = new Date(shop.clock.now.getTime() + 86_400_000);
    await person.ask(productId);
    await change(5, productId);
    await until(() => expect(letters).toHaveLength(2));
    expect(letters[0]!.messageId).not.toBe(letters[1]!.messageId);
  });
});

describe('a letter', () => {
  it('whose answer was lost goes again under the same Message-ID', async () => {
    const [productId, person] = [await addProduct(shop, { stockQty: 0 }), await asker()];
    await person.ask(productId);
    post = async () => {
      if (letters.length === 1) throw new MailError('away', 'SMTP ETIMEDOUT');
    };
    await work();
    await change(5, productId);
    const name = 'notify.back-in-stock';
    await until(async () => expect((await rowsOf(shop, name)).at(-1)).toMatchObject({ state: 'retry' }));
    await shop.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
    await until(async () => expect(await requestOf(productId)).toMatchObject({ sentAt: expect.any(Date) }));
    expect(letters).toHaveLength(2);
    expect(letters[0]).toEqual(letters[1]);
  });

  it('to a mailbox that does not exist is tried once and listed', async () => {
    const [productId, person] = [await addProduct(shop, { stockQty: 0 }), await asker()];
    await person.ask(productId);
    post = () => Promise.reject(new MailError('refused', 'SMTP 550 at RCPT TO'));
    await work();
    await change(5, productId);
    await until(async () =>
      expect((await rowsOf(shop, 'notify.back-in-stock')).at(-1)).toMatchObject({
        state: 'failed',
        output: { message: 'JobGivenUp: SMTP 550 at RCPT TO' },
      }),
    );
    expect(letters).toHaveLength(1);
    expect(await requestOf(productId)).toMatchObject({ sentAt: null });
  });

  it('says of a supplement that it is no medicine, and who writes why', () => {
    const parts = {
      askedAt: new Date('2026-11-21T22:00:00Z'),
      publicUrl: 'https://shop.test',
      unsubscribe: 'https://shop.test/otpiska/r1.x',
    };
    const product = { title: 'Хлорелла <b>&</b>', slug: 'hlorella-101', isBad: true };
    const letter = backInStockLetter({ product, ...parts });
    expect(letter.subject).toBe('Снова в наличии: Хлорелла <b>&</b>');
    for (const words of [letter.text, letter.html]) {
      expect(words).toContain(NOT_MEDICINE);
      expect(words).toContain('https://shop.test/produkt/hlorella-101');
      expect(words).toContain('22 ноября 2026');
      expect(words).toContain('Продавец: ООО «Росток», ОГРН');
      expect(words).toContain('https://shop.test/kompaniya/soglasie');
    }
    expect(letter.html).toContain('Хлорелла &lt;b&gt;&amp;&lt;/b&gt;');
    expect(backInStockLetter({ product: { ...product, isBad: false }, ...parts }).text).not.toContain(NOT_MEDICINE);
  });
});

describe('/dev/outbox', () => {
  it('shows letters, escaped, under the policy of a page; a repeated letter once', async () => {
    const letter = {
      to: 'x@mail.test',
      subject: '<script>alert(1)</script>',
      text: 'Слова & "кавычки"',
      html: '<p>Слова</p>',
      messageId: '<one@shop.test>',
    };
    const outbox = openOutbox(shop.db);
    await outbox.send(letter);
    await outbox.send(letter);
    const page = await shop.app.inject('/dev/outbox');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';");
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.body).toContain('Слова &amp; &quot;кавычки&quot;');
    expect(page.body.match(/one@shop\.test/g)).toHaveLength(1);
    expect(page.body).not.toContain('<script>alert');
  });

  it('does not exist in production', async () => {
    const strict = await openShop({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.test', LOG_LEVEL: 'silent' });
    const page = await strict.app.inject({ url: '/dev/outbox', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(404);
    await strict.close();
  });
});
