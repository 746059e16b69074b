import { syncCatalogue } from '#src/offline/catalogue-sync.ts';
import { entryOf, type PageKeeper } from '#src/offline/kept-page.ts';
import { fetchNet } from '#src/device/fetch-net.ts';
import { fetchPage } from '#src/device/fetch-page.ts';
import { personStore, pubStore } from '#src/device/storage.ts';
import { SHOP_CHANNEL } from '#src/offline/keys.ts';
import { ownShell } from '#sw/caching.ts';
import { type Holder, readHolder, tellHolder } from '#sw/holder.ts';

let running: Promise<void> | null = null;

export async function rememberSession(holder: Holder): Promise<void> {
  tellHolder(holder);
  // A consultant has just come: their price shard is theirs to have.
  if (holder.priceType === 1) await syncNow();
}

/** One sync at a time; never rejects, so that `waitUntil` ends quietly when there is no network. */
export function syncNow(): Promise<void> {
  return (running ??= run().finally(() => {
    running = null;
  }));
}

async function run(): Promise<void> {
  try {
    const holder = await readHolder();
    const isConsultant = holder?.priceType === 1;
    const channel = new BroadcastChannel(SHOP_CHANNEL);
    await syncCatalogue({
      store: pubStore(),
      net: fetchNet,
      priceType: isConsultant ? 1 : 0,
      ...(isConsultant ? { personStore: await personStore(holder.uid) } : {}),
      isStillPerson: async () => (await readHolder())?.uid === holder?.uid,
      onProgress: (doneBytes, totalBytes) => channel.postMessage({ type: 'catalog-progress', doneBytes, totalBytes }),
      onChange: (rev) => channel.postMessage({ type: 'catalog-rev', rev }),
      pages: await keeper(),
      lock: (work) => navigator.locks.request('catalogue', work),
    });
    channel.close();
  } catch {
    // A broken database or a missing API of the browser: the page syncs for itself.
  }
}

/** Pages are kept for the shell that this worker opens them in the place of. */
async function keeper(): Promise<PageKeeper | undefined> {
  const entry = entryOf((await (await ownShell())?.text()) ?? '');
  return entry === undefined ? undefined : { entry, fetch: fetchPage };
}
