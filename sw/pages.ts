import { pubStore } from '#src/device/storage.ts';
import { dropOthersPages, entryOf, PAGE_PATHS, readPage } from '#src/offline/kept-page.ts';
import type { Store } from '#src/offline/ports.ts';

// Rendered pages that this phone holds (docs/decisions/258).

/**
 * A database that says nothing must not hold the page back for ever. The script of the shell reads the same database before its
 * first card, so a slow phone gains nothing by the shell; only one whose database is held by somebody else does.
 */
const PATIENCE_MS = 3000;

/**
 * The rendered page for this address with the headers of the shell, policy included: both have the same inline blocks. The shell
 * itself when there is no page of exactly this build and of the revision that the phone reads, or when the address asks for more.
 */
export async function pageOrShell(url: URL, own: Promise<Response>, store: () => Store = pubStore): Promise<Response> {
  // The database is read beside the shell, not behind it.
  const isKept = url.search === '' && (PAGE_PATHS as readonly string[]).includes(url.pathname);
  const held = isKept ? heldPage(store, url.pathname, own) : undefined;
  const shell = await own;
  const html = held && (await Promise.race([held, late()]));
  if (html === undefined) return shell;
  const headers = new Headers(shell.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(html, { headers });
}

const late = (): Promise<undefined> => new Promise((done) => setTimeout(() => done(undefined), PATIENCE_MS));
async function heldPage(store: () => Store, path: string, own: Promise<Response>): Promise<string | undefined> {
  try {
    const entry = own.then((shell) => shell.clone().text()).then(entryOf);
    return await readPage(store(), path, entry);
  } catch {
    return undefined;
  }
}

/** Called when this build is in charge. */
export const dropEarlierPages = async (shell: Response | undefined): Promise<void> =>
  dropOthersPages(pubStore(), shell && entryOf(await shell.text()));
