import { atom, type Getter, type Setter } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import { getNetworkNow, type NetworkNow } from '#contract/network.ts';
import { getActivity } from '#contract/reports.ts';
import { getStructurePerson } from '#contract/structure.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { type Level, withPage } from '#src/features/structure/structure.rules.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { askKept, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: structureAtom, wholeAtom, personAtom. Commands: loadLevelAtom, keepSecondLineAtom, loadWholeAtom, loadPersonAtom, findAtom. Every line that was opened is kept for the time
// without a signal, so what one has looked through opens in the metro.

type Reply = CallReply<typeof getActivity>;
/** A month, YYYYMM; null is the open one. */
export type Month = number | null;
export type Structure = {
  levels: ReadonlyMap<number, Level>;
  asking: ReadonlySet<number>;
  /** Of the last answer: of when, and of which month. */
  about: Pick<Reply, 'as_of' | 'period' | 'periods'> | null;
  isCopy: boolean;
  failure: Failure | null;
};
const NOBODY: Structure = { levels: new Map(), asking: new Set(), about: null, isCopy: false, failure: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
type Held = { uid: string; months: ReadonlyMap<Month, Structure> };
const NO_MONTHS: Held['months'] = new Map();
const heldAtom = atom<Held>({ uid: '', months: NO_MONTHS });
const monthsAtom = atom((get) => {
  const { uid, months } = get(heldAtom);
  return uid === get(sessionAtom).uid ? months : NO_MONTHS;
});
export const structureAtom = atom(
  (get) =>
    (month: Month): Structure =>
      get(monthsAtom).get(month) ?? NOBODY,
);
/** Months that may be chosen, of whichever answer has come. */
export const monthsToChooseAtom = atom(
  (get) => [...get(monthsAtom).values()].find(({ about }) => about !== null)?.about?.periods ?? [],
);
const heldWholeAtom = atom<{ uid: string; now: NetworkNow | null }>({ uid: '', now: null });
/** The whole structure in the open month. */
export const wholeAtom = atom((get) => {
  const { uid, now } = get(heldWholeAtom);
  return uid === get(sessionAtom).uid ? now : null;
});
type Person = CallReply<typeof getStructurePerson>;
const heldPersonAtom = atom<{ key: string; shown: Shown<Person> }>({ key: '', shown: NOTHING_SHOWN });
export const personAtom = atom((get) => (id: number): Shown<Person> => {
  const { key, shown } = get(heldPersonAtom);
  return key === `${get(sessionAtom).uid} ${id}` ? shown : NOTHING_SHOWN;
});

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
const keptBy = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
});
const without = (ids: ReadonlySet<number>, id: number): ReadonlySet<number> => new Set([...ids].filter((one) => one !== id)); // prettier-ignore

type Place = { nodeId: number; page?: number; month: Month };
/** One line below a person, the reader included; the copy first, then the shop's answer. Never throws. */
export const loadLevelAtom = atom(null, async (get, set, { nodeId, page = 1, month }: Place): Promise<void> => {
  const { uid } = get(sessionAtom);
  const change = changerOf(get, set, { uid, month });
  change((now) => ({ asking: new Set([...now.asking, nodeId]), failure: null }));
  await askLevel(get, { nodeId, page, month }, ({ data, isCopy, failure }) => {
    if (data) change(withLevel(nodeId, data, isCopy));
    change(() => ({ failure }));
    if (!isCopy && data) set(reportNetworkAtom, true);
    if (failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
  change((now) => ({ asking: without(now.asking, nodeId) }));
});

/** How many branches of line 1 are read ahead, the greatest first: each is one of the answers that are kept. */
const AHEAD_MOST = 12;
/** The second line of the open month, one branch after the other, for the time without a signal; what fails is asked for when it is opened. */
export const keepSecondLineAtom = atom(null, async (get, set, rootId: number): Promise<void> => {
  const { uid } = get(sessionAtom);
  const change = changerOf(get, set, { uid, month: null });
  const heads =
    get(structureAtom)(null)
      .levels.get(rootId)
      ?.rows.filter(({ people }) => people > 0) ?? [];
  for (const { id } of heads.slice(0, AHEAD_MOST)) {
    if (get(sessionAtom).uid !== uid || !get(networkAtom).isOnline) return;
    if (get(structureAtom)(null).levels.has(id)) continue;
    let isAway = false;
    await askLevel(get, { nodeId: id, page: 1, month: null }, ({ data, isCopy, failure }) => {
      if (data) change(withLevel(id, data, isCopy));
      isAway = failure !== null;
    });
    if (isAway) return;
  }
});

type Change = (next: (now: Structure) => Partial<Structure>) => void;
/** Changes what is held, as long as it is of the same person. */
const changerOf =
  (get: Getter, set: Setter, { uid, month }: { uid: string; month: Month }): Change =>
  (next) => {
    if (get(sessionAtom).uid !== uid) return;
    const now = get(structureAtom)(month);
    set(heldAtom, { uid, months: new Map(get(monthsAtom)).set(month, { ...now, ...next(now) }) });
  };
async function askLevel(get: Getter, { nodeId, page, month }: Required<Place>, show: (shown: Shown<Reply>) => void) {
  const query = { structure: '0', node: String(nodeId), sort: 'group-desc', page: String(page), ...(month !== null && { period: String(month) }) } as const; // prettier-ignore
  const name = `structure:${nodeId}:${page}${month === null ? '' : `:${month}`}`;
  await askKept(await keptBy(get), { name, call: getActivity, input: { query } }, show);
}
const withLevel =
  (nodeId: number, data: Reply, isCopy: boolean) =>
  (now: Structure): Partial<Structure> => ({
    levels: new Map(now.levels).set(nodeId, withPage(levelAt(now, nodeId, data.page), toLevel(data))),
    about: { as_of: data.as_of, period: data.period, periods: data.periods },
    isCopy,
  });
/** A copy and the answer behind it are the same page: the later one takes the place of the first. */
const levelAt = ({ levels }: Structure, nodeId: number, page: number): Level | undefined => {
  const level = levels.get(nodeId);
  return level && level.page === page ? { ...level, page: page - 1, rows: level.rows.slice(0, (page - 1) * PAGE) } : level; // prettier-ignore
};
const PAGE = 50;
const toLevel = ({ items, total, pages, page, parents }: Reply): Level => ({
  rows: items,
  total,
  pages,
  page,
  parents,
});

/** Kept under the name that «Бизнес» gives it, so that either screen has a copy when the other was opened. Never throws. */
export const loadWholeAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  await askKept(await keptBy(get), { name: 'network-now', call: getNetworkNow, input: {} }, ({ data }) => {
    if (data) set(heldWholeAtom, { uid, now: data });
  });
});

/** Who was asked for last: the answer about somebody before changes nothing. */
const latest = { person: '' };
export const loadPersonAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${id}`;
  const input = { params: { id: String(id) } };
  latest.person = key;
  await askKept(await keptBy(get), { name: `structure:person:${id}`, call: getStructurePerson, input }, (shown) => {
    if (latest.person === key) set(heldPersonAtom, { key, shown });
  });
});

/** People of the whole structure by name or number. Never throws. */
export const findAtom = atom(null, async (get, _set, q: string): Promise<Reply | Failure> => {
  try {
    return await get(apiAtom).send(getActivity, { query: { q, structure: '1' } });
  } catch (error) {
    return failureOf(error);
  }
});
/** Ids from the reader down to somebody; null when the shop has no answer. */
export const loadPersonPathAtom = atom(null, async (get, set, id: number): Promise<readonly number[] | null> => {
  await set(loadPersonAtom, id);
  return get(personAtom)(id).data?.parents.map((one) => one.id) ?? null;
});
