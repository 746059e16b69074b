import { atom } from 'jotai';
import { countryOfPhone, toE164 } from '#contract/phone-numbers.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Where builds before the common form kept it: without a date, the number as it was typed. */
const OLD_KEY = 'draft:notify';
/** Nothing typed is lost by closing the sheet or the app (docs/product/look.md#feel). */
export const openNotifyDraftAtom = atom(null, (get, set) => {
  const draft = set(openDraftAtom, 'notify');
  const store = () => get(storesAtom).person(get(sessionAtom).uid);
  return {
    ...draft,
    read: async () =>
      (await draft.read()) ??
      (await store()
        .then((kept) => kept.get<unknown>(OLD_KEY))
        .then(ofOldDraft)
        .catch(() => undefined)),
    forget: async () => {
      await draft.forget();
      await store()
        .then((kept) => kept.del([OLD_KEY]))
        .catch(() => {});
    },
  };
});
function ofOldDraft(kept: unknown): Record<string, string> | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { email, phone } = kept as Partial<Record<'email' | 'phone', unknown>>;
  const number = typeof phone === 'string' ? toE164(phone) : undefined;
  return {
    ...(typeof email === 'string' && email !== '' ? { email } : {}),
    ...(number === undefined ? {} : { phone: number, country: countryOfPhone(number).code }),
  };
}
