import { POINTER_KEY } from '#src/offline/keys.ts';
import { type LessonsUse, lessonsUse } from '#src/offline/lessons-room.ts';
import { type Held, heldPictures, weigh } from '#src/device/pictures-cache.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';

/** What the app keeps on this phone, in bytes; null where the browser does not say. */
export type StorageUse = {
  catalogue: number;
  /** Pictures that were seen, and those that were downloaded on purpose. */
  seen: Held;
  downloaded: Held;
  /** Of both shelves: for everyone, and this person's own. */
  lessons: LessonsUse;
  /** Everything of this origin as the browser estimates it: rounded, and padded on purpose. */
  total: number | null;
  /** True: the browser has promised not to clear it by itself. */
  isPersisted: boolean | null;
};

const SEEN_CACHE = 'pictures';

export async function readStorageUse(stores: Stores, uid: string): Promise<StorageUse> {
  const pub = stores.pub();
  const shelves = [() => Promise.resolve(pub), () => stores.person(uid)];
  const nothing: Held = { count: 0, bytes: 0 };
  const { storage } = globalThis.navigator ?? {};
  const [catalogue, seen, downloaded, lessons, total, isPersisted] = await Promise.all([
    pub.get<unknown>(POINTER_KEY).then(bytesOf, () => 0),
    seenPictures().catch(() => nothing),
    heldPictures(pub).catch(() => nothing),
    Promise.all(shelves.map(async (shelf) => lessonsUse(await shelf()).catch(() => null))).then(together),
    storage?.estimate?.().then(
      ({ usage }) => usage ?? null,
      () => null,
    ) ?? null,
    storage?.persisted?.().catch(() => null) ?? null,
  ]);
  return { catalogue, seen, downloaded, lessons, total, isPersisted };
}

function together(uses: readonly (LessonsUse | null)[]): LessonsUse {
  const sum: LessonsUse = { lessons: 0, bytes: 0, films: 0, filmBytes: 0 };
  for (const use of uses) for (const key of Object.keys(sum) as (keyof LessonsUse)[]) sum[key] += use?.[key] ?? 0;
  return sum;
}

/** The files a revision consists of, as its manifest weighs them. Stored data is read tolerantly. */
function bytesOf(pointer: unknown): number {
  type File = { bytes?: unknown } | undefined;
  const manifest = (pointer as { manifest?: { categories?: File; shards?: File[]; prices?: File[] } } | undefined)
    ?.manifest;
  const files = [manifest?.categories, ...(manifest?.shards ?? []), manifest?.prices?.[0]];
  return files.reduce((sum, file) => sum + (typeof file?.bytes === 'number' ? file.bytes : 0), 0);
}

async function seenPictures(): Promise<Held> {
  if (!('caches' in globalThis) || !(await caches.has(SEEN_CACHE))) return { count: 0, bytes: 0 };
  const cache = await caches.open(SEEN_CACHE);
  return { count: (await cache.keys()).length, bytes: await weigh(cache) };
}

/** Asks the browser to keep everything; some ask the person, some decide by themselves. */
export const askToPersist = async (): Promise<boolean> =>
  (await globalThis.navigator?.storage?.persist?.().catch(() => false)) ?? false;
