import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { pictureKey } from '#contract/catalogue-pack.ts';
import { pictureOriginals } from '#server/db/tables/catalogue.ts';
import { drawCutout } from '#server/features/catalogue/pictures/draw-packshot.ts';
import { drawPlaceholderSpec, packshotSha } from '#server/features/catalogue/pictures/packshot.rules.ts';
import { PICTURE_FORMATS, PICTURE_SIZES, renderPicture } from '#server/features/catalogue/pictures/render-picture.ts';
import { storePackshot, storePictureBytes } from '#server/features/catalogue/pictures/store-picture.commands.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

const SUPPLEMENT = {
  title: 'Магний B6 «Тихий вечер»',
  subtitle: '',
  code: '10201',
  category: 102,
  form: 'капсулы',
  volume: '60 капсул',
  bad: true,
};
let shop: TestShop;
const dataDir = mkdtempSync(join(tmpdir(), 'rostok-pictures-'));
beforeAll(async () => {
  shop = await openShop({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ method: 'GET', url, headers });
const alphaAt = async (picture: Buffer, x: number, y: number) => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return data[(Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 4 + 3];
};

/** Darkest and lightest of a piece; cut out first, because sharp counts the whole picture otherwise. */
async function greyOf(picture: Buffer, area: Region): Promise<{ min: number; max: number }> {
  const piece = await sharp(picture).extract(area).greyscale().png().toBuffer();
  const { channels } = await sharp(piece).stats();
  return { min: channels[0]!.min, max: channels[0]!.max };
}

describe('drawn packs', () => {
  it('are served in every size and format with alpha, immutable', async () => {
    const { sha256, thumbhash } = await storePackshot(shop.db, SUPPLEMENT);
    expect(sha256).toBe(packshotSha(SUPPLEMENT));
    expect(Buffer.from(thumbhash, 'base64').length).toBeLessThanOrEqual(30);
    for (const size of PICTURE_SIZES)
      for (const format of PICTURE_FORMATS) {
        const answer = await get(`/pictures/${pictureKey(sha256)}/${size}.${format}`);
        expect(answer.statusCode).toBe(200);
        expect(answer.headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
        });
        expect(answer.headers.vary).toBeUndefined();
        const meta = await sharp(answer.rawPayload).metadata();
        expect(meta).toMatchObject({
          width: size,
          height: size,
          hasAlpha: true,
          format: format === 'avif' ? 'heif' : 'webp',
        });
        expect(await alphaAt(answer.rawPayload, 0.02, 0.02)).toBe(0);
        expect(await alphaAt(answer.rawPayload, 0.5, 0.5)).toBe(255);
        const again = await get(`/pictures/${sha256}/${size}.${format}`, {
          'if-none-match': String(answer.headers.etag),
        });
        expect(again.statusCode).toBe(304);
        expect(again.rawPayload.length).toBe(0);
      }
    expect(readdirSync(join(dataDir, 'pictures', pictureKey(sha256))).sort()).toEqual([
      '240.avif',
      '240.webp',
      '480.avif',
      '480.webp',
      '960.avif',
      '960.webp',
    ]);
  });
  it('are stored once and keep their hash', async () => {
    await storePackshot(shop.db, SUPPLEMENT);
    await storePackshot(shop.db, { ...SUPPLEMENT });
    const rows = await shop.db.select().from(pictureOriginals);
    expect(rows.filter((row) => row.sha256 === packshotSha(SUPPLEMENT))).toHaveLength(1);
    expect(packshotSha({ ...SUPPLEMENT, volume: '30 капсул' })).not.toBe(packshotSha(SUPPLEMENT));
  });
  it('carry the legal line only when they are supplements', () => {
    // Text is paths, so the line is recognised by what it adds to the drawing.
    const [on, off] = [drawCutout(SUPPLEMENT), drawCutout({ ...SUPPLEMENT, bad: false })];
    expect(on.length).toBeGreaterThan(off.length + 3000);
    const tea = {
      title: 'Иван-чай классический «Копорье»',
      subtitle: '',
      code: '30201',
      category: 302,
      form: 'чай',
      volume: '50 г',
      bad: false,
    };
    expect(drawCutout(tea).equals(drawCutout({ ...tea, bad: true }))).toBe(false);
  });
  it('have a studio picture with 1200×630 and the warning below a supplement', async () => {
    const { sha256 } = await storePackshot(shop.db, SUPPLEMENT);
    const answer = await get(`/pictures/${sha256}/studio.jpg`);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    const strip = await greyOf(answer.rawPayload, { left: 0, top: 630 - 64, width: 1200, height: 64 });
    expect(strip.min).toBeLessThan(90);
    expect(strip.max).toBeGreaterThan(240);
  });
  it('can stand in for a picture that did not load, without the line of a supplement', async () => {
    const spec = drawPlaceholderSpec({
      title: 'Футболка «Лето» мужская, хлопок, очень длинное название товара',
      code: '100001',
      categoryTitle: 'Одежда',
    });
    expect(spec).toMatchObject({ bad: false, volume: '', form: 'box' });
    expect(spec.title.length).toBeLessThanOrEqual(41);
    const { sha256 } = await storePackshot(shop.db, spec);
    expect((await get(`/pictures/${sha256}/240.webp`)).statusCode).toBe(200);
  });
});

describe('bytes', () => {
  const photo = () => sharp({ create: { width: 600, height: 300, channels: 3, background: '#c33' } });
  it('are cleaned of metadata, turned upright and scaled down only', async () => {
    const bytes = await photo()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const stored = await storePictureBytes(shop.db, bytes);
    if ('refused' in stored) throw new Error(stored.refused);
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(Buffer.from(stored.thumbhash, 'base64').length).toBeLessThanOrEqual(30);
    const row = (await shop.db.select().from(pictureOriginals)).find((one) => one.sha256 === stored.sha256);
    expect(row).toMatchObject({ kind: 'bytes', mime: 'image/webp', width: 300, height: 600 });
    expect(row?.body?.includes('secret place')).toBe(false);
    const small = await sharp((await get(`/pictures/${stored.sha256}/240.avif`)).rawPayload).metadata();
    expect([small.width, small.height]).toEqual([120, 240]);
    const large = await sharp((await get(`/pictures/${stored.sha256}/960.webp`)).rawPayload).metadata();
    expect([large.width, large.height]).toEqual([300, 600]);
    for (const name of ['studio', 'studio-bad']) {
      const shared = (await get(`/pictures/${stored.sha256}/${name}.jpg`)).rawPayload;
      expect(await sharp(shared).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
      expect((await greyOf(shared, { left: 0, top: 0, width: 30, height: 30 })).min).toBeGreaterThan(245);
      expect((await greyOf(shared, { left: 590, top: 250, width: 20, height: 20 })).max).toBeLessThan(140);
      // The warning is dark letters on the sheet; without it there is the sheet alone beside the photograph.
      const letters = await greyOf(shared, { left: 240, top: 586, width: 200, height: 24 });
      expect([name, letters.min < 90]).toEqual([name, name === 'studio-bad']);
    }
  });
  it('that are no picture, too large or too many pixels are refused by name', async () => {
    const whole = await photo().png().toBuffer();
    expect(
      await storePictureBytes(shop.db, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ).toEqual({ refused: 'not_an_image' });
    expect(await storePictureBytes(shop.db, Buffer.from('<html>Вход в сеть метро</html>'))).toEqual({
      refused: 'not_an_image',
    });
    expect(await storePictureBytes(shop.db, Buffer.alloc(0))).toEqual({ refused: 'not_an_image' });
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await storePictureBytes(shop.db, noise.subarray(0, noise.length / 2))).toEqual({ refused: 'not_an_image' });
    expect(await storePictureBytes(shop.db, Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024)]))).toEqual({
      refused: 'too_large',
    });
    const bomb = await sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(await storePictureBytes(shop.db, bomb)).toEqual({ refused: 'too_many_pixels' });
  });
});

describe('the cache of files', () => {
  const spec = { ...SUPPLEMENT, title: 'Цинк «Кедровая искра»', code: '10203' };
  it('draws a picture once for many who ask at the same moment, and again after the folder is gone', async () => {
    const { sha256 } = await storePackshot(shop.db, spec);
    const ask = () => renderPicture(shop.db, shop.env, sha256, 240, 'webp');
    const all = await Promise.all(Array.from({ length: 20 }, ask));
    // One drawing: all twenty hold the very same buffer.
    expect(new Set(all).size).toBe(1);
    rmSync(join(dataDir, 'pictures', pictureKey(sha256)), { recursive: true });
    expect((await ask())?.equals(all[0] as Buffer)).toBe(true);
    expect(readdirSync(join(dataDir, 'pictures', pictureKey(sha256)))).toEqual(['240.webp']);
  });
  it('draws again what a crash left empty', async () => {
    const { sha256 } = await storePackshot(shop.db, spec);
    writeFileSync(join(dataDir, 'pictures', pictureKey(sha256), '240.webp'), '');
    expect((await get(`/pictures/${sha256}/240.webp`)).rawPayload.length).toBeGreaterThan(1000);
  });
  it('answers 404 in words for what it does not know, and writes nothing', async () => {
    const sha = 'f'.repeat(64);
    for (const path of [
      `${sha}/240.webp`,
      `${sha}/241.webp`,
      `${sha}/240.png`,
      'zz/240.webp',
      `${sha}/..%2F..%2Fpg`,
      `${sha}/480.avif%00`,
    ]) {
      const answer = await get(`/pictures/${path}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ status: 'error' });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(readdirSync(join(dataDir, 'pictures'))).not.toContain(pictureKey(sha));
  });
});
