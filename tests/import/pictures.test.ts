import { sql } from 'drizzle-orm';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchPicture, type Net, publicNet } from '#server/features/import/fetch-picture.ts';
import { importFeed } from '#server/features/import/import-feed.ts';
import { openTestDb } from '#tests/support/open-shop.ts';
import { feed, feedFolder, offer } from '#tests/import/feed-fixture.ts';

const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a7f4f' } })
  .jpeg()
  .toBuffer();
const png = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#c33' } })
  .png()
  .toBuffer();
let asked: string[] = [];
let port = 0;
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const path = request.url ?? '';
  asked.push(path);
  if (path.startsWith('/ok')) response.end(path.endsWith('.png') ? png : jpeg);
  else if (path.startsWith('/to-ok')) response.writeHead(302, { location: `http://pics.test:${port}/ok.jpg` }).end();
  else if (path.startsWith('/inside')) response.writeHead(302, { location: `http://inner.test:${port}/ok.jpg` }).end();
  else if (path.startsWith('/literal'))
    response.writeHead(301, { location: 'http://169.254.169.254/latest/meta-data' }).end();
  else if (path.startsWith('/file')) response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  else if (path.startsWith('/loop')) response.writeHead(302, { location: path }).end();
  else if (path.startsWith('/html')) response.end('<html>Войдите в сеть</html>');
  else if (path.startsWith('/svg')) response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  else if (path.startsWith('/lies')) response.writeHead(200, { 'content-length': String(50_000_000) }).write('x');
  else if (path.startsWith('/endless')) pour(response);
  else if (path.startsWith('/busy')) response.writeHead(503).end();
  else if (path.startsWith('/silent')) return;
  else response.writeHead(404).end();
});
function pour(response: ServerResponse): void {
  const piece = Buffer.alloc(1_000_000);
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

/** `pics.test` plays the public internet on this machine's own port; `inner.test` is an inner address, `mixed.test` both. */
const net: Net = {
  resolve: (host) => {
    const known: Record<string, string[]> = {
      'pics.test': ['127.0.0.1'],
      'inner.test': ['10.0.0.5'],
      'mixed.test': ['127.0.0.1', '10.0.0.5'],
    };
    const found = known[host];
    return found
      ? Promise.resolve(found.map((address) => ({ address, family: 4 })))
      : Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
  },
  isAllowed: (address) => address === '127.0.0.1',
};

let open: Awaited<ReturnType<typeof openTestDb>>;
const disk = feedFolder();
let lines: string[] = [];
beforeAll(async () => {
  open = await openTestDb();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => {
    server.close(done);
  });
  await open.close();
  disk.remove();
});
beforeEach(async () => {
  asked = [];
  lines = [];
  await open.db.execute(
    sql`truncate products, categories, category_sources, product_sources, picture_originals, product_pictures, price_history, catalogue_pointer, catalogue_revisions, catalogue_files restart identity cascade`,
  );
});

const url = (path: string, host = 'pics.test') => `http://${host}:${port}${path}`;
const withPictures = (id: string, pictures: string[]) =>
  offer({ id, more: pictures.map((one) => `<picture>${one}</picture>`).join('') });
async function run(offers: string[]) {
  const say = { line: (text: string) => lines.push(text.replace(/^.*feed\.yml\.xml:/, '')), progress: () => {} };
  return importFeed(
    { file: disk.write(feed(offers)), isDryRun: false, source: null, consRatioMilli: null, hideMissing: false },
    { open, say, net },
  );
}
const pictures = async () =>
  (
    await open.db.execute<{
      offer_id: string;
      position: number;
      source_url: string | null;
      placeholder: boolean;
      kind: string;
    }>(
      sql`select s.offer_id, pp.position, pp.source_url, pp.placeholder, o.kind from product_pictures pp join product_sources s using (product_id) join picture_originals o using (sha256) order by 1, 2`,
    )
  ).rows;

describe('one picture from the network', () => {
  it('is fetched, also over a redirect', async () => {
    expect(await fetchPicture(url('/ok.jpg'), net)).toEqual(jpeg);
    expect(await fetchPicture(url('/to-ok'), net)).toEqual(jpeg);
  });
  it.each([
    ['/inside', 'pics.test', 'адрес ведёт во внутреннюю сеть'],
    ['/literal', 'pics.test', 'адрес ведёт во внутреннюю сеть'],
    ['/file', 'pics.test', 'адрес не http и не https'],
    ['/ok.jpg', 'inner.test', 'адрес ведёт во внутреннюю сеть'],
    ['/ok.jpg', 'mixed.test', 'адрес ведёт во внутреннюю сеть'],
    ['/ok.jpg', 'nowhere.test', 'имя сервера не найдено'],
    ['/loop', 'pics.test', 'слишком много перенаправлений'],
    ['/404', 'pics.test', 'сервер ответил 404'],
    ['/lies', 'pics.test', 'файл больше 10 МБ'],
    ['/endless', 'pics.test', 'файл больше 10 МБ'],
  ])('%s at %s is refused: %s', async (path, host, message) => {
    await expect(fetchPicture(url(path, host), net)).rejects.toMatchObject({ name: 'PictureError', message });
  });
  it('waits no longer than it should', async () => {
    const started = Date.now();
    await expect(fetchPicture(url('/silent'), net, 300)).rejects.toMatchObject({
      message: 'нет ответа за 0.3 с',
      isHostDown: true,
    });
    // Without the patience that was asked for it would be ten.
    expect(Date.now() - started).toBeLessThan(9000);
  });
  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
  ])('the real doors never open %s', async (host) => {
    await expect(fetchPicture(url('/ok.jpg', host), publicNet)).rejects.toMatchObject({
      message: 'адрес ведёт во внутреннюю сеть',
    });
    expect(asked).toEqual([]);
  });
  it('connects to the address that was judged, whatever the name says later', async () => {
    let answers = 0;
    const rebinding: Net = {
      resolve: () => Promise.resolve([{ address: (answers += 1) === 1 ? '127.0.0.1' : '10.0.0.5', family: 4 }]),
      isAllowed: net.isAllowed,
    };
    expect(await fetchPicture(url('/ok.jpg', 'rebind.test'), rebinding)).toEqual(jpeg);
    expect(answers).toBe(1);
  });
});

describe('pictures of a feed', () => {
  it('are loaded once, in the feed’s order, shared by offers, and published', async () => {
    const offers = [withPictures('a', [url('/ok1.jpg'), url('/ok2.png')]), withPictures('b', [url('/ok1.jpg')])];
    expect((await run(offers)).pictures).toMatchObject({ loaded: 2, failed: 0, placeholders: 0 });
    expect(await pictures()).toMatchObject([
      { offer_id: 'a', position: 0, source_url: url('/ok1.jpg'), kind: 'bytes', placeholder: false },
      { offer_id: 'a', position: 1, source_url: url('/ok2.png') },
      { offer_id: 'b', source_url: url('/ok1.jpg') },
    ]);
    expect((await open.db.execute(sql`select 1 from catalogue_revisions`)).rows).toHaveLength(2);
    asked = [];
    expect((await run(offers)).pictures).toMatchObject({ loaded: 0, failed: 0, known: 2 });
    expect(asked).toEqual([]);
    await run([...offers, withPictures('c', [url('/ok2.png')])]);
    expect(asked).toEqual([]);
    expect(await pictures()).toHaveLength(4);
  });
  it('that fail become one drawn picture and a line each, and are tried again', async () => {
    const bad = [url('/404'), url('/html'), url('/svg')];
    const report = await run([withPictures('a', bad)]);
    expect(report.pictures).toMatchObject({ loaded: 0, failed: 3, placeholders: 1 });
    expect(lines.sort()).toEqual([
      `6: картинка ${url('/404')} — сервер ответил 404`,
      expect.stringMatching(/^6: картинка .*html — это не картинка/),
      expect.stringMatching(/^6: картинка .*svg — это не картинка/),
    ]);
    expect(await pictures()).toMatchObject([{ position: 0, placeholder: true, kind: 'packshot' }]);
    await run([withPictures('a', bad)]);
    expect(asked.filter((path) => path === '/404')).toHaveLength(2);
    await run([withPictures('a', [...bad, url('/ok.jpg')])]);
    expect(await pictures()).toMatchObject([{ position: 0, placeholder: false, source_url: url('/ok.jpg') }]);
  });
  it('a host that is down is left alone after three failures, another goes on', async () => {
    const dead = Array.from({ length: 9 }, (_, at) => withPictures(`d${at}`, [url(`/busy${at}`)]));
    const report = await run([
      ...dead,
      withPictures('z', [`http://pics.test:${port}/ok.jpg`]),
      withPictures('n', ['http://nowhere.test/1.jpg']),
    ]);
    expect(asked.filter((path) => path.startsWith('/busy')).length).toBeLessThanOrEqual(6);
    expect(report.pictures.failed + report.pictures.skipped).toBeGreaterThanOrEqual(10);
    expect(lines.some((line) => line.includes('не отвечает, пропущено ещё'))).toBe(true);
  });
  it('a new address that fails leaves the old picture; a withdrawn one goes; one put by hand stays', async () => {
    await run([
      withPictures('a', [url('/ok1.jpg')]),
      withPictures('b', [url('/ok1.jpg')]),
      withPictures('c', [url('/ok1.jpg')]),
    ]);
    await open.db.execute(sql`update product_pictures set source_url = null where product_id = 3`);
    await run([withPictures('a', [url('/404')]), withPictures('b', []), withPictures('c', [url('/ok2.png')])]);
    expect(await pictures()).toMatchObject([
      { offer_id: 'a', source_url: url('/ok1.jpg') },
      { offer_id: 'b', placeholder: true },
      { offer_id: 'c', source_url: null, placeholder: false },
    ]);
  });
});

describe('picture files beside the feed', () => {
  it('are taken below its folder only', async () => {
    const outside = feedFolder();
    const secret = outside.write(jpeg, 'secret.jpg');
    mkdirSync(join(disk.folder, 'pic'), { recursive: true });
    writeFileSync(join(disk.folder, 'pic', 'Чай 1.jpg'), jpeg);
    writeFileSync(join(disk.folder, 'words.jpg'), 'не картинка');
    symlinkSync(secret, join(disk.folder, 'link.jpg'));
    symlinkSync(outside.folder, join(disk.folder, 'linkdir'));
    symlinkSync(join(disk.folder, 'pic', 'Чай 1.jpg'), join(disk.folder, 'inner.jpg'));
    execFileSync('mkfifo', [join(disk.folder, 'pipe.jpg')]);
    const report = await run([
      withPictures('a', ['pic/Чай 1.jpg']),
      withPictures('b', ['link.jpg', 'linkdir/secret.jpg', 'pipe.jpg', 'pic', 'no.jpg', 'words.jpg']),
      withPictures('c', [
        `../${outside.folder.split('/').at(-1)}/secret.jpg`,
        secret,
        'file:///etc/passwd',
        'ftp://x/1.jpg',
        'pic/../../x.jpg',
      ]),
      withPictures('d', ['inner.jpg']),
    ]);
    expect(report.pictures).toMatchObject({ loaded: 2, failed: 6, placeholders: 2 });
    expect(report.notes.picture).toBe(5);
    expect((await pictures()).filter((one) => !one.placeholder).map((one) => one.offer_id)).toEqual(['a', 'd']);
    expect(lines.join('\n')).toMatch(/link\.jpg — картинка лежит вне папки файла/);
    outside.remove();
  });
  it('are read again when the file has changed', async () => {
    const file = disk.write(jpeg, 'one.jpg');
    await run([withPictures('a', ['one.jpg'])]);
    expect((await run([withPictures('a', ['one.jpg'])])).pictures).toMatchObject({ loaded: 0, known: 1 });
    writeFileSync(file, png);
    expect(await run([withPictures('a', ['one.jpg'])])).toMatchObject({
      offers: { changed: 1 },
      pictures: { loaded: 1 },
    });
  });
});
