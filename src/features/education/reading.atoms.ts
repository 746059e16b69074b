import { atom } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { ask } from '#src/device/storage.ts';
import { fileKey, type StoredFile } from '#src/offline/lessons-store.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// What a reader leaves on this phone: the place in a lesson, ticks of its checklist. Commands only; nothing of it is sent.

/** `block`: the paragraph at the top of the screen, counted from the beginning: it stays true when the letters grow. */
export type Place = { v: 1; lessonId: number; block: number; at: string };
const PLACES = 'les:place:';
const ticksKey = (lessonId: number): string => `les:ticks:${lessonId}`;

const isPlace = (value: unknown): value is Place => {
  const { v, lessonId, block, at } = (value ?? {}) as Partial<Place>;
  return v === 1 && Number.isInteger(lessonId) && Number.isInteger(block) && typeof at === 'string';
};

/** A person who has logged out leaves nothing behind, however late their tap arrives. */
const keepAtom = atom(null, async (get, _set, { key, value }: { key: string; value: unknown }): Promise<void> => {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  await store
    .change(async (kv) => {
      if ((await ask(kv.get(OPEN_KEY))) !== false) kv.put(value, key);
    })
    .catch(() => {});
});

export const keepPlaceAtom = atom(null, (_get, set, { lessonId, block }: Pick<Place, 'lessonId' | 'block'>) =>
  set(keepAtom, {
    key: `${PLACES}${lessonId}`,
    value: { v: 1, lessonId, block, at: new Date().toISOString() } satisfies Place,
  }),
);
export const readPlacesAtom = atom(null, async (get): Promise<readonly Place[]> => {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  const found = await store.entries<unknown>(PLACES).catch(() => []);
  return found.map(([, place]) => place).filter(isPlace);
});

export const keepTicksAtom = atom(
  null,
  (_get, set, { lessonId, ticks }: { lessonId: number; ticks: readonly number[] }) =>
    set(keepAtom, { key: ticksKey(lessonId), value: ticks }),
);
export const readTicksAtom = atom(null, async (get, _set, lessonId: number): Promise<readonly number[]> => {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  const ticks = await store.get<unknown>(ticksKey(lessonId)).catch(() => undefined);
  return Array.isArray(ticks) ? ticks.filter((tick): tick is number => Number.isInteger(tick)) : [];
});

/** A picture that came with a lesson or a course. */
export const readPictureAtom = atom(null, async (get, _set, sha256: string): Promise<Blob | null> => {
  const stores = get(storesAtom);
  for (const store of [stores.pub(), await stores.person(get(sessionAtom).uid)]) {
    const file = await store.get<StoredFile>(fileKey(sha256)).catch(() => undefined);
    if (file?.v === 1) return new Blob([file.body], { type: file.type });
  }
  return null;
});
