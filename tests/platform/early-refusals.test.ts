import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => shop.close());

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  date: expect.stringMatching(/GMT$/),
};

/** Exactly these bytes to the listening shop; what it wrote until it closed the connection. */
function speak(bytes: string): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const { port } = shop.app.server.address() as AddressInfo;
  return new Promise((done, fail) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => void socket.write(bytes));
    socket
      .setEncoding('utf8')
      .on('data', (part) => (text += part))
      .on('error', fail);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
      );
      done({ status: Number(first.split(' ')[1]), headers: headers as Record<string, string>, body });
    });
  });
}

describe('what is refused before our hooks run carries our envelope and the usual headers', () => {
  it.each([
    [
      'an address that cannot be decoded',
      'GET /%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
      'bad_request',
    ],
    ['a request that is none', 'NONSENSE\r\n\r\n', 400, 'bad_request'],
    ['a request to nobody', 'GET /api/bootstrap HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
    ['what nobody here meets', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\n\r\n', 417, 'bad_request'],
    ['a tunnel to elsewhere', 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n', 405, 'unknown_call'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'too_large'],
  ])('%s', async (_what, bytes, status, code) => {
    const answer = await speak(bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(SECURITY);
    expect(JSON.parse(answer.body)).toEqual({ status: 'error', code, message: expect.stringMatching(/[а-яё]/) });
  });
});

describe('a known address asked the wrong way', () => {
  it.each([
    ['GET', '/cart/change', 'POST', 0],
    ['POST', '/cart/data/?recalc=0', 'GET, HEAD', 0],
    ['DELETE', '/user/price-type/', 'GET, HEAD, POST', 0],
    ['GET', '/favorite-products/7', 'PUT, DELETE', 0],
    ['PUT', '/api/bootstrap', 'GET, HEAD', 'error'],
  ] as const)('%s %s is 405 and names %s', async (method, url, allow, status) => {
    const answer = await shop.app.inject({ method, url, headers: { accept: 'application/json' } });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
    expect(answer.json()).toMatchObject({ status, code: 'unknown_call', message: expect.stringMatching(/[а-яё]/) });
  });
  it.each(['/katalog', '/', '/healthz', '/cart?x=1'])('%s is for reading', async (url) => {
    const headers = { 'x-requested-with': 'rostok', accept: 'application/json' };
    const answer = await shop.app.inject({ method: 'POST', url, headers });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
  it('an address that nobody has stays 404', async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/cart/data/7' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined]);
  });
});

describe('a read that changes something by its query', () => {
  const ask = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });
  it.each(['/cart/data?recalc=1', '/cart/data?recalc=0&recalc=1', '/cart/data?x=1&recalc=1'])(
    '%s is nobody else’s to send',
    async (url) => expect((await ask(url)).json()).toMatchObject({ status: 0, code: 'foreign_origin' }),
  );
  it('with the header it is answered, and a plain read needs none', async () => {
    expect((await ask('/cart/data?recalc=1', { 'x-requested-with': 'rostok' })).json()).toMatchObject({ status: 1 });
    for (const url of ['/cart/data', '/cart/data?recalc=0'])
      expect((await ask(url)).json()).toMatchObject({ status: 1 });
  });
});
