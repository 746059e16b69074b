import { atom } from 'jotai';
import type { CallInput, CallReply } from '#contract/call.ts';
import { type FoundConsultant, searchConsultants } from '#contract/consultants.ts';
import { inviteNewcomer } from '#contract/invitations.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

// Commands: inviteNewcomerAtom, findConsultantsAtom. Both go online or not at all (docs/product/offline.md#never-queued).

export type Invited = CallReply<typeof inviteNewcomer>;
/** A link for one person. Asked for twice it is the same one, so a lost answer costs nothing. @throws ApiError */
export const inviteNewcomerAtom = atom(
  null,
  (get, _set, body: CallInput<typeof inviteNewcomer>['body']): Promise<Invited> =>
    get(apiAtom).send(inviteNewcomer, { body }),
);

export type Scope = 'all' | 'structure';
/** Twenty at most, by name, number or phone (docs/product/people.md#search). @throws ApiError */
export const findConsultantsAtom = atom(
  null,
  async (get, _set, body: { search: string; scope: Scope }): Promise<readonly FoundConsultant[]> =>
    (await get(apiAtom).send(searchConsultants, { body })).items,
);
