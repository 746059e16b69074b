import { atom } from 'jotai';
import type { FormOutcome, SentForm } from '#src/features/forms/forms.types.ts';

/** Sends a form by the queue, and waits a moment for the shop's word. The code comes with the first form that is sent. */
export const sendFormAtom = atom(null, async (get, set, form: SentForm): Promise<FormOutcome> => {
  return (await import('#src/features/forms/send-form.ts')).sendForm(get, set, form);
});
