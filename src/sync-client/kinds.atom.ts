import { atom } from 'jotai';
import { type Kinds, lookIn } from '#src/offline/outbox/face.ts';

/** All kinds of queued changes, set with the sync client: until then nothing of them is shown. */
export const kindsAtom = atom<Kinds>({ definitions: [], faces: {} });
/** From a record, an outcome or a tap to what its feature says of it. */
export const lookAtom = atom((get) => lookIn(get(kindsAtom)));
/** What the snapshot of a scope is called, for those that /user/sync names. */
export const snapshotNamesAtom = atom<Readonly<Record<string, string>>>({});
