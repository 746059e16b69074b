import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoProducts } from '#server/demo/products/build.ts';
import { viewSpecs } from '#server/demo/products/views.ts';
import { drawPicture } from '#server/features/catalogue/pictures/draw-packshot.ts';
import { wrapText, widthOf } from '#server/features/catalogue/pictures/draw-text.ts';
import {
  packshotSha,
  type PackshotSpec,
  readPackshotSpec,
} from '#server/features/catalogue/pictures/packshot.rules.ts';

const all = demoProducts(new Date('2026-11-22T00:00:00Z'));
const magnesium = all.find(({ code }) => code === '10201')!;
const [label, scale] = viewSpecs(magnesium) as [PackshotSpec, PackshotSpec];

async function inkOf(spec: PackshotSpec): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const picture = sharp(await drawPicture(spec))
    .ensureAlpha()
    .extractChannel(3);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const box = { left: info.width, top: info.height, right: 0, bottom: 0 };
  data.forEach((alpha, at) => {
    if (alpha < 40) return;
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  });
  return box;
}

describe('views of a drawn product', () => {
  it('every product of the range has a label and a size, each with an address of its own', () => {
    const specs = all.flatMap(viewSpecs);
    expect(specs).toHaveLength(400);
    const hashes = new Set([...specs, ...all.map(({ spec }) => spec)].map(packshotSha));
    expect(hashes.size).toBe(600);
  });
  it('a face keeps the address it had before there were views', () => {
    const { title, code, category, form, volume } = magnesium.spec;
    const bare = { title, subtitle: '', code, category, form, volume, bad: true };
    expect(packshotSha(magnesium.spec)).toBe(packshotSha(bare));
    expect(packshotSha({ ...label, words: [] })).not.toBe(packshotSha(label));
  });
  it('a stored spec is read back whole, and what is broken in it is left out', () => {
    expect(readPackshotSpec(JSON.parse(JSON.stringify(label)) as Record<string, unknown>)).toEqual(label);
    expect(readPackshotSpec(JSON.parse(JSON.stringify(scale)) as Record<string, unknown>)?.mm).toEqual(scale.mm);
    const broken = readPackshotSpec({ title: 'Чай', category: 301, view: 'scale', mm: [1, 'x', 2], words: [3, null] });
    expect(broken).toMatchObject({ view: 'scale', words: [] });
    expect(broken).not.toHaveProperty('mm');
    expect(readPackshotSpec({ title: 'Чай', category: 301, view: 'film' })).not.toHaveProperty('view');
  });
  it('nothing is drawn over the edge of the picture', async () => {
    for (const code of ['10104', '60101', '70303', '80101']) {
      for (const spec of viewSpecs(all.find((one) => one.code === code)!)) {
        const { left, top, right, bottom } = await inkOf(spec);
        expect.soft(Math.min(left, top), `${code} ${spec.view}`).toBeGreaterThan(3);
        expect.soft(Math.max(right, bottom), `${code} ${spec.view}`).toBeLessThan(816);
      }
    }
  });
  it('a spec without a size is drawn as the pack; words without end stay on the sheet', async () => {
    const { mm: _mm, ...without } = scale;
    expect((await drawPicture(without)).toString()).toMatch(/^<svg/);
    const long = {
      ...label,
      title: 'Оченьдлинноеслово'.repeat(20),
      words: [{ title: 'Состав', text: 'экстракт '.repeat(300) }],
    };
    const { bottom, right } = await inkOf(long);
    expect(Math.max(bottom, right)).toBeLessThan(816);
  });
  it('lines are as wide as they may be, and a word that is wider is cut', () => {
    const lines = wrapText(`${'ы'.repeat(200)} да нет`, 300, { size: 20 });
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(widthOf(line, { size: 20 })).toBeLessThanOrEqual(300);
    expect(lines.join('').replaceAll(' ', '')).toBe(`${'ы'.repeat(200)}данет`);
  });
});
