import { atom } from 'jotai';

/** The text to copy; everything it asks comes with it, when somebody wants it. */
export const diagnosticsAtom = atom(null, async (get) =>
  (await import('#src/features/sync/diagnostics.ts')).readDiagnostics(get),
);
