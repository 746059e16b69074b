import type { Manifest } from '#contract/catalogue.ts';
import { type ConsPrices, hashesOf, type Pointer } from '#src/offline/catalogue-store.ts';
import { keepFirst } from '#src/offline/catalogue-first.ts';
import type { KeptFirst } from '#src/offline/kept-first.ts';
import { hasPages, type PageKeeper, putPages, takePages } from '#src/offline/kept-page.ts';
import { CONS_PRICE_KEY, FIRST_KEY, POINTER_KEY, SEEN_KEY, shardKey } from '#src/offline/keys.ts';
import {
  counter,
  download,
  filesOf,
  hasEqualColumns,
  shardKeys,
  storedHashes,
} from '#src/offline/catalogue-download.ts';
import { isPriceShard } from '#src/offline/guards.ts';
import { isManifest } from '#src/offline/guards-shards.ts';
import { minBuildOf } from '#src/offline/min-build.ts';
import { ask, type Store } from '#src/offline/ports.ts';
import {
  ask as fetchFile,
  broken,
  parse,
  runSync,
  type SyncEnd,
  type SyncWorld,
  timeOf,
  verify,
} from '#src/offline/trusted.ts';

// Contents: 1 ports and results, 2 syncCatalogue, 3 manifest, 4 flip, 5 consultant prices. The files themselves: catalogue-download.ts
// docs/product/offline.md#catalogue-sync, docs/product/catalogue.md#shards. The same module runs in the worker and in the page.

// ── 1 Ports and results ─────────────────────────────────────────────────────────────────────────
export type SyncPorts = SyncWorld & {
  store: Store;
  /** Real price type of the person (HOLDER_KEY): shard 1 is asked for only when it says 1. */
  priceType: 0 | 1;
  /** The person's own database, for consultant prices and nothing else. */
  personStore?: Store | undefined;
  /** False when somebody else holds the phone by now: prices written for the previous person are deleted again. */
  isStillPerson?: (() => Promise<boolean>) | undefined;
  /** Bytes of this run's missing files, as the manifest names them. */
  onProgress?: ((doneBytes: number, totalBytes: number) => void) | undefined;
  /** The lowest build that this manifest still allows; also of one that cannot be kept. */
  onMinBuild?: ((minBuild: number) => void) | undefined;
  /** Keeps rendered pages with the revision; without it those of the revision before go with the flip. */
  pages?: PageKeeper | undefined;
  /** A new revision, or new consultant prices, can be read from now on. */
  onChange?: ((rev: string) => void) | undefined;
};
/** How a sync ended; the public catalogue knows no `gone`. */
export type SyncResult = SyncEnd;

// ── 2 One run ───────────────────────────────────────────────────────────────────────────────────
/**
 * Brings the stored catalogue to the server's revision. May be stopped at any byte: what was verified is kept, what is
 * shown changes only by the flip, in one transaction. Never throws.
 */
export const syncCatalogue = (ports: SyncPorts): Promise<SyncResult> => runSync(ports, () => syncOnce(ports));

async function syncOnce(ports: SyncPorts): Promise<SyncResult> {
  const now = () => timeOf(ports);
  const pointer = readPointer(await ports.store.get<unknown>(POINTER_KEY));
  const { manifest, etag } = await fetchManifest(ports, pointer);
  const wanted = filesOf(manifest);
  const stored = await storedHashes(ports.store);
  const missing = wanted.filter((file) => !stored.has(file.sha256));
  const progress = counter(missing, ports.onProgress);
  const isFlipDue = missing.length > 0 || pointer?.rev !== manifest.rev || pointer.isPartial === true;
  const next = (isPartial: boolean): Pointer => ({
    v: 1,
    rev: manifest.rev,
    manifest,
    etag,
    at: now(),
    ...(isPartial ? { isPartial } : {}),
    prev:
      pointer && pointer.rev !== manifest.rev
        ? [hashesOf(pointer.manifest), ...pointer.prev].slice(0, 2)
        : (pointer?.prev ?? []),
  });
  const list = missing.filter((file) => file.kind !== 'details');
  await download(ports, list, progress);
  if (!pointer && list.length < missing.length) {
    // A first run shows the whole list before the product pages have arrived; there is no older revision to protect.
    await flip(ports.store, next(true), now());
    ports.onChange?.(manifest.rev);
  }
  await download(
    ports,
    missing.filter((file) => file.kind === 'details'),
    progress,
  );
  if (isFlipDue) await flip(ports.store, next(false), now());
  else await confirmRevision(ports, manifest, now());
  const hasNewPrices = await syncConsPrices(ports, manifest, now());
  if (isFlipDue || hasNewPrices) ports.onChange?.(manifest.rev);
  // Asked for last: nothing of the revision waits for them, and until they are here a start opens the shell.
  if (isFlipDue && ports.pages) await keepPages(ports.store, ports.pages, manifest.rev).catch(() => {});
  return { kind: isFlipDue || hasNewPrices ? 'updated' : 'unchanged' };
}

// ── 3 Manifest ──────────────────────────────────────────────────────────────────────────────────
async function fetchManifest(
  ports: SyncPorts,
  pointer: Pointer | undefined,
): Promise<{ manifest: Manifest; etag: string | null }> {
  const answer = await fetchFile(ports, '/api/catalog/manifest', pointer?.etag ?? null);
  if (answer.status === 304 && pointer?.etag) return { manifest: pointer.manifest, etag: pointer.etag };
  const manifest = parse(answer, 'manifest');
  ports.onMinBuild?.(minBuildOf(manifest));
  if (!isManifest(manifest)) throw broken('manifest: foreign shape');
  return { manifest, etag: answer.etag };
}

/** A stored pointer is read tolerantly: what does not fit counts as nothing stored. */
function readPointer(value: unknown): Pointer | undefined {
  const pointer = value as Pointer | undefined;
  return pointer?.v === 1 && isManifest(pointer.manifest)
    ? { ...pointer, prev: Array.isArray(pointer.prev) ? pointer.prev : [] }
    : undefined;
}

// ── 4 Flip ──────────────────────────────────────────────────────────────────────────────────────
/** One transaction: every shard is there, the pointer moves, shards of no kept revision go. @throws Stop when one is missing. */
async function flip(store: Store, pointer: Pointer, seenAt: string): Promise<void> {
  const isWhole = await store.change(async (kv) => {
    const keys = new Set(await shardKeys(kv));
    const needed = hashesOf(pointer.manifest, { details: pointer.isPartial !== true });
    if (needed.some((sha256) => !keys.has(shardKey(sha256)))) return false;
    kv.put(pointer, POINTER_KEY);
    kv.put(seenAt, SEEN_KEY);
    await keepFirst(kv, pointer.manifest);
    // Pages of the revision before go with it.
    putPages(kv, (await ask(kv.getAllKeys())).map(String), []);
    const kept = new Set([...hashesOf(pointer.manifest), ...pointer.prev.flat()].map(shardKey));
    for (const key of keys) if (!kept.has(key)) kv.delete(key);
    return true;
  });
  if (!isWhole) throw broken('flip: a shard is missing');
}

/** Another tab may have moved the pointer meanwhile: whoever reads a page compares its revision. */
async function keepPages(store: Store, pages: PageKeeper, rev: string): Promise<void> {
  const taken = await takePages(pages, rev);
  await store.change((kv) => putPages(kv, [], taken));
}

/** Nothing has changed. A phone that was filled by another build gets its first cards and its pages now. */
async function confirmRevision({ store, pages }: SyncPorts, manifest: Manifest, seenAt: string): Promise<void> {
  const { rev } = manifest;
  const kept = await store.get<KeptFirst>(FIRST_KEY);
  const isComplete = !pages || (await hasPages(store, pages.entry, rev));
  if (kept?.rev === rev && isComplete) return store.set(SEEN_KEY, seenAt);
  const taken = pages && !isComplete ? await takePages(pages, rev) : [];
  return store.change(async (kv) => {
    kv.put(seenAt, SEEN_KEY);
    await keepFirst(kv, manifest);
    // Another tab may have moved the pointer meanwhile: whoever reads a page compares its revision.
    putPages(kv, [], taken);
  });
}

// ── 5 Consultant prices: the person's own database, never `pub` (docs/product/prices.md#who-sees-what) ──────────────────
async function syncConsPrices(ports: SyncPorts, manifest: Manifest, at: string): Promise<boolean> {
  const { personStore: store, isStillPerson } = ports;
  if (ports.priceType !== 1 || !store) return false;
  const { sha256, asOf } = manifest.prices[1];
  const before = await store.get<ConsPrices>(CONS_PRICE_KEY);
  if (before?.sha256 === sha256) return false;
  const answer = await fetchFile(ports, `/api/catalog/s/${sha256}.json`);
  // The session has ended meanwhile: no consultant prices, and nothing is wrong with the public catalogue.
  if (answer.status === 401 || answer.status === 403) return false;
  const value = parse(answer, 'prices 1');
  await verify(ports, answer, sha256);
  if (!isPriceShard(value) || !hasEqualColumns(value) || value.priceType !== 1) throw broken('prices 1: foreign shape');
  if (isStillPerson && !(await isStillPerson())) return false;
  await store.change((kv) => {
    kv.put(value, shardKey(sha256));
    kv.put({ sha256, asOf, at } satisfies ConsPrices, CONS_PRICE_KEY);
    if (before) kv.delete(shardKey(before.sha256));
  });
  if (!isStillPerson || (await isStillPerson())) return true;
  await store.del([shardKey(sha256), CONS_PRICE_KEY]);
  return false;
}
