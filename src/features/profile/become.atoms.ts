import { atom } from 'jotai';
import type { CallInput } from '#contract/call.ts';
import { becomeConsultant } from '#contract/registration.ts';
import { keyedBy } from '#src/features/profile/keyed-by.ts';
import { refreshSessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';

export type BecomeBody = CallInput<typeof becomeConsultant>['body'];
/** `consId`: the registration number, 8 digits. */
export type Became = { kind: 'done'; consId: string | null } | ReturnType<typeof formFailure>;

/**
 * Signs the agreement online; a lost answer is asked for again under its key. When it is done the session is asked anew: role, rights
 * and prices are a consultant's from then on (docs/product/people.md#consultant). Never throws.
 */
export const becomeConsultantAtom = atom(
  null,
  async (get, set, { body, onDoubt }: { body: BecomeBody; onDoubt: () => void }): Promise<Became> => {
    try {
      const asked = { name: 'become-consultant', call: becomeConsultant, input: { body } };
      const { user } = await sendSurely(await keyedBy(get), asked, { onDoubt });
      await set(refreshSessionAtom);
      return { kind: 'done', consId: user.cons_id };
    } catch (error) {
      return formFailure(failureOf(error));
    }
  },
);
