import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

// The committed films of lessons 102 and 402 (docs/decisions/121), read box by box as a player would.

const FOLDERS = [
  'content/courses/1-start-konsultanta/02-lichnyj-kabinet',
  'content/courses/4-uhod-za-kozhej/02-ochishhenie',
];

type Box = { type: string; body: Buffer };
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new Error(`a box of ${size} bytes at ${at} of ${bytes.length}`);
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}
/** The only box at this path; each part of it is a box within the one before. */
function boxAt(bytes: Buffer, path: string): Buffer {
  return path.split('/').reduce((inside, type) => {
    const found = boxesOf(inside).filter((box) => box.type === type);
    if (found.length !== 1) throw new Error(`${found.length} boxes at ${path}, not one`);
    return found[0]!.body;
  }, bytes);
}
const numbers = (body: Buffer, from: number): number[] =>
  Array.from({ length: Math.floor((body.length - from) / 4) }, (_, i) => body.readUInt32BE(from + i * 4));

describe.each(FOLDERS)('%s', (folder) => {
  const file = readFileSync(`${folder}/video.mp4`);

  it('is small, of the promised length, and has its index in front', () => {
    expect(file.length).toBeLessThanOrEqual(300_000);
    const types = boxesOf(file).map(({ type }) => type);
    expect(types.indexOf('moov')).toBeGreaterThanOrEqual(0);
    expect(types.indexOf('moov')).toBeLessThan(types.indexOf('mdat'));
    const header = boxAt(file, 'moov/mvhd');
    const seconds = header.readUInt32BE(16) / header.readUInt32BE(12);
    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThanOrEqual(40.1);
  });

  it('is H.264 of the High profile at most, in one silent track, 960 × 540', () => {
    expect(boxesOf(boxAt(file, 'moov')).filter(({ type }) => type === 'trak')).toHaveLength(1);
    const [entry] = boxesOf(boxAt(file, 'moov/trak/mdia/minf/stbl/stsd').subarray(8));
    expect(entry!.type).toBe('avc1');
    expect([entry!.body.readUInt16BE(24), entry!.body.readUInt16BE(26)]).toEqual([960, 540]);
    const avcC = boxAt(entry!.body.subarray(78), 'avcC');
    expect([avcC[1], avcC[3]]).toEqual([100, 31]);
  });

  it('can be entered every two seconds', () => {
    const table = 'moov/trak/mdia/minf/stbl';
    const [runs, frames, perFrame] = numbers(boxAt(file, `${table}/stts`), 4);
    expect(runs).toBe(1);
    const fps = boxAt(file, 'moov/trak/mdia/mdhd').readUInt32BE(12) / perFrame!;
    const keys = numbers(boxAt(file, `${table}/stss`), 8);
    expect(keys[0]).toBe(1);
    const gaps = keys.map((key, i) => (keys[i + 1] ?? frames! + 1) - key);
    expect(Math.max(...gaps) / fps).toBeLessThanOrEqual(2);
  });

  it('has a poster of its size', async () => {
    const poster = readFileSync(`${folder}/poster.webp`);
    expect(poster.length).toBeLessThanOrEqual(30_000);
    expect(await sharp(poster).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540 });
  });
});
