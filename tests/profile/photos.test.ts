import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHOTO_LIMITS, PHOTO_WORDS } from '#contract/photos.ts';
import { photos } from '#server/db/tables/profile.ts';
import { keepPhoto, readUpload } from '#server/features/photos/photos.commands.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let userId: number;
let tab: Browser;
beforeAll(async () => {
  shop = await openShop();
  userId = await addConsultant(shop, { firstName: 'Мария', lastName: 'Соколова' });
  tab = await browserOf(shop, { userId });
});
afterAll(() => shop.close());

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 60 } } });
const upload = (image: string, browser = tab) => call(browser, 'POST', '/api/profile/photo', { image });
const send = (bytes: Buffer) => upload(bytes.toString('base64'));
const bytesAt = async (path: string, browser: Browser = fetchFrom(shop.app)) => {
  const answer = await browser(path);
  return { http: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
};
const kept = () => shop.db.select().from(photos).where(eq(photos.userId, userId));

describe('a photograph of a profile', () => {
  it('is written anew: square, WebP, upright, without what it told of its place', async () => {
    const original = await drawn(1200, 800)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'секрет' }, IFD3: { GPSLatitude: '55/1 1/1 0/1' } })
      .toBuffer();
    const { body } = await send(original);
    const { photo } = body.profile;
    expect(photo).toMatch(/^\/api\/photos\/[0-9a-f-]{36}\.webp$/);
    const file = await bytesAt(photo);
    expect([file.http, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, max-age=86400',
    ]);
    const { format, width, height, exif, orientation } = await sharp(file.body).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({
      format: 'webp',
      width: 480,
      height: 480,
      exif: undefined,
      orientation: undefined,
    });
    expect(file.body.includes(Buffer.from('секрет'))).toBe(false);
  });

  it('stands in the cabinet and on the card that the consultant’s people see', async () => {
    const { photo } = (await send(await drawn(300, 300).png().toBuffer())).body.profile;
    expect((await call(tab, 'GET', '/user/data')).body.user.photo).toBe(photo);
    const client = await browserOf(shop, { userId: await addPerson(shop, { sponsorId: userId }) });
    expect((await call(client, 'GET', '/user/data')).body.sponsor.photo).toBe(photo);
  });

  it('takes the place of the one before, which is gone; removed it is gone too', async () => {
    const first = (await send(await drawn(100, 100).webp().toBuffer())).body.profile.photo;
    const second = (await send(await drawn(90, 120).webp().toBuffer())).body.profile.photo;
    expect((await bytesAt(first)).http).toBe(404);
    expect(await kept()).toHaveLength(1);
    const removed = await call(tab, 'DELETE', '/api/profile/photo');
    expect(removed.body.profile.photo).toBeNull();
    expect((await bytesAt(second)).http).toBe(404);
    expect(await kept()).toEqual([]);
    expect((await call(tab, 'DELETE', '/api/profile/photo')).body.profile.photo).toBeNull();
  });

  it('two at once leave one row', async () => {
    const image = await drawn(64, 64).png().toBuffer();
    await Promise.all([send(image), send(image), send(image)]);
    expect(await kept()).toHaveLength(1);
  });
});

describe('what is no photograph is refused in words', () => {
  const noise = () => sharp({ create: { width: 400, height: 400, channels: 3, background: '#345', noise: { type: 'gaussian', mean: 120, sigma: 40 } } }); // prettier-ignore
  /** White in one bit for a pixel: a few kilobytes, which a decoder would make some 50 MB of. */
  const bomb = () => {
    const side = 20_000;
    const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    head.writeUInt32BE(side, 0);
    head.writeUInt32BE(side, 4);
    const lines = deflateSync(Buffer.alloc((1 + side / 8) * side));
    const part = (name: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(name), data]);
      const numbers = Buffer.alloc(8);
      numbers.writeUInt32BE(data.length, 0);
      numbers.writeUInt32BE(crc32(body), 4);
      return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
    };
    const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    return Buffer.concat([mark, part('IHDR', head), part('IDAT', lines), part('IEND', Buffer.alloc(0))]);
  };
  const cases: [string, () => Promise<Buffer> | Buffer, keyof typeof PHOTO_WORDS][] = [
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'not_an_image'],
    ['a page that calls itself one', () => Buffer.from('<html>Вход в сеть метро</html>'), 'not_an_image'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'not_an_image'],
    ['one that breaks off', async () => (await noise().png().toBuffer()).subarray(0, 20_000), 'not_an_image'],
    ['a bomb of 400 megapixels', bomb, 'too_many_pixels'],
    ['more bytes than 10 MB', () => Buffer.alloc(PHOTO_LIMITS.bytes + 1, 7), 'too_large'],
  ];
  it.each(cases)('%s', async (_name, make, words) => {
    const before = await kept();
    const { http, body } = await send(await make());
    expect([http, body.code, body.errors]).toEqual([200, 'validation', { image: [PHOTO_WORDS[words]] }]);
    expect(await kept()).toEqual(before);
  });

  it('text that is no base64, nothing, and a body beyond all bounds', async () => {
    expect((await upload('не картинка')).body.errors).toEqual({ image: [PHOTO_WORDS.not_an_image] });
    expect((await upload('')).body.errors).toEqual({ image: ['Заполните поле'] });
    expect((await upload('A'.repeat(14_500_000))).http).toBe(413);
    // Other calls keep their small bound.
    expect((await call(tab, 'POST', '/api/profile', { first_name: 'А'.repeat(300_000) })).http).toBe(413);
  });

  it('a stranger, a guest and a blocked account send none', async () => {
    const image = (await drawn(9, 9).png().toBuffer()).toString('base64');
    expect((await upload(image, await browserOf(shop))).http).toBe(401);
    const blocked = await browserOf(shop, { userId: await addConsultant(shop, { readonly: true }) });
    expect((await upload(image, blocked)).body.code).toBe('readonly');
  });
});

describe('a photograph of a return', () => {
  it('is whole, and for its owner and the desk alone', async () => {
    const picture = await readUpload((await drawn(2000, 1000).jpeg().toBuffer()).toString('base64'), 'return');
    expect([picture.width, picture.height]).toEqual([1280, 640]);
    const now = shop.clock.now;
    const id = await shop.db.transaction((tx) => keepPhoto(tx, { userId, purpose: 'return', picture, now }));
    const path = `/api/photos/${id}.webp`;
    const as = async (who: number) => (await bytesAt(path, await browserOf(shop, { userId: who }))).http;
    expect((await bytesAt(path)).http).toBe(404);
    expect(await as(await addPerson(shop))).toBe(404);
    expect(await as(userId)).toBe(200);
    expect(await as(await addPerson(shop, { role: 'staff' }))).toBe(200);
  });

  it('nothing else is found at its address', async () => {
    for (const name of [randomUUID(), '../etc/passwd', '1', `${randomUUID()}'--`])
      expect((await bytesAt(`/api/photos/${encodeURIComponent(name)}.webp`)).http).toBe(404);
  });
});
