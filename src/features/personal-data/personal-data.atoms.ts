import { type Atom, atom, type Getter } from 'jotai';
import {
  askDataExport,
  deleteAccount,
  type Deletion,
  type Exports,
  getDataExport,
  getDeletion,
  restoreAccount,
  sendDeletionCode,
} from '#contract/personal-data.ts';
import type { SentCode } from '#contract/registration.ts';
import { ownerAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

// Read: exportAtom, deletionAtom. Commands: loadExportAtom, askExportAtom, loadDeletionAtom, sendCodeAtom, deleteAccountAtom,
// restoreAccountAtom. All of them go online or not at all, and throw ApiError.

type Held<T> = { uid: string; data: T } | null;
const heldExportAtom = atom<Held<Exports>>(null);
const heldDeletionAtom = atom<Held<Deletion>>(null);
/** What this page has been told, while the same person holds the phone. */
const ofHolder = <T>(held: Atom<Held<T>>): Atom<T | null> =>
  atom((get) => {
    const one = get(held);
    return one?.uid === get(sessionAtom).uid ? one.data : null;
  });
export const exportAtom = ofHolder(heldExportAtom);
export const deletionAtom = ofHolder(heldDeletionAtom);

const byHolder = async (get: Getter) => ({ headers: { 'X-Client-User': await get(ownerAtom) } });

export const loadExportAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  set(heldExportAtom, { uid, data: await get(apiAtom).send(getDataExport, {}) });
});
export const askExportAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  set(heldExportAtom, { uid, data: await get(apiAtom).send(askDataExport, {}, await byHolder(get)) });
});

export const loadDeletionAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  set(heldDeletionAtom, { uid, data: await get(apiAtom).send(getDeletion, {}) });
});
export const sendCodeAtom = atom(
  null,
  async (get): Promise<SentCode> => (await get(apiAtom).send(sendDeletionCode, {}, await byHolder(get))).confirmation,
);
/** The session tells every screen of the day. */
export const deleteAccountAtom = atom(null, async (get, set, body: { code: string } | { password: string }) => {
  const { uid } = get(sessionAtom);
  set(heldDeletionAtom, { uid, data: await get(apiAtom).send(deleteAccount, { body }, await byHolder(get)) });
  void set(refreshSessionAtom);
});
export const restoreAccountAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  set(heldDeletionAtom, { uid, data: await get(apiAtom).send(restoreAccount, {}, await byHolder(get)) });
  void set(refreshSessionAtom);
});
