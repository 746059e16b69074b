import { atom } from 'jotai';
import { lookIn } from '#src/offline/outbox/face.ts';
import { kindsAtom } from '#src/sync-client/sync.atoms.ts';

export { kindsAtom };

/** From a record, an outcome or a tap to what its feature says of it. */
export const lookAtom = atom((get) => lookIn(get(kindsAtom)));
/** What the snapshot of a scope is called, for those that /user/sync names. */
export const snapshotNamesAtom = atom<Readonly<Record<string, string>>>({});
