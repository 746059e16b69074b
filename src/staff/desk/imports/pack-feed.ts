import { FEED_LIMITS, FEED_WORDS } from '#contract/desk-import.ts';

export type PackedFeed = { base64: string } | { fault: string };

/** The file packed by gzip, as base64: feeds are text that shrinks tenfold. */
export async function packFeed(file: Blob): Promise<PackedFeed> {
  if (file.size > FEED_LIMITS.bytes) return { fault: FEED_WORDS.too_large };
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  if (packed.size > FEED_LIMITS.packed) return { fault: FEED_WORDS.too_large };
  const address = await dataUrl(packed);
  return { base64: address.slice(address.indexOf(',') + 1) };
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => fail(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
