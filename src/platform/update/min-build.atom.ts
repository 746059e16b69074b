import { atom } from 'jotai';
import { POINTER_KEY } from '#src/offline/keys.ts';
import { minBuildOf } from '#src/offline/min-build.ts';
import { BUILD_NUMBER } from '#src/platform/update/build.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** What the manifest fetched last asks for, whether or not it could be kept. */
export const heardMinBuildAtom = atom(0);

/** True when this build may not be used any more: by the manifest the device holds, or by the one just heard. */
export const isOutdatedAtom = atom(null, async (get): Promise<boolean> => {
  const held = await get(storesAtom)
    .pub()
    .get<{ manifest?: unknown }>(POINTER_KEY)
    .catch(() => undefined);
  return Math.max(minBuildOf(held?.manifest), get(heardMinBuildAtom)) > BUILD_NUMBER;
});
