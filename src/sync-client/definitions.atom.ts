import { atom } from 'jotai';
import type { Mutations } from '#src/offline/outbox/mutation.ts';

/** All kinds of queued changes, as the sync client was given them; empty until it is here, and until then nothing of it is shown. */
export const definitionsAtom = atom<Mutations>([]);
