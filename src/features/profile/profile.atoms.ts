import { atom, type Getter, type Setter } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import {
  askContact,
  changePassword,
  confirmContact,
  getProfile,
  type NewContact,
  type ProfileAnswer,
  type ProfileChange,
  removePhoto,
  savePhoto,
  saveProfile,
} from '#contract/profile.ts';
import { keyedBy } from '#src/features/profile/keyed-by.ts';
import { ownerAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { markStale } from '#src/offline/kept/kept.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { askKept, keepReply, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: profileAtom. Commands: loadProfileAtom, saveProfileAtom, askContactAtom, confirmContactAtom, changePasswordAtom, savePhotoAtom,
// removePhotoAtom. All of them go online or not at all (docs/product/offline.md#never-queued).

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
const heldAtom = atom<{ uid: string; shown: Shown<ProfileAnswer> }>({ uid: '', shown: NOTHING_SHOWN });
/** The profile of who holds the phone now: of this asking, or the copy of the last one. */
export const profileAtom = atom((get): Shown<ProfileAnswer> => {
  const { uid, shown } = get(heldAtom);
  return uid === get(sessionAtom).uid ? shown : NOTHING_SHOWN;
});
const NAME = 'profile';

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
// The shop's answer is the end of a change: that the rest of the cabinet asks who it is again holds up no form.
/** Shows the copy, then asks. */
export const loadProfileAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const store = await get(storesAtom).person(uid);
  await askKept({ api: get(apiAtom), store }, { name: NAME, call: getProfile, input: {} }, (shown) => {
    set(heldAtom, { uid, shown });
    if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});

export type Done = { kind: 'done' } | ReturnType<typeof formFailure>;
/** Only the fields that were changed. Never throws. */
export const saveProfileAtom = atom(
  null,
  (get, set, { change, onDoubt }: { change: ProfileChange; onDoubt?: () => void }): Promise<Done> =>
    attempt(get, async () => {
      const sent = { name: NAME, call: saveProfile, input: { body: change } };
      await show(get, set, await sendSurely(await keyedBy(get), sent, onDoubt ? { onDoubt } : {}));
      void set(refreshSessionAtom);
    }),
);
/** A code to the new address; what waits stands in the profile. Never throws. */
export const askContactAtom = atom(null, (get, set, contact: NewContact): Promise<Done> =>
  attempt(get, async () => {
    await send(get, askContact, { body: contact });
    await show(get, set, await send(get, getProfile, {}));
  }),
);
/**
 * The code of the new address. When its answer is lost, the profile tells whether it was taken.
 * @throws ApiError
 */
export const confirmContactAtom = atom(
  null,
  async (get, set, { type, code }: { type: 'email' | 'phone'; code: string }): Promise<void> => {
    const before = get(profileAtom).data?.profile[type].value;
    try {
      await show(get, set, await send(get, confirmContact, { body: { code } }));
    } catch (error) {
      if (failureOf(error).kind === 'refused') throw error;
      const found = await send(get, getProfile, {}).catch(() => null);
      if (!found || found.profile.waiting || found.profile[type].value === before) throw error;
      await show(get, set, found);
    }
    void set(refreshSessionAtom);
  },
);
/** Ends every other session. Never throws. */
export const changePasswordAtom = atom(null, (get, set, body: { current: string; password: string }): Promise<Done> =>
  attempt(get, async () => show(get, set, await send(get, changePassword, { body }))),
);
/** `image`: base64; null takes the photograph away. Never throws. */
export const savePhotoAtom = atom(null, (get, set, image: string | null): Promise<Done> =>
  attempt(get, async () => {
    await show(
      get,
      set,
      await (image === null ? send(get, removePhoto, {}) : send(get, savePhoto, { body: { image } })),
    );
    void set(refreshSessionAtom);
  }),
);

/** Whether the change was done is not known after a lost answer: the copy says so until the shop has been asked. */
async function attempt(get: Getter, work: () => Promise<void>): Promise<Done> {
  try {
    await work();
    return { kind: 'done' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'refused')
      await markStale(await get(storesAtom).person(get(sessionAtom).uid), [NAME]).catch(() => {});
    return formFailure(failure);
  }
}
/** As whoever holds the phone: a session that has changed meanwhile answers nothing in their name. */
const send = async <C extends Call>(get: Getter, call: C, input: CallInput<C>): Promise<CallReply<C>> =>
  get(apiAtom).send(call, input, { headers: { 'X-Client-User': await get(ownerAtom) } });
/** A change has answered with the whole profile: it is shown and kept. */
async function show(get: Getter, set: Setter, answer: ProfileAnswer): Promise<void> {
  const { uid } = get(sessionAtom);
  set(heldAtom, { uid, shown: { ...NOTHING_SHOWN, data: answer, at: answer.server_time, isAsking: false } });
  await keepReply({ store: await get(storesAtom).person(uid) }, NAME, answer);
}
