import { isWholeList } from '#contract/catalogue-pack.ts';
import type { Manifest } from '#contract/catalogue.ts';
import { isCategoriesShard, isPriceShard } from '#src/offline/guards.ts';
import { isDetailsShard, isListShard, isNeedsShard, isThumbShard } from '#src/offline/guards-shards.ts';
import { shardKey } from '#src/offline/keys.ts';
import { ask, type Store } from '#src/offline/ports.ts';
import { ask as fetchFile, broken, parse, type SyncWorld, verify } from '#src/offline/trusted.ts';

// The files of a revision: which, which of them are here, the rest of them (docs/product/catalogue.md#shards).

export type DownloadPorts = SyncWorld & { store: Store };
/** Bytes of a run's missing files, as the manifest names them. */
export type Progress = ((doneBytes: number, totalBytes: number) => void) | undefined;

type FileKind = 'categories' | 'list' | 'prices' | 'needs' | 'thumbs' | 'details';
export type File = { kind: FileKind; sha256: string; bytes: number };
const ORDER: readonly FileKind[] = ['categories', 'list', 'prices', 'needs', 'thumbs', 'details'];
const GUARDS: Record<FileKind, (value: unknown) => boolean> = {
  categories: isCategoriesShard,
  list: (value) => isListShard(value) && isWholeList(value),
  prices: (value) => isPriceShard(value) && hasEqualColumns(value),
  needs: isNeedsShard,
  thumbs: isThumbShard,
  details: isDetailsShard,
};
export const hasEqualColumns = (shard: {
  id_step: number[];
  price: number[];
  old_price: number[];
  stock: number[];
}): boolean => [shard.price, shard.old_price, shard.stock].every((column) => column.length === shard.id_step.length);

export function filesOf(manifest: Manifest): File[] {
  const files: File[] = [
    { kind: 'categories', ...manifest.categories },
    { kind: 'prices', ...manifest.prices[0] },
    ...(manifest.needs ? [{ kind: 'needs' as const, ...manifest.needs }] : []),
    ...manifest.shards,
  ];
  const seen = new Set<string>();
  return files
    .filter(({ sha256 }) => !seen.has(sha256) && seen.add(sha256))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

export async function storedHashes(store: Store): Promise<Set<string>> {
  const keys = await store.change(shardKeys);
  return new Set(keys.map((key) => key.slice(shardKey('').length)));
}
/** The store holds a few hundred keys: reading all of them costs less than a range. */
export const shardKeys = async (kv: IDBObjectStore): Promise<string[]> =>
  (await ask(kv.getAllKeys())).map(String).filter((key) => key.startsWith(shardKey('')));

const LANES = 4;
/** Four at a time, in the wanted order; each file is verified and stored before the next, so a stop loses nothing. */
export async function download(
  ports: DownloadPorts,
  files: readonly File[],
  progress: (bytes: number) => void,
): Promise<void> {
  let at = 0;
  let isFailed = false;
  const lane = async () => {
    for (let file = files[at++]; file && !isFailed; file = files[at++]) {
      try {
        await ports.store.set(shardKey(file.sha256), await fetchShard(ports, file));
      } catch (error) {
        isFailed = true;
        throw error;
      }
      progress(file.bytes);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, files.length) }, lane));
}

async function fetchShard(ports: DownloadPorts, file: File): Promise<unknown> {
  const answer = await fetchFile(ports, `/api/catalog/s/${file.sha256}.json`);
  const value = parse(answer, file.kind);
  await verify(ports, answer, file.sha256);
  if (!GUARDS[file.kind](value)) throw broken(`${file.kind}: foreign shape`);
  return value;
}

export function counter(files: readonly File[], tell: Progress): (bytes: number) => void {
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  if (total > 0) tell?.(0, total);
  return (bytes) => tell?.((done += bytes), total);
}
