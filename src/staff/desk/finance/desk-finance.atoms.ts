import { atom, useStore } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import {
  deskAnswerDispute,
  deskApprovePeriod,
  type DeskDispute,
  deskFetchDisputes,
  deskFetchPeriods,
  deskTryPeriod,
  type DeskTrial,
} from '#contract/desk-finance.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: deskPeriodsAtom, deskTrialAtom, disputesAtom. Commands: loadDeskPeriodsAtom, loadDeskTrialAtom, loadDisputesAtom, useApprove,
// useAnswer. Nothing is kept on the device.

export type DeskPeriods = CallReply<typeof deskFetchPeriods>;
type Loaded<T> = { key: string; data: T | null; failure: Failure | null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const deskPeriodsAtom = atom<Loaded<DeskPeriods>>({ key: '', data: null, failure: null });
export const deskTrialAtom = atom<Loaded<DeskTrial>>({ key: '', data: null, failure: null });
export const disputesAtom = atom<Loaded<DeskDispute[]>>({ key: '', data: null, failure: null });

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
export const loadDeskPeriodsAtom = atom(null, async (get, set): Promise<void> => {
  const key = get(sessionAtom).uid;
  set(deskPeriodsAtom, (before) =>
    before.key === key ? { ...before, failure: null } : { key, data: null, failure: null },
  );
  const isLast = () => get(deskPeriodsAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskFetchPeriods, {});
    if (isLast()) set(deskPeriodsAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskPeriodsAtom, (before) => ({ ...before, failure }));
  }
});
export const loadDeskTrialAtom = atom(null, async (get, set, period: number): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${period}`;
  set(deskTrialAtom, (before) =>
    before.key === key ? { ...before, failure: null } : { key, data: null, failure: null },
  );
  const isLast = () => get(deskTrialAtom).key === key;
  try {
    const { trial } = await get(apiAtom).send(deskTryPeriod, { body: { period } });
    if (isLast()) set(deskTrialAtom, { key, data: trial, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskTrialAtom, (before) => ({ ...before, failure }));
  }
});

type Approval = { period: number; sha256: string; reason: string };
/** Keyed, asked again while its answer is not known, never queued. @throws ApiError */
export function useApprove(): (approval: Approval, onDoubt: () => void) => Promise<void> {
  const { get, set } = useStore();
  return async (body, onDoubt) => {
    const { uid } = get(sessionAtom);
    const store = await get(storesAtom).person(uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    const draft = { name: `${deskApprovePeriod.name}:${body.period}`, call: deskApprovePeriod, input: { body } };
    const { period } = await sendSurely(by, draft, { onDoubt });
    set(deskPeriodsAtom, ({ key, data, failure }) => ({
      key,
      failure,
      data: data && { ...data, periods: data.periods.map((one) => (one.period === period.period ? period : one)) },
    }));
  };
}

export const loadDisputesAtom = atom(null, async (get, set): Promise<void> => {
  const key = get(sessionAtom).uid;
  set(disputesAtom, (before) =>
    before.key === key ? { ...before, failure: null } : { key, data: null, failure: null },
  );
  const isLast = () => get(disputesAtom).key === key;
  try {
    const { disputes } = await get(apiAtom).send(deskFetchDisputes, {});
    if (isLast()) set(disputesAtom, { key, data: disputes, failure: null });
  } catch (error) {
    if (isLast()) set(disputesAtom, (before) => ({ ...before, failure: failureOf(error) }));
  }
});
/** Keyed, asked again while its answer is not known, never queued. @throws ApiError */
export function useAnswer(): (answered: { id: number; words: string }, onDoubt: () => void) => Promise<void> {
  const { get, set } = useStore();
  return async (body, onDoubt) => {
    const { uid } = get(sessionAtom);
    const store = await get(storesAtom).person(uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    const draft = { name: `${deskAnswerDispute.name}:${body.id}`, call: deskAnswerDispute, input: { body } };
    const { disputes } = await sendSurely(by, draft, { onDoubt });
    set(disputesAtom, { key: uid, data: disputes, failure: null });
  };
}
