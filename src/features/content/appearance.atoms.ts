import { atom } from 'jotai';
import { type Appearance, readAppearance, saveAppearance } from '#src/platform/display/appearance.ts';

export type { Appearance };
const chosenAtom = atom<Appearance | null>(null);
export const isAppearanceKeptAtom = atom(true);

/** Theme, text size and motion of this device; a change is kept and shown at once. */
export const appearanceAtom = atom(
  (get) => get(chosenAtom) ?? readAppearance(),
  (get, set, change: Partial<Appearance>) => {
    const next = { ...get(appearanceAtom), ...change };
    set(chosenAtom, next);
    set(isAppearanceKeptAtom, saveAppearance(next));
  },
);
