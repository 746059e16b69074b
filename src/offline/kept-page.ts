import { PAGES, POINTER_KEY, pageKey } from '#src/offline/keys.ts';
import type { Store } from '#src/offline/ports.ts';

// Rendered pages on the device (docs/decisions/258): the worker answers with them before any script of ours has run. A page is
// good for one revision and one build, and whoever reads it compares both; it goes in the transaction that moves the pointer.

/** Addresses that are kept, without any query: where the installed app and most visits start. */
export const PAGE_PATHS = ['/katalog', '/eshop'] as const;

/** A sheet that a rendered page carries, with its marker (src/app/page-template.rules.ts). */
const CARRIED = /<style data-sheet="([^"]+)">[\s\S]*?<\/style><link rel="stylesheet" disabled [^>]*>/g;

/** `entry`: address of the page's own script, which names the build down to its last byte. */
export type KeptPage = { v: 1; rev: string; entry: string; html: string };
/** What keeps pages: the build that would take them over, and a way to the shop. Undefined for whatever is no page of ours. */
export type PageKeeper = { entry: string; fetch(path: string): Promise<string | undefined> };
type Entries = readonly (readonly [key: string, page: KeptPage])[];

/** Pages of this revision as the shop renders them for this build; one that is of another revision or build is left out. Never throws. */
export async function takePages({ entry, fetch }: PageKeeper, rev: string): Promise<Entries> {
  const pages = await Promise.all(
    PAGE_PATHS.map(async (path) => {
      // Here nothing else is on the wire: the code of a kept page begins at once (docs/decisions/287), and its sheets are on the phone.
      const html = (await fetch(path).catch(() => undefined))
        ?.replace('<script type="text/later"', '<script type="module"')
        .replaceAll(CARRIED, '<link rel="stylesheet" crossorigin href="$1">');
      const isOurs = html !== undefined && entryOf(html) === entry && revOf(html) === rev;
      return isOurs ? [[pageKey(path), { v: 1, rev, entry, html }] as const] : [];
    }),
  );
  return pages.flat();
}

/** These pages stand, those of `keys` go. */
export function putPages(kv: IDBObjectStore, keys: Iterable<string>, pages: Entries): void {
  for (const key of keys) if (key.startsWith(PAGES)) kv.delete(key);
  for (const [key, page] of pages) kv.put(page, key);
}

/** True when every page of this revision and build is here. */
export async function hasPages(store: Store, entry: string, rev: string): Promise<boolean> {
  const pages = await store.getMany<KeptPage>(PAGE_PATHS.map(pageKey));
  return pages.every((page) => page?.rev === rev && page.entry === entry);
}

/** The page for an address, when the device holds it for the revision that it reads and for this build, whose script is `entry`. */
export async function readPage(
  store: Store,
  path: string,
  entry: string | undefined | Promise<string | undefined>,
): Promise<string | undefined> {
  if (!(PAGE_PATHS as readonly string[]).includes(path)) return undefined;
  const [[pointer, page], own] = (await Promise.all([store.getMany([POINTER_KEY, pageKey(path)]), entry])) as [
    [{ rev: string }?, KeptPage?],
    string | undefined,
  ];
  const isGood = page?.v === 1 && page.rev === pointer?.rev && page.entry === own;
  return isGood ? page.html : undefined;
}

/** A build is in charge: what others have rendered goes. */
export async function dropOthersPages(store: Store, entry: string | undefined): Promise<void> {
  const keys = PAGE_PATHS.map(pageKey);
  const pages = await store.getMany<KeptPage>(keys);
  await store.del(keys.filter((_, i) => pages[i] !== undefined && pages[i].entry !== entry));
}

/** Address of the script that a document of ours starts with. */
export const entryOf = (html: string): string | undefined =>
  /<script type="module"[^>]*?\bsrc="([^"]+)"/.exec(html)?.[1];

/** Revision of the data that a rendered document brings along (docs/decisions/250); undefined for the plain shell. */
function revOf(html: string): string | undefined {
  const text = /<script type="application\/json" id="page">([\s\S]*?)<\/script>/.exec(html)?.[1];
  try {
    return text === undefined ? undefined : (JSON.parse(text) as { rev?: string }).rev;
  } catch {
    return undefined;
  }
}
