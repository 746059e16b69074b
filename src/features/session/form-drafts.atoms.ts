import { atom } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { type FormDraft, formDraft } from '#src/platform/memory/form-drafts.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/**
 * The draft of a form, by its name. It belongs to whoever holds the phone when it is first read or written: when their session ends
 * under an open form, what they go on typing waits for them, not for the next one.
 */
export const openDraftAtom = atom(null, (get, _set, name: string): FormDraft => {
  let owner: string | null = null;
  const open = () => {
    const { known, uid } = get(sessionAtom);
    if (known) owner ??= uid;
    return get(storesAtom).person(owner ?? uid);
  };
  return formDraft(open, name);
});
