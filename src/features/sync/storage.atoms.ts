import { atom } from 'jotai';
import { catalogueAtom, syncCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import type { DownloadEnd } from '#src/device/pictures-cache.ts';
import type { StorageUse } from '#src/platform/memory/storage-use.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// What the phone keeps, and «Скачать каталог с картинками». The download goes on when the screen is left.

export type { StorageUse };
export const storageUseAtom = atom<StorageUse | null>(null);
export const readStorageUseAtom = atom(null, async (get, set): Promise<void> => {
  const { readStorageUse } = await import('#src/platform/memory/storage-use.ts');
  set(storageUseAtom, await readStorageUse(get(storesAtom), get(sessionAtom).uid));
});
/** False when the browser has refused: it decides for itself. */
export const persistAtom = atom(null, async (_get, set): Promise<boolean> => {
  const { askToPersist } = await import('#src/platform/memory/storage-use.ts');
  const isGiven = await askToPersist();
  await set(readStorageUseAtom);
  return isGiven;
});

export type Download =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number; bytes: number }
  | { kind: 'ended'; end: DownloadEnd };
export const downloadAtom = atom<Download>({ kind: 'idle' });
const cancelAtom = atom<AbortController | null>(null);

/** The pictures of the catalogue on this phone, each once. */
export const pictureKeysAtom = atom((get): readonly string[] => [
  ...new Set(get(catalogueAtom).rows.flatMap(({ image }) => image ?? [])),
]);

/** The catalogue itself first: its pictures are those of the newest revision. */
export const downloadCatalogueAtom = atom(null, async (get, set): Promise<void> => {
  if (get(downloadAtom).kind === 'running') return;
  const control = new AbortController();
  set(cancelAtom, control);
  set(downloadAtom, { kind: 'running', done: 0, total: get(pictureKeysAtom).length, bytes: 0 });
  await set(syncCatalogueAtom);
  const keys = get(pictureKeysAtom);
  const { downloadPictures } = await import('#src/device/pictures-cache.ts');
  const end = await downloadPictures({
    keys,
    pub: get(storesAtom).pub(),
    signal: control.signal,
    onProgress: (done, bytes) => set(downloadAtom, { kind: 'running', done, total: keys.length, bytes }),
  });
  set(downloadAtom, { kind: 'ended', end });
  await set(readStorageUseAtom);
});
export const cancelDownloadAtom = atom(null, (get) => get(cancelAtom)?.abort());
export const forgetPicturesAtom = atom(null, async (_get, set): Promise<void> => {
  const { forgetPictures } = await import('#src/device/pictures-cache.ts');
  await forgetPictures();
  set(downloadAtom, { kind: 'idle' });
  await set(readStorageUseAtom);
});
