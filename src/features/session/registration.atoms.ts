import { type Atom, atom, type Getter, type Setter } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import {
  confirmRegistration,
  register,
  resetPassword,
  sendLoginCode,
  sendPasswordCode,
  sendRegistrationCode,
  type SentCode,
} from '#contract/registration.ts';
import { getInvitation } from '#contract/invitations.ts';
import { countryOfPhone } from '#contract/phone-numbers.ts';
import type { Sponsor } from '#contract/session.ts';
import { getSponsorInfo } from '#contract/sponsor.ts';
import { enterBy } from '#src/features/session/identity.ts';
import {
  ensureServerSessionAtom,
  ownerAtom,
  refreshSessionAtom,
  sessionAtom,
} from '#src/features/session/session.atoms.ts';
import { send } from '#src/features/session/session-send.ts';
import { failureOf } from '#src/platform/api/failure.ts';

// Read: sentCodeAtom, isWaitingAtom. Commands: registerAtom, findConsultantAtom, readInvitationAtom, confirmAtom, sendCodeAtom,
// askLoginCodeAtom, askPasswordCodeAtom, resetPasswordAtom. All of them go online or not at all (docs/product/offline.md#never-queued).

const heldCodeAtom = atom<{ uid: string; sent: SentCode } | null>(null);
/** The code that this page has asked for, while the same person holds the phone. */
export const sentCodeAtom: Atom<SentCode | null> = atom((get) => {
  const held = get(heldCodeAtom);
  return held?.uid === get(sessionAtom).uid ? held.sent : null;
});
/** An account whose address waits for its code. */
export const isWaitingAtom = atom((get) => get(sessionAtom).user.role === 'user');

type Body<C extends Call> = CallInput<C>['body'];
const keepSent = (get: Getter, set: Setter, sent: SentCode) => set(heldCodeAtom, { uid: get(sessionAtom).uid, sent });
/** As whoever holds the phone: a session that has changed meanwhile answers nothing in their name. */
const sendAsHolder = async <C extends Call>(
  get: Getter,
  set: Setter,
  call: C,
  input: CallInput<C>,
): Promise<CallReply<C>> => send(get, set, call, input, { 'X-Client-User': await get(ownerAtom) });

/** @throws ApiError: `refused` with faults of fields, too_many; no network */
export const registerAtom = atom(
  null,
  async (get, set, body: Omit<Body<typeof register>, 'guestId'>): Promise<void> => {
    let sent: SentCode | undefined;
    // Limits count by session, and callers without one share theirs with their network.
    await set(ensureServerSessionAtom);
    await enterBy(get, set, async (guestId) => {
      const reply = await send(get, set, register, { body: { ...body, guestId } });
      sent = reply.confirmation;
      return reply;
    });
    if (sent) keepSent(get, set, sent);
  },
);
/**
 * The active consultant of that registration number; null when there is none, undefined when nobody could be asked. Never throws:
 * a name is a help, and the shop knows whose number it is anyway.
 */
export const findConsultantAtom = atom(null, async (get, set, number: number): Promise<Sponsor | null | undefined> => {
  try {
    // Limits count by session here too; without one the network's is enough.
    await set(ensureServerSessionAtom).catch(() => {});
    return (await send(get, set, getSponsorInfo, { params: { id: String(number) } })).sponsor;
  } catch (error) {
    const failure = failureOf(error);
    return failure.kind === 'refused' && failure.refusal.code === 'not_found' ? null : undefined;
  }
});
/** What the form of an invited one begins with. */
export type Invitation = {
  token: string;
  sponsor: string;
  known: { first_name: string; last_name: string; phone: string; phone_country: string };
};
/** @throws ApiError: `not_found` for a link that is over or used */
export const readInvitationAtom = atom(null, async (get, set, token: string): Promise<Invitation> => {
  const { invitation } = await send(get, set, getInvitation, { params: { token } });
  const { first_name, last_name, phone, sponsor } = invitation;
  const known = { first_name, last_name, phone, phone_country: countryOfPhone(phone).code };
  return { token, sponsor: sponsor.name, known };
});
export const confirmAtom = atom(null, async (get, set, code: string): Promise<void> => {
  await sendAsHolder(get, set, confirmRegistration, { body: { code } });
  await set(refreshSessionAtom);
});
/** The code again, or to another address. */
export const sendCodeAtom = atom(null, async (get, set, body: Body<typeof sendRegistrationCode>): Promise<void> => {
  keepSent(get, set, (await sendAsHolder(get, set, sendRegistrationCode, { body })).confirmation);
  await set(refreshSessionAtom);
});
export const askLoginCodeAtom = atom(null, async (get, set, login: string): Promise<SentCode> => {
  await set(ensureServerSessionAtom);
  return (await send(get, set, sendLoginCode, { body: { login } })).confirmation;
});
export const askPasswordCodeAtom = atom(null, async (get, set, login: string): Promise<SentCode> => {
  await set(ensureServerSessionAtom);
  return (await send(get, set, sendPasswordCode, { body: { login } })).confirmation;
});
/** @returns how many other sessions of the account have ended. */
export const resetPasswordAtom = atom(
  null,
  async (get, set, body: Omit<Body<typeof resetPassword>, 'guestId'>): Promise<number> => {
    let ended = 0;
    await enterBy(get, set, async (guestId) => {
      const reply = await send(get, set, resetPassword, { body: { ...body, guestId } });
      ended = reply.ended_sessions;
      return reply;
    });
    return ended;
  },
);
