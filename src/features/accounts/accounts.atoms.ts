import { atom, type Getter, type Setter, useStore } from 'jotai';
import { getAccounts } from '#contract/accounts.ts';
import { getBonusHistory, type HistoryFilter } from '#contract/bonus-history.ts';
import { disputeBonus, getBonusMonth, getBonusMonths, getBonusVolume } from '#contract/bonuses.ts';
import type { CallReply } from '#contract/call.ts';
import { historyQuery } from '#src/features/accounts/accounts.rules.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { askKept, keepReply, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: accountsAtom, historyAtom, bonusMonthsAtom, bonusMonthAtom. Commands: loadAccountAtom, loadHistoryAtom, loadOlderHistoryAtom,
// loadBonusMonthAtom, useVolume, useDispute.

export type Accounts = CallReply<typeof getAccounts>;
export type History = CallReply<typeof getBonusHistory>;
export type BonusMonths = CallReply<typeof getBonusMonths>;
export type BonusMonth = CallReply<typeof getBonusMonth>;
export type BonusVolume = CallReply<typeof getBonusVolume>;

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
type Held<T> = { key: string; shown: Shown<T> };
const none = <T>(): Held<T> => ({ key: '', shown: NOTHING_SHOWN });
const heldAccountsAtom = atom<Held<Accounts>>(none<Accounts>());
const heldMonthsAtom = atom<Held<BonusMonths>>(none<BonusMonths>());
const heldMonthAtom = atom<Held<BonusMonth>>(none<BonusMonth>());
const heldHistoryAtom = atom<Held<History>>(none<History>());

/** Of this asking, else the copy of the last one; nothing of another person. */
const mine = <T>(get: Getter, { key, shown }: Held<T>, name: string): Shown<T> => {
  if (key !== `${get(sessionAtom).uid} ${name}`) return NOTHING_SHOWN;
  // Without a network the last answer is what the phone remembers, and carries its date (docs/product/offline.md I10).
  return shown.data !== null && !get(networkAtom).isOnline ? { ...shown, isCopy: true } : shown;
};
const ACCOUNTS = 'accounts';
const MONTHS = 'bonuses';
const monthName = (period: number): string => `bonuses:${period}`;
const historyName = (filter: HistoryFilter): string => `history:${historyQuery(filter)}`;
export const accountsAtom = atom((get) => mine(get, get(heldAccountsAtom), ACCOUNTS));
export const bonusMonthsAtom = atom((get) => mine(get, get(heldMonthsAtom), MONTHS));
export const bonusMonthAtom = atom((get) => (period: number) => mine(get, get(heldMonthAtom), monthName(period)));
export const historyAtom = atom(
  (get) => (filter: HistoryFilter) => mine(get, get(heldHistoryAtom), historyName(filter)),
);

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
const keptBy = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
});
function tellNetwork(set: Setter, { failure, isAsking }: Shown<unknown>): void {
  if (failure?.kind === 'offline') set(reportNetworkAtom, false);
  else if (!isAsking && failure === null) set(reportNetworkAtom, true);
}
/** Balances, and for a consultant the months of their bonuses. */
export const loadAccountAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, permissions } = get(sessionAtom);
  const by = await keptBy(get);
  const balances = askKept(by, { name: ACCOUNTS, call: getAccounts, input: {} }, (shown) => {
    set(heldAccountsAtom, { key: `${uid} ${ACCOUNTS}`, shown });
    tellNetwork(set, shown);
  });
  const months = permissions.includes('structure.view')
    ? askKept(by, { name: MONTHS, call: getBonusMonths, input: {} }, (shown) =>
        set(heldMonthsAtom, { key: `${uid} ${MONTHS}`, shown }),
      )
    : undefined;
  await Promise.all([balances, months]);
});
/** What was asked for last: the answer to an older question, or to an older filter, changes nothing. */
const latest = { history: '', month: '' };
const KEPT_ROWS = 200;
/** The newest rows by the filter. Without a filter 200 of them are kept, so that a phone without a network has something to tell. */
export const loadHistoryAtom = atom(null, async (get, set, filter: HistoryFilter): Promise<void> => {
  const by = await keptBy(get);
  const name = historyName(filter);
  const key = `${get(sessionAtom).uid} ${name}`;
  latest.history = key;
  let fresh: History | null = null;
  await askKept(by, { name, call: getBonusHistory, input: { query: filter } }, (shown) => {
    if (latest.history === key) set(heldHistoryAtom, { key, shown });
    if (!shown.isCopy && shown.failure === null) fresh = shown.data;
  });
  if (fresh && historyQuery(filter) === '') await keepMore(by, name, fresh);
});
async function keepMore(by: Awaited<ReturnType<typeof keptBy>>, name: string, first: History): Promise<void> {
  let kept = first;
  try {
    while (kept.next !== null && kept.items.length < KEPT_ROWS) {
      const more = await by.api.send(getBonusHistory, { query: { after: kept.next } });
      kept = { ...kept, items: [...kept.items, ...more.items], next: more.next };
    }
  } catch {
    // What has come until now is kept.
  }
  if (kept !== first) await keepReply(by, name, kept);
}
/** @throws ApiError */
export const loadOlderHistoryAtom = atom(null, async (get, set, filter: HistoryFilter): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${historyName(filter)}`;
  const after = get(historyAtom)(filter).data?.next;
  if (after === null || after === undefined) return;
  const more = await get(apiAtom).send(getBonusHistory, { query: { ...filter, after } });
  set(heldHistoryAtom, (now) =>
    now.key === key && now.shown.data?.next === after
      ? {
          key,
          shown: {
            ...now.shown,
            data: { ...now.shown.data, items: [...now.shown.data.items, ...more.items], next: more.next },
          },
        }
      : now,
  );
});
export const loadBonusMonthAtom = atom(null, async (get, set, period: number): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${monthName(period)}`;
  latest.month = key;
  const asked = { name: monthName(period), call: getBonusMonth, input: { params: { period: String(period) } } };
  await askKept(await keptBy(get), asked, (shown) => {
    if (latest.month === key) set(heldMonthAtom, { key, shown });
  });
});
/** The orders of somebody's volume. @throws ApiError */
export function useVolume(): (of: { period: number; userId: number }) => Promise<BonusVolume> {
  const { get } = useStore();
  return ({ period, userId }) => get(apiAtom).send(getBonusVolume, { body: { period, user_id: userId } });
}
/** A question about a month: keyed, asked again while its answer is not known, never queued. @throws ApiError */
export function useDispute(): (body: { period: number; text: string }, onDoubt: () => void) => Promise<string> {
  const { get } = useStore();
  return async (body, onDoubt) => {
    const by = { ...(await keptBy(get)), owner: await get(ownerAtom), timers: get(timersAtom) };
    const draft = { name: `${disputeBonus.name}:${body.period}`, call: disputeBonus, input: { body } };
    const { message } = await sendSurely(by, draft, { onDoubt });
    return message;
  };
}
