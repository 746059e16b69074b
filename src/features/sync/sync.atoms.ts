import { atom } from 'jotai';
import type { News } from '#src/features/sync/news.rules.ts';
import { SHOP_CHANNEL } from '#src/offline/keys.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { acknowledgeAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// What the sheet «Пока вы были офлайн» tells. Filled by keep-news.ts.

/** What had to wait and has reached the server while this page was open. */
export const arrivedAtom = atom<readonly OutboxRecord[]>([]);
/** Refusals that stand in a dialog at this moment: not told a second time. */
export const acknowledgedAtom = atom<ReadonlySet<string>>(new Set<string>());

/** The sheet as it stands on the screen; null = closed. */
export const newsAtom = atom<{ news: News; at: string } | null>(null);
/** Refusals that a closed sheet has told; null until the device's memory has been read. */
export const acknowledgedInSheetAtom = atom<ReadonlySet<string> | null>(null);

/** Own key of a person's database, so that a restart does not tell again what still waits on /user/sync. */
const ACKNOWLEDGED_KEY = 'sync:told';
export const readAcknowledgedAtom = atom(null, async (get, set, uid: string): Promise<void> => {
  const store = await get(storesAtom).person(uid);
  const kept = await store.get<unknown>(ACKNOWLEDGED_KEY).catch(() => undefined);
  if (get(syncAtom).uid !== uid) return;
  set(acknowledgedInSheetAtom, new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []));
});

/** Closed: told outcomes are forgotten, refusals wait on /user/sync, other tabs say nothing of either. */
export const closeNewsAtom = atom(null, async (get, set): Promise<void> => {
  const shown = get(newsAtom);
  if (!shown) return;
  const { uid, rejected } = get(syncAtom);
  const arrived = get(arrivedAtom).map(({ id }) => id);
  const ids = [...shown.news.changed.map(({ id }) => id), ...rejected.map(({ record }) => record.id)];
  set(acknowledgedInSheetAtom, new Set([...(get(acknowledgedInSheetAtom) ?? []), ...ids]));
  set(newsAtom, null);
  set(arrivedAtom, []);
  tellTabs([...ids, ...arrived]);
  await Promise.allSettled([
    set(acknowledgeAtom, shown.news.changed),
    get(storesAtom)
      .person(uid)
      .then((store) =>
        // With what was changed: a page that goes before it has put that away must not tell it again.
        store.set(ACKNOWLEDGED_KEY, ids),
      ),
  ]);
});

/** Another tab has closed its sheet. */
export const hearAcknowledgedAtom = atom(null, (get, set, ids: readonly string[]): void => {
  set(acknowledgedInSheetAtom, new Set([...(get(acknowledgedInSheetAtom) ?? []), ...ids]));
  set(
    arrivedAtom,
    get(arrivedAtom).filter(({ id }) => !ids.includes(id)),
  );
});

export type AcknowledgedNews = { type: 'sync-told'; ids: string[] };
function tellTabs(ids: string[]): void {
  if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  // A broadcast channel has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ type: 'sync-told', ids } satisfies AcknowledgedNews);
  channel.close();
}
export function hearTabs(listen: (ids: readonly string[]) => void): () => void {
  if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<AcknowledgedNews | undefined>) => {
    if (data?.type === 'sync-told' && Array.isArray(data.ids)) listen(data.ids);
  });
  return () => channel.close();
}
