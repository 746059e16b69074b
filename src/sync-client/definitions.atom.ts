import { atom } from 'jotai';
import type { Mutations } from '#src/offline/outbox/mutation.ts';

/** Loads the one list (src/mutations.ts), which this room may not know: the app puts it here before anything is queued. */
export const loadDefinitionsAtom = atom<{ load: () => Promise<Mutations> }>({
  load: () => Promise.reject(new Error('no definitions')),
});
/** As loaded; empty until the queue of somebody was opened, and until then nothing of it is shown either. */
export const definitionsAtom = atom<Mutations>([]);
