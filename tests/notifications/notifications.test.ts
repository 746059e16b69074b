import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifications, pushKeys, pushSubscriptions } from '#server/db/tables/notifications.ts';
import { sessions } from '#server/db/tables/people.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { forgetNotifications, sendPush } from '#server/features/notifications/notifications.jobs.ts';
import { openGates } from '#server/gates/gates.ts';
import { isPushService } from '#server/gates/push/push-hosts.rules.ts';
import { readEnv } from '#server/platform/env.ts';
import { addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { newReceiver, openPushService, signerOf } from '#tests/notifications/push-service.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// Inbox and web push (docs/product/notifications.md), client to database, with a push service that reads what it is sent.
let shop: TestShop;
let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  service = await openPushService();
  shop = await openShop({ PUSH_HOSTS: service.host });
});
beforeEach(() => {
  service.deliveries.length = 0;
  service.answers.status = 201;
});
afterAll(async () => {
  await shop.close();
  await service.close();
});

const work = () => ({
  db: shop.db,
  jobs: shop.jobs,
  gates: openGates(shop.db, shop.env),
  env: shop.env,
  now: () => shop.clock.now,
  signal: AbortSignal.timeout(60_000),
});
let events = 0;
async function tell(userId: number, more: { event?: string; isPushed?: boolean; path?: string } = {}): Promise<void> {
  events += 1;
  const told = {
    event: `<e${events}>`,
    title: `Заказ № ${events} оплачен`,
    text: 'Получили 500 ₽',
    path: '/user/orders/7',
  };
  await tellPerson(work(), { userId, isPushed: true, ...told, ...more });
}
/** Runs what waits for this person, in the order in which it was sent. */
async function deliver(userId: number): Promise<void> {
  const { rows } = await shop.db.execute<{ id: string; data: Parameters<typeof sendPush.handle>[1] }>(sql`
    delete from pgboss.job where name = ${sendPush.name} and (data->>'notificationId')::int in
      (select id from notifications where user_id = ${userId}) returning id, data`);
  for (const { data } of rows) await sendPush.handle(work(), data);
}
async function person() {
  const userId = await addPerson(shop);
  return { userId, browser: await browserOf(shop, { userId }) };
}
type Person = Awaited<ReturnType<typeof person>>;
let endpoints = 0;
async function subscribe({ browser }: Pick<Person, 'browser'>) {
  endpoints += 1;
  const receiver = newReceiver(`http://${service.host}/push/${endpoints}`);
  const { body } = await call(browser, 'POST', '/api/push/subscribe', receiver.subscription);
  expect(body.status).toBe('success');
  return receiver;
}
const state = async ({ browser }: Pick<Person, 'browser'>, endpoint: string | null) =>
  (await call(browser, 'POST', '/api/push/state', { endpoint })).body as { public_key: string; is_known: boolean };
const inbox = async ({ browser }: Pick<Person, 'browser'>, query = '') =>
  (await call(browser, 'GET', `/api/notifications${query}`)).body as {
    rows: { id: number; title: string; is_read: boolean }[];
    unread: number;
    has_more: boolean;
  };

describe('the inbox', () => {
  it('tells an event once, the newest first, by pages, and remembers what was read', async () => {
    const anna = await person();
    for (let i = 0; i < 34; i += 1) await tell(anna.userId);
    await tell(anna.userId, { event: `<e${events}>` });
    const first = await inbox(anna);
    expect([first.rows.length, first.unread, first.has_more]).toEqual([30, 34, true]);
    expect(first.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id).toSorted((a, b) => b - a));
    const rest = await inbox(anna, `?before=${first.rows.at(-1)!.id}`);
    expect([rest.rows.length, rest.has_more]).toEqual([4, false]);
    expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(34);

    const upTo = rest.rows[0]!.id;
    expect((await call(anna.browser, 'POST', '/api/notifications/read', { up_to: upTo })).body.unread).toBe(30);
    expect((await inbox(anna)).rows.every(({ is_read: isRead }) => !isRead)).toBe(true);
    expect((await inbox(anna, `?before=${upTo + 1}`)).rows.every(({ is_read: isRead }) => isRead)).toBe(true);
  });

  it('is the person’s own: another one neither reads it nor marks it', async () => {
    const [anna, boris] = [await person(), await person()];
    await tell(anna.userId);
    const { rows } = await inbox(anna);
    expect((await inbox(boris)).rows).toEqual([]);
    await call(boris.browser, 'POST', '/api/notifications/read', { up_to: rows[0]!.id });
    expect((await inbox(anna)).unread).toBe(1);
  });

  it.each(['before=0', 'before=-1', 'before=1.5', 'before=abc', 'before=99999999999', 'before='])(
    'refuses %s in words',
    async (query) => {
      const { browser } = await person();
      const { body } = await call(browser, 'GET', `/api/notifications?${query}`);
      expect(body).toMatchObject({ status: 'error', code: 'bad_request' });
    },
  );

  it('forgets after a year', async () => {
    const anna = await person();
    await tell(anna.userId);
    const old = new Date(shop.clock.now.getTime() - 366 * 86_400_000);
    await shop.db.update(notifications).set({ createdAt: old }).where(eq(notifications.userId, anna.userId));
    await tell(anna.userId);
    await forgetNotifications.handle(work(), {});
    expect((await inbox(anna)).rows).toHaveLength(1);
  });
});

describe('a push', () => {
  it('comes encrypted to each browser that asked, signed by the shop’s one key, with number and status alone', async () => {
    const anna = await person();
    const other = { browser: await browserOf(shop, { userId: anna.userId }) };
    const [phone, laptop] = [await subscribe(anna), await subscribe(other)];
    await tell(anna.userId);
    await deliver(anna.userId);
    expect(service.deliveries).toHaveLength(2);
    for (const delivery of service.deliveries) {
      const receiver = `http://${service.host}${delivery.path}` === phone.subscription.endpoint ? phone : laptop;
      expect(JSON.parse(receiver.read(delivery.body))).toEqual({
        title: `Заказ № ${events} оплачен`,
        path: '/user/orders/7',
        tag: expect.stringMatching(/^[\w-]{1,32}$/),
      });
      expect(delivery.body.includes('Заказ')).toBe(false);
      expect(delivery.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'normal' });
      const { claims, publicKey } = signerOf(delivery);
      expect(publicKey).toBe((await state(anna, null)).public_key);
      expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: expect.stringMatching(/^(mailto:|https:)/) });
    }
    expect(await shop.db.select().from(pushKeys)).toHaveLength(1);
  });

  it('is not sent for what the person has just done, nor when it was read elsewhere meanwhile', async () => {
    const anna = await person();
    await subscribe(anna);
    await tell(anna.userId, { isPushed: false });
    await deliver(anna.userId);
    await tell(anna.userId);
    await call(anna.browser, 'POST', '/api/notifications/read', { up_to: (await inbox(anna)).rows[0]!.id });
    await deliver(anna.userId);
    expect(service.deliveries).toEqual([]);
  });

  it.each([404, 410])('%i: the subscription is forgotten, and its browser hears that it is unknown', async (status) => {
    const anna = await person();
    const { subscription } = await subscribe(anna);
    expect((await state(anna, subscription.endpoint)).is_known).toBe(true);
    service.answers.status = status;
    await tell(anna.userId);
    await deliver(anna.userId);
    expect((await state(anna, subscription.endpoint)).is_known).toBe(false);
  });

  it.each([429, 500, 503])('%i: tried again, nothing forgotten', async (status) => {
    const anna = await person();
    const { subscription } = await subscribe(anna);
    service.answers.status = status;
    await tell(anna.userId);
    await expect(deliver(anna.userId)).rejects.toMatchObject({ name: 'PushError', kind: 'away' });
    expect((await state(anna, subscription.endpoint)).is_known).toBe(true);
  });

  it('403: given up with its cause, which names no address', async () => {
    const anna = await person();
    await subscribe(anna);
    service.answers.status = 403;
    await tell(anna.userId);
    await expect(deliver(anna.userId)).rejects.toMatchObject({ name: 'JobGivenUp', message: 'HTTP 403' });
  });
});

describe('a browser', () => {
  it('that another person logs in to is told theirs, and nothing more of the first one', async () => {
    const [anna, boris] = [await person(), await person()];
    const receiver = await subscribe(anna);
    await tell(anna.userId);
    await call(boris.browser, 'POST', '/api/push/subscribe', receiver.subscription);
    await deliver(anna.userId);
    expect(service.deliveries).toEqual([]);
    expect((await state(anna, receiver.subscription.endpoint)).is_known).toBe(false);
  });

  it('is forgotten with its session: after a logout nothing private comes there', async () => {
    const anna = await person();
    await subscribe(anna);
    const { body } = await call(anna.browser, 'POST', '/logout', {});
    expect(body.status).toBe('success');
    const left = await shop.db.select().from(sessions).where(eq(sessions.userId, anna.userId));
    expect(left).toEqual([]);
    expect(await shop.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, anna.userId))).toEqual([]);
  });

  it('may end it; another person’s it may not', async () => {
    const [anna, boris] = [await person(), await person()];
    const { subscription } = await subscribe(anna);
    await call(boris.browser, 'POST', '/api/push/unsubscribe', { endpoint: subscription.endpoint });
    expect((await state(anna, subscription.endpoint)).is_known).toBe(true);
    await call(anna.browser, 'POST', '/api/push/unsubscribe', { endpoint: subscription.endpoint });
    expect((await state(anna, subscription.endpoint)).is_known).toBe(false);
  });

  it('is one of twenty at most: the oldest goes', async () => {
    const anna = await person();
    const first = await subscribe(anna);
    shop.clock.now = new Date(shop.clock.now.getTime() + 3_600_000);
    for (let i = 0; i < 20; i += 1) await subscribe(anna);
    expect((await state(anna, first.subscription.endpoint)).is_known).toBe(false);
    const left = await shop.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, anna.userId));
    expect(left).toHaveLength(20);
  });

  it.each([
    ['an address in the shop’s own network', 'http://127.0.0.1:5432/push'],
    ['another host', 'https://push.evil.example/fcm.googleapis.com'],
    ['a host that only ends like a service', 'https://evilfcm.googleapis.com.evil.example/'],
    ['a service without TLS', 'http://fcm.googleapis.com/x'],
    ['a name and password', 'https://a:b@fcm.googleapis.com/x'],
    ['another port', 'https://fcm.googleapis.com:8443/x'],
    ['no address', 'fcm'],
  ])('with %s is refused, and nobody is called', async (_, endpoint) => {
    const { browser } = await person();
    const { subscription } = newReceiver(endpoint);
    const { body } = await call(browser, 'POST', '/api/push/subscribe', subscription);
    expect(body).toMatchObject({ status: 'error', code: 'validation' });
    expect(body.errors.endpoint).toEqual([expect.stringMatching(/[а-я]/)]);
  });

  it.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://wns2-by3p.notify.windows.com/w/?token=x', true],
    ['https://web.push.apple.com/x', true],
    ['https://notify.windows.com.example/x', false],
  ])('%s: %s', (endpoint, isOne) => expect(isPushService(endpoint)).toBe(isOne));

  it('keys that are none are refused as a field', async () => {
    const { browser } = await person();
    const { subscription } = newReceiver(`http://${service.host}/x`);
    for (const wrong of [{ p256dh: 'x' }, { auth: '' }, { p256dh: 'я'.repeat(87) }]) {
      const { body } = await call(browser, 'POST', '/api/push/subscribe', { ...subscription, ...wrong });
      expect(body).toMatchObject({ status: 'error', code: 'validation' });
    }
  });
});

it('PUSH_HOSTS that is no list of hosts stops the start with its words', () => {
  expect(() => readEnv({ PUSH_HOSTS: 'https://a.ru/b' })).toThrow('PUSH_HOSTS');
  expect(readEnv({ PUSH_HOSTS: 'push.a.ru, b.ru:8443' }).pushHosts).toEqual(['push.a.ru', 'b.ru:8443']);
});
