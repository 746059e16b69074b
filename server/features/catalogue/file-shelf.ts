import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Db } from '#server/db/open.ts';
import { findFile } from '#server/features/catalogue/publish.queries.ts';

/** Bytes ready to send. `etags` are strong, one per encoding. */
export type ReadyFile = { audience: number; br: Buffer; identity: Buffer; etag: string; etagBr: string };
export type FileShelf = {
  /** A file in memory, undefined when it has to be read. */
  held(sha256: string): ReadyFile | undefined;
  file(sha256: string): Promise<ReadyFile | undefined>;
};

/** Enough for a catalogue of 10,000 twice over. */
const HELD_BYTES = 96 * 1024 * 1024;

/** Published files by hash, read from the database once and kept in memory; asked for twice at a time, read once. */
export function openFileShelf(db: Db): FileShelf {
  const held = createHeld();
  const reading = new Map<string, Promise<ReadyFile | undefined>>();
  return {
    held: (sha256) => held.get(sha256),
    async file(sha256) {
      const kept = held.get(sha256);
      if (kept) return kept;
      let work = reading.get(sha256);
      if (!work) {
        work = readFile(db, sha256).finally(() => reading.delete(sha256));
        reading.set(sha256, work);
      }
      const file = await work;
      if (file) held.set(sha256, file);
      return file;
    },
  };
}

async function readFile(db: Db, sha256: string): Promise<ReadyFile | undefined> {
  const row = await findFile(db, sha256);
  if (!row) return undefined;
  const identity = await decompress(row.bodyBr);
  return { audience: row.audience, br: row.bodyBr, identity, etag: `"${sha256}"`, etagBr: `"${sha256}.br"` };
}
/** The same bytes in both encodings, with an ETag by their content. */
export async function readyFile(audience: number, identity: Buffer): Promise<ReadyFile> {
  const br = await compress(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } });
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { audience, br, identity, etag: `"${hash}"`, etagBr: `"${hash}.br"` };
}
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Bounded by bytes: what was read first goes first. Map keeps the order of insertion. */
function createHeld() {
  const files = new Map<string, ReadyFile>();
  let bytes = 0;
  const weigh = (file: ReadyFile) => file.br.length + file.identity.length;
  return {
    get: (sha256: string) => files.get(sha256),
    set(sha256: string, file: ReadyFile) {
      if (files.has(sha256)) return;
      files.set(sha256, file);
      bytes += weigh(file);
      for (const [oldest, other] of files) {
        if (bytes <= HELD_BYTES || oldest === sha256) break;
        files.delete(oldest);
        bytes -= weigh(other);
      }
    },
  };
}
