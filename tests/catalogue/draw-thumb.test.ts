import { afterEach, expect, it, vi } from 'vitest';
import { queueThumb } from '#src/features/catalogue/draw-thumb.ts';

// Blurs wait for their turn, so that a screen of them is never one task (docs/product/start.md#speed).

const HASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const drawn: string[] = [];
const canvas = (name: string) =>
  ({ getContext: () => ({ putImageData: () => drawn.push(name) }) }) as unknown as HTMLCanvasElement;

vi.stubGlobal('ImageData', class {});
afterEach(() => {
  drawn.length = 0;
});

it('draws in the order of asking, and not what has left the queue', async () => {
  // Every look at the clock is a stage later, so each blur has a turn of its own.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  queueThumb(canvas('first'), HASH);
  const leave = queueThumb(canvas('left'), HASH);
  queueThumb(canvas('last'), HASH);
  expect(drawn).toEqual(['first']);
  leave();
  await vi.waitFor(() => expect(drawn).toEqual(['first', 'last']));
  vi.restoreAllMocks();
});

it('a broken hash does not stop those behind it', async () => {
  queueThumb(canvas('broken'), '%%%');
  queueThumb(canvas('whole'), HASH);
  await vi.waitFor(() => expect(drawn).toEqual(['whole']));
});
