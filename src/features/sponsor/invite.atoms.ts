import { atom } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import { getInvite } from '#contract/sponsor.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

export type Invite = CallReply<typeof getInvite>;
/** What this consultant's link has brought. @throws ApiError */
export const askInviteAtom = atom(null, (get): Promise<Invite> => get(apiAtom).send(getInvite, {}));
