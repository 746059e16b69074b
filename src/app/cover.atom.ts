import { atom } from 'jotai';
import type { ComponentType } from 'react';

/** What stands in the place of the whole app: «Нужна новая версия». Set by code that comes later. */
export const coverAtom = atom<ComponentType | null>(null);
