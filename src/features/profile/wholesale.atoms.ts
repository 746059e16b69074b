import { atom } from 'jotai';
import type { CallInput } from '#contract/call.ts';
import { applyForWholesale, getWholesaleApplication, type WholesaleApplication } from '#contract/consultants.ts';
import { keyedBy } from '#src/features/profile/keyed-by.ts';
import { ownerAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';

// Read: applicationAtom. Commands: loadApplicationAtom, applyAtom. Both go online or not at all (docs/product/people.md#wholesale).

/** `application`: undefined until the shop has answered, null when nothing was ever applied for. */
type Held = { application: WholesaleApplication | null | undefined; failure: Failure | null };
const NOTHING: Held = { application: undefined, failure: null };
const heldAtom = atom({ uid: '', held: NOTHING });
export const applicationAtom = atom((get): Held => {
  const { uid, held } = get(heldAtom);
  return uid === get(sessionAtom).uid ? held : NOTHING;
});

/** Never throws: without an answer what was known stays, with the failure. */
export const loadApplicationAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  set(heldAtom, { uid, held: { ...get(applicationAtom), failure: null } });
  try {
    const headers = { 'X-Client-User': await get(ownerAtom) };
    const { application } = await get(apiAtom).send(getWholesaleApplication, {}, { headers });
    set(heldAtom, { uid, held: { application, failure: null } });
    // The desk has said yes since this device has asked who it is: cart and prices are others now.
    if (application?.state === 'approved' && !user.isOptovik) await set(refreshSessionAtom);
  } catch (error) {
    set(heldAtom, { uid, held: { ...get(applicationAtom), failure: failureOf(error) } });
  }
});

export type ApplyBody = CallInput<typeof applyForWholesale>['body'];
export type Applied = { kind: 'done'; words: string } | ReturnType<typeof formFailure>;
/** Never throws. Sent twice, the first application waits and its words say so. */
export const applyAtom = atom(
  null,
  async (get, set, { body, onDoubt }: { body: ApplyBody; onDoubt: () => void }): Promise<Applied> => {
    try {
      const { uid } = get(sessionAtom);
      const asked = { name: 'wholesale', call: applyForWholesale, input: { body } };
      const { application, message } = await sendSurely(await keyedBy(get), asked, { onDoubt });
      set(heldAtom, { uid, held: { application, failure: null } });
      return { kind: 'done', words: message };
    } catch (error) {
      return formFailure(failureOf(error));
    }
  },
);
