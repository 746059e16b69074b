import { atom, type Getter } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import { getActivity, getBirthdays, getInactive, getPersonalStat, getRookies, searchNewStatuses } from '#contract/reports.ts'; // prettier-ignore
import { LISTS, type ListName, queryOf, readAsked, type ReportAsked } from '#src/features/reports/reports.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { askKept, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: reportAtom, indexAtom, statAtom. Commands: loadReportAtom, loadIndexAtom, loadStatAtom. Each answer is kept for the time without a signal.

export const CALLS = {
  activity: getActivity,
  inactive: getInactive,
  rookie: getRookies,
  birthdays: getBirthdays,
  'new-statuses': searchNewStatuses,
} as const;
export type ReportReply<N extends ListName = ListName> = CallReply<(typeof CALLS)[N]>;

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
type Held = { key: string; shown: Shown<ReportReply> };
const heldAtom = atom<Held>({ key: '', shown: NOTHING_SHOWN });
const keyOf = (get: Getter, report: ListName, asked: ReportAsked): string =>
  `${get(sessionAtom).uid} ${report}${queryOf(report, asked)}`;
/** Of this asking, else the copy of the last one; nothing of another person or another filter. */
export const reportAtom = atom((get) => (report: ListName, asked: ReportAsked): Shown<ReportReply> => {
  const { key, shown } = get(heldAtom);
  return key === keyOf(get, report, asked) ? datedAway(get, shown) : NOTHING_SHOWN;
});
const datedAway = <T>(get: Getter, shown: Shown<T>): Shown<T> =>
  shown.data !== null && !get(networkAtom).isOnline ? { ...shown, isCopy: true } : shown;

type Index = Partial<Record<ListName, Shown<ReportReply>>>;
const heldIndexAtom = atom<{ uid: string; shown: Index }>({ uid: '', shown: {} });
/** What a list says when nothing was chosen yet. */
export const indexAtom = atom((get) => (report: ListName): Shown<ReportReply> => {
  const { uid, shown } = get(heldIndexAtom);
  const one = uid === get(sessionAtom).uid ? shown[report] : undefined;
  return one ? datedAway(get, one) : NOTHING_SHOWN;
});

type Stat = CallReply<typeof getPersonalStat>;
const heldStatAtom = atom<{ uid: string; shown: Shown<Stat> }>({ uid: '', shown: NOTHING_SHOWN });
export const statAtom = atom((get): Shown<Stat> => {
  const { uid, shown } = get(heldStatAtom);
  return uid === get(sessionAtom).uid ? datedAway(get, shown) : NOTHING_SHOWN;
});

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
const keptBy = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
});
type Latest = { key: string };
/** The answer of an older question changes nothing. */
const latest: Latest = { key: '' };

/** Shows the copy, then asks. Never throws. */
export const loadReportAtom = atom(null, async (get, set, report: ListName, query: string): Promise<void> => {
  const asked = readAsked(report, query);
  const key = keyOf(get, report, asked);
  latest.key = key;
  const by = await keptBy(get);
  const name = `report:${report}${queryOf(report, asked)}`;
  await askKept(by, { name, call: CALLS[report] as typeof getActivity, input: { query: asked as object } }, (shown) => {
    if (latest.key !== key) return;
    set(heldAtom, { key, shown });
    if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});
/** The five lists and the months of the person, each under the name of its screen: so all six are there without a signal. Never throws. */
export const loadIndexAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const by = await keptBy(get);
  const one = (report: ListName) =>
    askKept(
      by,
      { name: `report:${report}`, call: CALLS[report] as typeof getActivity, input: { query: {} } },
      (shown) => {
        // The answer for whoever held the phone before is nobody's.
        if (uid !== get(sessionAtom).uid) return;
        const held = get(heldIndexAtom);
        set(heldIndexAtom, { uid, shown: { ...(held.uid === uid ? held.shown : {}), [report]: shown } });
        if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
        if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
      },
    );
  await Promise.all([...LISTS.map(one), set(loadStatAtom)]);
});
export const loadStatAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  await askKept(await keptBy(get), { name: 'report:personal-stat', call: getPersonalStat, input: {} }, (shown) => {
    set(heldStatAtom, { uid, shown });
    if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});
