import { syncCatalogue } from '#src/offline/catalogue-sync.ts';
import { fetchNet } from '#src/device/fetch-net.ts';
import { personStore, pubStore } from '#src/device/storage.ts';
import { SHOP_CHANNEL, HOLDER_KEY } from '#src/offline/keys.ts';

/** Who holds the phone: written by the page at every /user/data, login and logout (docs/product/prices.md#who-sees-what). */
type Holder = { uid: string; priceType: 0 | 1 };

/** Follows the page's word at once; the stored value is what a restarted worker finds. */
let told: Holder | null = null;
let running: Promise<void> | null = null;

export async function rememberSession(holder: Holder): Promise<void> {
  told = holder;
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
      lock: (work) => navigator.locks.request('catalogue', work),
    });
    channel.close();
  } catch {
    // A broken database or a missing API of the browser: the page syncs for itself.
  }
}

export async function readHolder(): Promise<Holder | null> {
  return told ?? (await pubStore().get<Holder>(HOLDER_KEY)) ?? null;
}
