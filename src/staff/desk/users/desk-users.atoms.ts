import { atom, useStore } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import {
  deskFindPoints,
  deskFindUsers,
  deskGetUser,
  type DeskPerson,
  type DeskPoint,
  deskPreviewMerge,
  deskPreviewSponsor,
} from '#contract/desk-users.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import type { PeopleAsked } from '#src/staff/desk/users/desk-users.rules.ts';

// Read: deskPeopleAtom, deskPersonAtom. Commands: loadDeskPeopleAtom, loadDeskPersonAtom, reloadDeskPersonAtom, previews, usePersonAct.
// Nothing is kept on the device: these are other people's data (docs/decisions/240).

export type DeskPeople = CallReply<typeof deskFindUsers>;
type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
const NOTHING = { key: '', data: null, failure: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const deskPeopleAtom = atom<Loaded<DeskPeople>>(NOTHING);
export const deskPersonAtom = atom<Loaded<DeskPerson>>(NOTHING);

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** The list before stays in sight until the new one is there; an answer that was overtaken is left alone. */
export const loadDeskPeopleAtom = atom(null, async (get, set, asked: PeopleAsked): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${JSON.stringify(asked)}`;
  set(deskPeopleAtom, (before) => ({ ...before, key, failure: null }));
  const isLast = () => get(deskPeopleAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskFindUsers, { body: asked });
    if (isLast()) set(deskPeopleAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskPeopleAtom, (before) => ({ ...before, failure }));
  }
});
const personKey = (uid: string, id: number): string => `${uid} ${id}`;
export const loadDeskPersonAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const key = personKey(get(sessionAtom).uid, id);
  set(deskPersonAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NOTHING, key }));
  const isLast = () => get(deskPersonAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskGetUser, { params: { id: String(id) } });
    if (isLast()) set(deskPersonAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskPersonAtom, (before) => ({ ...before, failure }));
  }
});

/** The person that is shown, as they are now: somebody else has decided meanwhile. */
export const reloadDeskPersonAtom = atom(null, async (get, set): Promise<void> => {
  const { data } = get(deskPersonAtom);
  if (data) await set(loadDeskPersonAtom, data.person.id);
});

type Body<C extends Call> = CallInput<C>['body'];
/** Own pickup points by words. @throws ApiError. */
export const findPointsAtom = atom(null, async (get, _set, q: string): Promise<DeskPoint[]> => {
  const { points } = await get(apiAtom).send(deskFindPoints, { body: { q } });
  return points;
});
/** Who goes to that sponsor, and when. @throws ApiError. */
export const previewSponsorAtom = atom(null, (get, _set, body: Body<typeof deskPreviewSponsor>) =>
  get(apiAtom).send(deskPreviewSponsor, { body: body! }),
);
/** What would go over from the other account. @throws ApiError. */
export const previewMergeAtom = atom(null, (get, _set, body: Body<typeof deskPreviewMerge>) =>
  get(apiAtom).send(deskPreviewMerge, { body: body! }),
);

/** Every act answers with the person as they have become. */
type PersonAct = Call & { reply: typeof deskGetUser.reply };
export type PersonActed<C extends PersonAct> = { call: C; input: CallInput<C>; id: number; onDoubt: () => void };
/**
 * An act: keyed, asked again while its answer is not known, never queued. The person is shown as they have become. @throws ApiError
 * when it was refused, or nobody can tell.
 */
export function usePersonAct(): <C extends PersonAct>(act: PersonActed<C>) => Promise<void> {
  const { get, set } = useStore();
  return async ({ call, input, id, onDoubt }) => {
    const { uid } = get(sessionAtom);
    const store = await get(storesAtom).person(uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    const reply = await sendSurely(by, { name: `${call.name}:${id}`, call, input }, { onDoubt });
    const data = reply as CallReply<typeof deskGetUser>;
    set(deskPersonAtom, { key: personKey(uid, id), data, failure: null });
  };
}
