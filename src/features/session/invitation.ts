import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { INVITATION_ANCHOR } from '#contract/invitations.ts';
import { type Invitation, readInvitationAtom } from '#src/features/session/registration.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';

export type Invited =
  | { state: 'none' }
  | { state: 'asking' }
  | { state: 'found'; invitation: Invitation }
  /** The form is there all the same. */
  | { state: 'failed'; text: string };

/** The token of the link, after `#`: it goes to no journal. */
const tokenOf = (hash: string): string | null =>
  hash.startsWith(`#${INVITATION_ANCHOR}`) ? hash.slice(INVITATION_ANCHOR.length + 1) : null;

/** Whose link has been opened; asked once, by a guest. */
export function useInvitation(isGuest: boolean): Invited {
  const read = useSetAtom(readInvitationAtom);
  const [token] = useState(() => tokenOf(location.hash));
  const [invited, setInvited] = useState<Invited>(token ? { state: 'asking' } : { state: 'none' });
  useEffect(() => {
    if (!token || !isGuest) return undefined;
    let isLeft = false;
    read(token).then(
      (invitation) => isLeft || setInvited({ state: 'found', invitation }),
      (error: unknown) => isLeft || setInvited({ state: 'failed', text: failureText(failureOf(error)) }),
    );
    return () => {
      isLeft = true;
    };
  }, [read, token, isGuest]);
  return isGuest ? invited : { state: 'none' };
}
