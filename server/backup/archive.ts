import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract as openExtract, type Pack, pack as openPack } from 'tar-stream';

export type ToPack = { path: string; bytes: number; from: Buffer | { file: string } };
export type Sum = { bytes: number; sha256: string };

/** Counts and hashes what flows through it; `sum` is asked when it has flown. */
export function summing(): { through: PassThrough; sum: () => Sum } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new PassThrough();
  through.on('data', (part: Buffer) => {
    hash.update(part);
    bytes += part.length;
  });
  return { through, sum: () => ({ bytes, sha256: hash.copy().digest('hex') }) };
}

export async function sumOf(stream: Readable): Promise<Sum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** One tar file, readable by its owner alone, on the disk when this ends. */
export async function writeArchive(path: string, entries: readonly ToPack[]): Promise<void> {
  const pack = openPack();
  const written = pipeline(Readable.from(pack), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const packed = (async () => {
    for (const entry of entries) await packOne(pack, entry);
    pack.finalize();
  })();
  // Whichever fails ends the other.
  const end = (error: Error): void => pack.destroy(error);
  packed.catch(end);
  written.catch(end);
  await Promise.all([packed, written]);
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function packOne(pack: Pack, { path, bytes, from }: ToPack): Promise<void> {
  const sink = pack.entry({ name: path, size: bytes, mode: 0o600 });
  const closed = once(sink, 'close');
  const source = Buffer.isBuffer(from) ? Readable.from([from]) : createReadStream(from.file);
  for await (const part of source) if (!sink.write(part)) await Promise.race([once(sink, 'drain'), closed]);
  sink.end(null);
  await closed;
}

/** Hands over every file of an archive in its order. `take` reads the stream to its end. @throws what `take` throws, or that it is no archive. */
export async function readArchive(
  path: string,
  take: (entry: { path: string; stream: Readable }) => Promise<void>,
): Promise<void> {
  const extract = openExtract();
  const source = createReadStream(path);
  source.on('error', (error) => extract.destroy(error));
  source.pipe(extract);
  try {
    for await (const entry of extract) {
      await take({ path: entry.header.name, stream: Readable.from(entry) });
      entry.resume();
    }
  } finally {
    source.destroy();
  }
}
