import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmission } from '#server/platform/admission.ts';
import type { RefusedError } from '#server/platform/refuse.ts';
import { backoffMs } from '#src/offline/outbox/backoff.rules.ts';
import { addProduct, cartOf, quantities } from '#tests/cart/shop-people.ts';
import { executionsOf, guestPhone, holdRows, openLab, pieces, storedUnder } from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// docs/product/offline.md#time: Retry-After under load, and a herd of phones that comes back together.
describe('a shop that works on three calls at once', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openLab({ MAX_RUNNING: '3', METRICS_TOKEN: 'secret' });
  });
  afterAll(() => shop.close());

  it('turns the fourth away in our envelope, keeps nothing of it, and carries it out when there is room', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop)];
    await phone.send(pieces(product, 1), phone.guest, randomUUID());
    const held = await holdRows(shop, 'select id from carts where guest_id = $1 for update', [phone.guestId]);
    const working = Array.from({ length: 3 }, () => phone.send(pieces(product, 1), phone.guest, randomUUID()));
    await held.waiting(3);

    const key = randomUUID();
    const away = await phone.send(pieces(product, 1), phone.guest, key);
    expect([away.http, away.kind, away.code]).toEqual([503, 'busy', 'server_error']);
    expect(JSON.parse(away.text)).toEqual({ status: 0, code: 'server_error', message: 'Сервис временно не доступен.' });
    expect(away.headers.get('idempotency-key')).toBe(key);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(away.verdict).toMatchObject({ retryAfterMs: Number(away.headers.get('retry-after')) * 1000 });
    const read = await shop.app.inject({ url: '/user/data' });
    expect([read.statusCode, read.json().status, read.headers['retry-after'] !== undefined]).toEqual([
      503,
      'error',
      true,
    ]);
    // What costs nothing is answered all the same.
    for (const url of ['/healthz', '/readyz', '/api/catalog/manifest'])
      expect((await shop.app.inject({ url })).statusCode).toBe(200);
    expect(await storedUnder(shop, key)).toBe(0);

    await held.release();
    expect((await Promise.all(working)).map((one) => one.kind)).toEqual(['ack', 'ack', 'ack']);
    const again = await phone.send(pieces(product, 1), phone.guest, key);
    expect([again.kind, again.headers.get('idempotency-replayed')]).toEqual(['ack', null]);
    expect(await executionsOf(shop, key)).toHaveLength(1);
    expect(quantities(await cartOf(phone.browser))).toEqual({ [product]: 5 });
    const metrics = await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer secret' } });
    expect(metrics.body).toMatch(/^rostok_turned_away_total 2$/m);
  });

  it('lets a place go when its call fails', async () => {
    const phone = await guestPhone(shop);
    for (let i = 0; i < 8; i += 1) {
      expect((await phone.send(pieces(900_000 + i, 1), phone.guest, randomUUID())).code).toBe('not_found');
      expect((await shop.app.inject({ method: 'PUT', url: '/favorite-products/x' })).statusCode).toBe(403);
    }
    expect((await phone.send(pieces(await addProduct(shop), 1), phone.guest, randomUUID())).kind).toBe('ack');
  });

  it('the limiter of logins answers 429 with Retry-After and the echo too', async () => {
    const key = randomUUID();
    const guess = () =>
      shop.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-requested-with': 'rostok', 'idempotency-key': key },
        payload: { login: 'nobody@rostok.test', password: 'мимо' },
      });
    for (let i = 0; i < 5; i += 1) expect((await guess()).statusCode).toBe(200);
    const sixth = await guess();
    expect([sixth.statusCode, sixth.json().code, sixth.headers['idempotency-key']]).toEqual([429, 'too_many', key]);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('turns', () => {
  const clockedAdmission = (limit: number) => {
    const clock = { now: 0 };
    return { clock, admission: createAdmission(limit, () => clock.now) };
  };
  const retryAfter = (enter: () => unknown): number => {
    try {
      enter();
    } catch (error) {
      return (error as RefusedError).retryAfter ?? 0;
    }
    return 0;
  };

  it('are given at the pace of the last second, never sooner than in one and never later than in sixty', () => {
    const { clock, admission } = clockedAdmission(1);
    // Forty calls a second for two seconds.
    for (let i = 0; i < 80; i += 1) {
      const leave = admission.enter();
      clock.now += 25;
      leave();
    }
    admission.enter();
    const turns = Array.from({ length: 4000 }, () => retryAfter(() => admission.enter()));
    const perSecond = Map.groupBy(turns, (turn) => turn);
    expect(Math.min(...turns)).toBe(2);
    for (let second = 3; second < 29; second += 1) expect(perSecond.get(second)).toHaveLength(40);
    expect(Math.max(...turns)).toBe(60);
    expect(Math.max(...[...perSecond.values()].map((ones) => ones.length))).toBeLessThan(200);
    clock.now += 300_000;
    expect(retryAfter(() => admission.enter())).toBe(2);
  });

  it('are forgotten within a minute after a storm, and within it they are still spread', () => {
    const { clock, admission } = clockedAdmission(1);
    const leave = admission.enter();
    for (let second = 0; second < 30; second += 1) {
      const turns = Array.from({ length: 400 }, () => retryAfter(() => admission.enter()));
      expect(Math.max(...turns)).toBeLessThanOrEqual(60);
      expect(new Set(turns).size).toBeGreaterThan(20);
      clock.now += 1000;
    }
    leave();
    clock.now += 60_000;
    admission.enter();
    expect(Array.from({ length: 5 }, () => retryAfter(() => admission.enter()))).toEqual([2, 2, 2, 2, 2]);
  });

  it('bring a herd of 1,000 phones with 5 records each through 50 calls a second within 5 minutes, ≤ 3 requests a record', () => {
    const { clock, admission } = clockedAdmission(500);
    const random = (
      (seed: number) => () =>
        (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    )(20_261_121);
    type Phone = { waiting: number; inFlight: number };
    const phones: Phone[] = Array.from({ length: 1000 }, () => ({ waiting: 5, inFlight: 0 }));
    const events = new Map<number, (() => void)[]>();
    const at = (ms: number, what: () => void) => {
      const tick = Math.ceil(ms / 10);
      events.set(tick, [...(events.get(tick) ?? []), what]);
    };
    let [requests, acked, freeAt, drainedAt] = [0, 0, 0, 0];
    const next = (phone: Phone) => {
      while (phone.waiting > 0 && phone.inFlight < 4) {
        phone.waiting -= 1;
        phone.inFlight += 1;
        attempt(phone, 1);
      }
    };
    const attempt = (phone: Phone, tries: number) => {
      requests += 1;
      let leave: () => void;
      try {
        leave = admission.enter();
      } catch (error) {
        const wait = Math.max(backoffMs(tries, random(), true), ((error as RefusedError).retryAfter ?? 0) * 1000);
        return at(clock.now + wait, () => attempt(phone, tries + 1));
      }
      freeAt = Math.max(freeAt, clock.now) + 20;
      at(freeAt, () => {
        leave();
        acked += 1;
        drainedAt = clock.now;
        phone.inFlight -= 1;
        next(phone);
      });
    };
    for (const phone of phones) at(random() * 300, () => next(phone));
    for (let tick = 0; tick <= 30_000 && acked < 5000; tick += 1) {
      clock.now = tick * 10;
      for (const what of events.get(tick) ?? []) what();
      events.delete(tick);
    }
    expect(acked).toBe(5000);
    expect(drainedAt).toBeLessThan(300_000);
    expect(requests / 5000).toBeLessThanOrEqual(3);
  });
});
