import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { DeskDraft, DraftFields } from '#contract/desk-drafts.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { draftPageAtom, editDraftAtom, saveDraftAtom } from '#src/staff/desk/drafts/desk-drafts.atoms.ts';

/** What each box of the page needs. */
export type BoxProps = {
  draft: DeskDraft;
  fields: DraftFields;
  /** Shown once somebody has tried to place it. */
  errors: FieldErrors;
  edit: (patch: Partial<DraftFields>) => void;
};

/** How long the typing must rest before the shop is told. */
const REST_MS = 500;

/** Saves what is typed by itself, and once more when the network is back. */
export function useDraftSaving(): (patch: Partial<DraftFields>) => void {
  const { fields, state, theirs } = useAtomValue(draftPageAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const save = useSetAtom(saveDraftAtom);
  useEffect(() => {
    if (state !== 'typed' || theirs || !isOnline) return undefined;
    const timer = setTimeout(() => void save(), REST_MS);
    return () => clearTimeout(timer);
  }, [fields, state, theirs, isOnline, save]);
  return useSetAtom(editDraftAtom);
}
