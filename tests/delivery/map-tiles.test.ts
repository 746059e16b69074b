import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMapTiles } from '#server/gates/map/access.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// Pictures of the map go through the shop; docs/product/delivery.md#map.

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
let provider: Server;
let shop: TestShop;
let plain: TestShop;
const seen: { url: string; agent: string }[] = [];
beforeAll(async () => {
  provider = createServer((request, response) => {
    seen.push({ url: request.url ?? '', agent: request.headers['user-agent'] ?? '' });
    const [, , x] = (request.url ?? '').split('/').map(Number);
    if (x === 1) return response.writeHead(404).end();
    if (x === 2) return response.writeHead(200, { 'content-type': 'text/html' }).end('<script>');
    if (x === 3) return response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end();
    if (x === 4) return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(600 * 1024));
    if (x === 5) return response.writeHead(500).end();
    return response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => provider.once('listening', done));
  const { port } = provider.address() as AddressInfo;
  const MAP_TILES = `http://127.0.0.1:${port}/{z}/{x}/{y}.png`;
  [shop, plain] = await Promise.all([
    openShop({ MAP_TILES, MAP_ATTRIBUTION: '© Чья-то', MAP_MAX_ZOOM: '18' }),
    openShop(),
  ]);
});
afterAll(async () => {
  await Promise.all([shop.close(), plain.close()]);
  provider.close();
});
beforeEach(() => void seen.splice(0));
const tile = (place: string, from = shop) => from.app.inject({ url: `/map-tiles/${place}` });
const about = async (from: TestShop) =>
  (await from.app.inject({ url: '/api/delivery/map' })).json<{ tiles: unknown }>().tiles;

describe('a picture of the map', () => {
  it('comes from the provider, for a week, and names the shop to it', async () => {
    const answer = await tile('4/9/7');
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.equals(PNG)]).toEqual([
      200,
      'image/png',
      true,
    ]);
    expect(answer.headers['cache-control']).toBe('public, max-age=604800');
    expect(seen).toEqual([{ url: '/4/9/7.png', agent: 'Rostok (+http://shop.test)' }]);
  });
  it('is asked for once, however many people look at it', async () => {
    await Promise.all([tile('5/9/7'), tile('5/9/7'), tile('5/9/7')]);
    await tile('5/9/7');
    expect(seen).toHaveLength(1);
  });
  it.each([
    ['not there', '6/1/0', 404],
    ['no picture', '6/2/0', 503],
    ['leads elsewhere', '6/3/0', 503],
    ['too large', '6/4/0', 503],
    ['broken', '6/5/0', 503],
  ])('%s: nothing of the answer is passed on', async (_what, place, code) => {
    const answer = await tile(place);
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([code, '', 'no-store']);
  });
  it.each(['19/9/7', '3/9/7', '3/0/8', '-1/0/0', '1.5/0/0', 'a/b/c', '1/0/0%2e%2e%2fadmin', '99999999/0/0'])(
    '%s is no place of the map, and nobody is asked',
    async (place) => {
      expect((await tile(place)).statusCode).toBe(404);
      expect(seen).toEqual([]);
    },
  );
});

describe('whether there are any', () => {
  it('whose map it is, and how near it goes', async () => {
    expect(await about(shop)).toEqual({ attribution: '© Чья-то', max_zoom: 18 });
  });
  it('without settings: none', async () => {
    expect(await about(plain)).toBeNull();
    expect((await tile('4/9/7', plain)).statusCode).toBe(404);
  });
});

describe('settings', () => {
  const good = { MAP_TILES: 'https://tiles.test/{z}/{x}/{y}.png', MAP_ATTRIBUTION: '© Чья-то' };
  it('are read whole', () => expect(readMapTiles(good)).toEqual({ template: good.MAP_TILES, attribution: '© Чья-то', maxZoom: 19 })); // prettier-ignore
  it.each([
    [{ MAP_TILES: 'https://tiles.test/{z}/{x}.png' }, 'MAP_TILES'],
    [{ MAP_TILES: 'file:///{z}/{x}/{y}' }, 'MAP_TILES'],
    [{ MAP_ATTRIBUTION: ' ' }, 'MAP_ATTRIBUTION'],
    [{ MAP_MAX_ZOOM: '40' }, 'MAP_MAX_ZOOM'],
  ])('%j: says which is wrong', (more, name) => expect(readMapTiles({ ...good, ...more })).toContain(name));
});
