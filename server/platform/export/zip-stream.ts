import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** Beyond it a zip needs 64-bit sizes, which fflate does not write. */
const FILE_MOST = 0xff_ff_ff_ff;

/**
 * A zip that is made while it is read. The frame is fflate's; deflate is Node's, which works outside the shop's thread: fflate's own
 * would stop every other request while it packs (docs/decisions/400).
 */
export function openZip() {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const taken = (): Uint8Array[] => {
    const pieces = ready;
    ready = [];
    return pieces;
  };
  return {
    /** Adds one file; its bytes are asked for as they are wanted. */
    async *add(filename: string, texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
      const file: ZipInputFile = { filename, size: 0, crc: 0, compression: 8 };
      zip.add(file);
      const deflate = createDeflateRaw({ level: 4 });
      // A failure of the source reaches whoever reads `deflate`.
      pipeline(Readable.from(measured(texts, file)), deflate, () => undefined);
      for await (const piece of deflate) {
        file.ondata!(null, piece as Uint8Array<ArrayBuffer>, false); // `zip.add` has set it.
        yield* taken();
      }
      file.ondata!(null, new Uint8Array(), true);
      yield* taken();
    },
    *end(): Generator<Uint8Array> {
      zip.end();
      yield* taken();
    },
  };
}

/** Keeps the size and the sum of what passes: both stand behind the file. */
async function* measured(texts: AsyncIterable<string> | Iterable<string>, file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    if (file.size > FILE_MOST) throw new Error(`${file.filename} is larger than a zip may hold`);
    yield bytes;
  }
}
