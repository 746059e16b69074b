import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendRequest, serverClock, type SendRequest } from '#src/device/outbox-ports.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

// The engine's ports over a browser: how a record goes out, and what the time is.

afterEach(() => vi.restoreAllMocks());

const wire: StoredRequest = { method: 'POST', path: '/cart/change', body: '{"items":[]}' };
const HEADERS = { 'Idempotency-Key': 'k', 'X-Client-User': '7' };
async function initOf(of: StoredRequest = wire): Promise<{ path: string; init: RequestInit }> {
  const seen: { path: string; init: RequestInit }[] = [];
  await sendRequest(async (path, init) => (seen.push({ path, init }), new Response('{}')), of, HEADERS);
  const [only, ...more] = seen;
  if (!only || more.length > 0) throw new Error(`sent ${seen.length} times`);
  return only;
}

describe('a record on its way', () => {
  it('goes out once as it was frozen, for this site’s session, past every cache', async () => {
    const { path, init } = await initOf();
    expect(path).toBe('/cart/change');
    expect(init).toMatchObject({ method: 'POST', body: wire.body, credentials: 'same-origin', cache: 'no-store' });
    expect(init.headers).toEqual({
      Accept: 'application/json',
      'X-Requested-With': 'rostok',
      'Content-Type': 'application/json',
      ...HEADERS,
    });
    const bare = await initOf({ method: 'PUT', path: '/favourites/7', body: null });
    expect(bare.init.headers).not.toHaveProperty('Content-Type');
  });

  it('follows no redirect: the page of a captive portal must not see the record', async () => {
    expect((await initOf()).init.redirect).toBe('error');
  });

  it('goes on after the page that sent it has been left', async () => {
    expect((await initOf()).init.keepalive).toBe(true);
  });

  it('is given up after fifteen seconds and is then unknown, never refused', async () => {
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    const hangs: SendRequest = (_path, init) =>
      new Promise((_, fail) => init.signal?.addEventListener('abort', () => fail(init.signal?.reason)));
    const sending = sendRequest(hangs, wire, HEADERS);
    deadline.abort(new DOMException('timeout', 'TimeoutError'));
    expect(await sending).toBeNull();
    expect(timeout.mock.calls).toEqual([[15_000]]);
  });

  it('is unknown without a network, and when the answer breaks off', async () => {
    expect(await sendRequest(() => Promise.reject(new TypeError('fetch failed')), wire, HEADERS)).toBeNull();
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('reset')) });
    expect(await sendRequest(async () => new Response(broken), wire, HEADERS)).toBeNull();
  });
});

describe('an answer', () => {
  const answered = (status: number, headers: Record<string, string>) =>
    sendRequest(async () => new Response('{"status":1}', { status, headers }), wire, HEADERS);

  it('is told with everything that decides about the record', async () => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': 'k',
      'retry-after': '7',
      date: 'Sun, 22 Nov 2026 10:00:00 GMT',
    };
    expect(await answered(503, headers)).toEqual({
      http: 503,
      type: 'application/json; charset=utf-8',
      text: '{"status":1}',
      echo: 'k',
      retryAfterMs: 7000,
      serverTime: Date.UTC(2026, 10, 22, 10),
    });
    expect(await answered(200, {})).toMatchObject({ echo: null, retryAfterMs: null, serverTime: null });
  });

  it.each([
    ['0', 0],
    ['3600', 3_600_000],
    ['86400', 3_600_000],
    ['-1', null],
    ['soon', null],
    ['Sun, 22 Nov 2026 10:00:00 GMT', null],
  ])('that says «Retry-After: %s» holds the record back for %s ms: an hour at most', async (text, ms) => {
    expect((await answered(503, { 'retry-after': text }))?.retryAfterMs).toBe(ms);
  });

  it('without a readable date tells no time', async () => {
    expect((await answered(200, { date: 'yesterday' }))?.serverTime).toBeNull();
  });
});

describe('the time', () => {
  const SERVER = Date.UTC(2026, 10, 22, 10);
  const DAY_MS = 86_400_000;

  it('is the shop’s, moved on by the monotonic clock, whatever the device’s own clock does', async () => {
    let ticked = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => ticked);
    const device = vi.spyOn(Date, 'now').mockReturnValue(SERVER + 3650 * DAY_MS);
    const clock = await serverClock(memoryStore('pub'));
    expect([clock.now(), clock.last(), clock.isHeard()]).toEqual([null, null, false]);
    clock.note(SERVER);
    ticked += 90_000;
    // A person, or a battery that was taken out, sets the clock back ten years.
    device.mockReturnValue(0);
    expect([clock.now(), clock.isHeard()]).toEqual([SERVER + 90_000, true]);
    ticked += 10_000;
    clock.note(SERVER + 60_000);
    expect(clock.now()).toBe(SERVER + 60_000);
    expect(device).not.toHaveBeenCalled();
  });

  it('of the start before is only a bound: it is not «now» until the shop has answered', async () => {
    const pub = memoryStore('pub');
    (await serverClock(pub)).note(SERVER);
    const next = await serverClock(pub);
    expect([next.now(), next.last(), next.isHeard()]).toEqual([null, SERVER, false]);
    next.note(SERVER + DAY_MS);
    expect([next.last(), next.isHeard()]).toEqual([SERVER, true]);
    expect((await serverClock(pub)).last()).toBe(SERVER + DAY_MS);
  });

  it('is kept once a minute, never turned back, and read tolerantly', async () => {
    const pub = memoryStore('pub');
    const clock = await serverClock(pub);
    const kept = () => pub.get('meta:time');
    clock.note(SERVER);
    clock.note(SERVER + 59_999);
    expect(await kept()).toBe(SERVER);
    clock.note(SERVER + 60_000);
    clock.note(SERVER - DAY_MS);
    expect(await kept()).toBe(SERVER + 60_000);
    await pub.set('meta:time', 'yesterday');
    expect((await serverClock(pub)).last()).toBeNull();
    const broken = { ...pub, get: () => Promise.reject(new Error('no database')) };
    expect((await serverClock(broken)).last()).toBeNull();
  });
});
