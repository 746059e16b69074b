import { atom } from 'jotai';
import type { ReactElement } from 'react';

/** What stands in the place of the whole app: «Нужна новая версия». Set by code that comes later. */
export const coverAtom = atom<ReactElement | null>(null);
