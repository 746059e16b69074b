import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { addProduct, cartOf, change } from '#tests/cart/shop-people.ts';
import {
  addAccount,
  executionsOf,
  guestPhone,
  heart,
  holdRows,
  openLab,
  openPhone,
  phoneOf,
  type Phone,
  pieces,
  storedUnder,
} from '#tests/sync-server/phone.ts';
import { TEST_ORIGIN, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/calls.md#keys and docs/product/offline.md#answers: what an answer must carry, whatever it says, and which
// ones are kept under their key.
let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());

/** Every call that the outbox sends, or that honours keys beside it; each changes something the first time. */
const KEYED: Record<string, (shop: TestShop, phone: Phone) => Promise<{ method: string; url: string; body?: object }>> =
  {
    'cart change': async (lab) => post('/cart/change', { items: [{ product_id: await addProduct(lab), delta: 2 }] }),
    'cart add': async (lab) => post('/cart/add', { items: [{ product_id: await addProduct(lab), quantity: 2 }] }),
    'cart set': async (lab, phone) =>
      post('/cart/set', { order_item_id: (await lineOf(lab, phone)).order_item_id, quantity: 7 }),
    'cart remove': async (lab, phone) => post(`/cart/remove/0/${(await lineOf(lab, phone)).order_item_id}`, {}),
    'wholesale change': async (lab) =>
      post('/optovik/cart/change', { items: [{ product_id: await addProduct(lab), delta: 2 }] }),
    'accepted price': async (lab, phone) => {
      const { product } = await lineOf(lab, phone, '/optovik/cart');
      await lab.db.execute(sql`update products set actual_cons_price = 90000 where id = ${product.id}`);
      return post('/api/cart/accept-price', { cartType: 0, product_id: product.id, price: 90000 });
    },
    'heart on': async (lab) => ({ method: 'PUT', url: `/favorite-products/${await addProduct(lab)}` }),
    'heart off': async (lab, phone) => {
      const id = await addProduct(lab);
      await phone.browser(`/favorite-products/${id}`, { method: 'PUT', headers: { 'x-requested-with': 'rostok' } });
      return { method: 'DELETE', url: `/favorite-products/${id}` };
    },
    'notify me': async (lab) =>
      post('/user/notify-product', {
        product_id: await addProduct(lab, { stockQty: 0 }),
        email: 'anna@mail.ru',
        consent: true,
        consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
      }),
  };
const post = (url: string, body: object) => ({ method: 'POST', url, body });
async function lineOf(lab: TestShop, phone: Phone, base = '/cart') {
  const product = await addProduct(lab);
  const { body } = await change(phone.browser, product, 3, { base });
  return body.groups[0].items.at(-1) as { order_item_id: number; product: { id: number } };
}
const ask = (
  phone: Phone,
  { method, url, body }: { method: string; url: string; body?: object },
  headers: Record<string, string>,
) =>
  phone.browser(url, {
    method,
    headers: { 'x-requested-with': 'rostok', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe.each(Object.keys(KEYED))('%s', (name) => {
  it('honours its key: one effect, the same bytes again, echo and mark of a replay', async () => {
    const { id, owner } = await addAccount(shop, { role: 'optovik' });
    const phone = await phoneOf(shop, id);
    const request = await KEYED[name]!(shop, phone);
    const key = randomUUID();
    const headers = { 'idempotency-key': key, 'x-client-user': owner };
    const first = await ask(phone, request, headers);
    const text = await first.text();
    expect([first.status, JSON.parse(text).status]).toEqual([200, 1]);
    expect([first.headers.get('idempotency-key'), first.headers.get('idempotency-replayed')]).toEqual([key, null]);
    for (let i = 0; i < 2; i += 1) {
      const again = await ask(phone, request, headers);
      expect([again.status, await again.text()]).toEqual([200, text]);
      expect([again.headers.get('idempotency-key'), again.headers.get('idempotency-replayed')]).toEqual([key, 'true']);
    }
    expect(await executionsOf(shop, key)).toHaveLength(1);
    const other = await ask(phone, { ...request, url: `${request.url}?other=1` }, headers);
    expect([other.status, (await other.json()).code]).toEqual([422, 'idempotency_payload']);
  });

  it('answers 401 and 403 with the echo, keeps neither, and runs afterwards under the same key', async () => {
    const account = await addAccount(shop, { role: 'optovik' });
    const phone = await phoneOf(shop, account.id);
    const request = await KEYED[name]!(shop, phone);
    const key = randomUUID();
    const headers = { 'idempotency-key': key, 'x-client-user': account.owner };
    const refused = [
      [openPhone(shop), headers, 401, 'auth_required'],
      [await phoneOf(shop, (await addAccount(shop)).id), headers, 403, 'owner_mismatch'],
      [phone, { ...headers, 'x-requested-with': 'other' }, 403, 'foreign_origin'],
      [phone, { ...headers, origin: 'https://evil.example' }, 403, 'foreign_origin'],
    ] as const;
    for (const [from, more, http, code] of refused) {
      const answer = await ask(from, request, more);
      expect([answer.status, answer.headers.get('idempotency-key')]).toEqual([http, key]);
      expect(await answer.json()).toEqual({ status: 0, code, message: expect.any(String) });
      expect(await storedUnder(shop, key)).toBe(0);
    }
    expect((await ask(phone, request, headers)).status).toBe(200);
    expect(await executionsOf(shop, key)).toHaveLength(1);
  });
});

describe('whatever is answered', () => {
  it.each([
    ['a body that is no JSON', { method: 'POST', url: '/cart/change', payload: '{"items":' }, 400, 'bad_request'],
    [
      'a path parameter that is no number',
      { method: 'PUT', url: '/favorite-products/x', isPerson: true },
      400,
      'bad_request',
    ],
    ['a broken address', { method: 'PUT', url: '/favorite-products/%E0%A4%A' }, 400, 'bad_request'],
    ['no such call', { method: 'POST', url: '/cart/nothing', payload: '{}' }, 404, 'unknown_call'],
    ['no such call, other family', { method: 'POST', url: '/api/nothing', payload: '{}' }, 404, 'unknown_call'],
    [
      'a body too large',
      { method: 'POST', url: '/cart/change', payload: `"${'x'.repeat(300_000)}"` },
      413,
      'too_large',
    ],
    [
      'a foreign type',
      { method: 'POST', url: '/cart/change', payload: 'a=1', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_type',
    ],
  ] as const)('%s: our envelope, the echo, the time, and nothing kept', async (_name, request, http, code) => {
    const key = randomUUID();
    // Rights are asked before the input is read: only whoever has them hears what is wrong with it.
    const phone = 'isPerson' in request ? await phoneOf(shop, (await addAccount(shop)).id) : undefined;
    const answer = await shop.app.inject({
      ...request,
      ...(phone ? { cookies: { sid: phone.browser.cookies.get('sid') ?? '' } } : {}),
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'rostok',
        'idempotency-key': key,
        ...('headers' in request ? request.headers : {}),
      },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([http, code]);
    expect(answer.json().status).toBe(request.url.startsWith('/api/') ? 'error' : 0);
    expect(answer.headers['idempotency-key']).toBe(key);
    expect(Math.abs(Date.parse(String(answer.headers.date)) - Date.now())).toBeLessThan(60_000);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await storedUnder(shop, key)).toBe(0);
  });

  it('a failure of ours is 500 with the echo, leaves nothing, and the same key works afterwards', async () => {
    const [phone, product, key] = [await guestPhone(shop), await addProduct(shop), randomUUID()];
    await shop.db.execute(sql`create function broken() returns trigger language plpgsql as
      $$ begin raise exception 'secret of the inside'; end $$`);
    await shop.db.execute(
      sql`create trigger broken before insert on cart_items for each row execute function broken()`,
    );
    const sent = await phone.send(pieces(product, 1), phone.guest, key);
    await shop.db.execute(sql`drop function broken cascade`);
    expect([sent.http, sent.kind, sent.code]).toEqual([500, 'busy', 'server_error']);
    expect(sent.text).not.toContain('secret');
    expect(await storedUnder(shop, key)).toBe(0);
    expect((await phone.send(pieces(product, 1), phone.guest, key)).kind).toBe('ack');
    expect(await executionsOf(shop, key)).toHaveLength(1);
  });

  it('a refusal whose key another node keeps at that moment is 409 too, and what that node kept is answered', async () => {
    const [phone, product, key] = [await guestPhone(shop), await addProduct(shop, { stockQty: 0 }), randomUUID()];
    // Its lock is gone with its process; its row is not there yet for anybody else.
    const held = await holdRows(
      shop,
      `insert into idempotency_keys (key, owner, fingerprint, status, answer) values ($1, $2, 'other', 200, '{"status":1}')`,
      [key, phone.guest],
    );
    const sent = phone.send(pieces(product, 1), phone.guest, key);
    await held.waiting(1);
    await held.release();
    const { http, kind, headers } = await sent;
    expect([http, kind, headers.get('retry-after')]).toEqual([409, 'inflight', '1']);
    expect((await phone.send(pieces(product, 1), phone.guest, key)).code).toBe('idempotency_payload');
  });

  it('the same key while it is being carried out is 409 with Retry-After, and kept once', async () => {
    const [phone, product, key] = [await guestPhone(shop), await addProduct(shop), randomUUID()];
    await phone.send(pieces(product, 1), phone.guest, randomUUID());
    const held = await holdRows(shop, 'select id from carts where guest_id = $1 for update', [phone.guestId]);
    const first = phone.send(pieces(product, 1), phone.guest, key);
    await held.waiting(1);
    const second = await phone.send(pieces(product, 1), phone.guest, key);
    await held.release();
    expect([second.http, second.kind, second.headers.get('retry-after')]).toEqual([409, 'inflight', '1']);
    expect((await first).kind).toBe('ack');
    expect((await phone.send(pieces(product, 1), phone.guest, key)).headers.get('idempotency-replayed')).toBe('true');
    expect(await executionsOf(shop, key)).toHaveLength(1);
  });

  it('a refusal in words is kept: rejected on the phone, it is the same for whoever repeats it', async () => {
    const account = await addAccount(shop);
    const phone = await phoneOf(shop, account.id);
    const [none, hidden] = [await addProduct(shop, { stockQty: 0 }), await addProduct(shop, { published: false })];
    for (const [intent, http, code] of [
      [pieces(none, 1), 200, 'out_of_stock'],
      [pieces(hidden, 1), 200, 'not_found'],
      [heart(hidden, true), 404, 'not_found'],
    ] as const) {
      const key = randomUUID();
      const first = await phone.send(intent, account.owner, key);
      expect([first.http, first.kind, first.code]).toEqual([http, 'rejected', code]);
      await shop.db.execute(sql`update products set stock_qty = 5, published = true where id in (${none}, ${hidden})`);
      const again = await phone.send(intent, account.owner, key);
      expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
      await shop.db.execute(sql`update products set stock_qty = 0 where id = ${none}`);
      await shop.db.execute(sql`update products set published = false where id = ${hidden}`);
      expect(await executionsOf(shop, key)).toEqual([]);
    }
    expect((await cartOf(phone.browser)).groups).toEqual([]);
  });

  it('a readonly person is told «Запрещено» and nothing is kept: the role may change', async () => {
    const account = await addAccount(shop, { role: 'cons', consId: 3_000_001, readonly: true });
    const [phone, product, key] = [await phoneOf(shop, account.id), await addProduct(shop), randomUUID()];
    const sent = await phone.send(pieces(product, 1), account.owner, key);
    expect([sent.http, sent.kind, sent.code]).toEqual([403, 'forbidden', 'readonly']);
    expect(await storedUnder(shop, key)).toBe(0);
    await shop.db.execute(sql`update users set readonly = false where id = ${account.id}`);
    expect((await phone.send(pieces(product, 1), account.owner, key)).kind).toBe('ack');
  });
});

describe('over a socket', () => {
  it('500 tried keys fit into one pull', async () => {
    const lab = await openLab();
    await lab.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = lab.app.server.address() as { port: number };
    const keys = Array.from({ length: 500 }, () => randomUUID());
    const answer = await fetch(`http://127.0.0.1:${port}/cart/data`, { headers: { 'x-client-tried': keys.join(',') } });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ included: [] })]);
    // The phone's only clock (docs/product/offline.md F13), on whatever is answered, files before the router included.
    for (const path of ['/user/data', '/api/catalog/manifest', '/cart/nothing', '/healthz']) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000);
    }
    await lab.close();
  });

  it('what arrives while the shop stops is carried out and answered as ever', async () => {
    const lab = await openLab();
    await lab.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = lab.app.server.address() as { port: number };
    const [phone, product] = [await guestPhone(lab), await addProduct(lab)];
    await phone.send(pieces(product, 1), phone.guest, randomUUID());
    const held = await holdRows(lab, 'select id from carts where guest_id = $1 for update', [phone.guestId]);
    const [first, second] = [randomUUID(), randomUUID()];
    const raw = (key: string) => {
      const body = JSON.stringify({ items: [{ product_id: product, delta: 1 }] });
      return [
        'POST /cart/change HTTP/1.1',
        'Host: shop.test',
        `Origin: ${TEST_ORIGIN}`,
        'X-Requested-With: rostok',
        `Idempotency-Key: ${key}`,
        `Cookie: sid=${phone.browser.cookies.get('sid')}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n');
    };
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    const over = new Promise((done) => socket.on('close', done));
    socket.write(raw(first));
    await held.waiting(1);
    const closing = lab.app.close();
    socket.write(raw(second));
    await held.waiting(2);
    await held.release();
    await over;
    await closing;
    expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    for (const key of [first, second]) {
      expect(heard.toLowerCase()).toContain(`idempotency-key: ${key}`);
      expect(await storedUnder(lab, key)).toBe(1);
    }
    await lab.close();
  });
});
