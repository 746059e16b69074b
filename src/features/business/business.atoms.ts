import { atom } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import { type Career, getCareer, getNetworkNow, type NetworkNow } from '#contract/network.ts';
import { getBirthdays, getInactive, getRookies, searchNewStatuses } from '#contract/reports.ts';
import { ASKED, keptName } from '#src/features/business/business.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { TOLD_TITLE_KEY } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { askKept, type KeptBy, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: nowAtom, careerAtom, rookiesAtom, inactiveAtom, birthdaysAtom, statusesAtom. Commands: loadBusinessAtom, loadNowAtom, readToldTitleAtom,
// keepToldTitleAtom. Each answer is kept for the time without a signal; what another screen asks too, under the name of that screen, so that either has a copy when the other was opened.

type Ask<T> = (by: KeptBy, show: (shown: Shown<T>) => void) => Promise<void>;
/** One answer of whoever holds the phone: what is shown of it, and the command that shows the copy and asks. */
function keptPart<T>(ask: Ask<T>) {
  const heldAtom = atom<{ uid: string; shown: Shown<T> }>({ uid: '', shown: NOTHING_SHOWN });
  const shownAtom = atom((get): Shown<T> => {
    const { uid, shown } = get(heldAtom);
    if (uid !== get(sessionAtom).uid) return NOTHING_SHOWN;
    return shown.data !== null && !get(networkAtom).isOnline ? { ...shown, isCopy: true } : shown;
  });
  const loadAtom = atom(null, async (get, set): Promise<void> => {
    const { uid } = get(sessionAtom);
    const by = { api: get(apiAtom), store: await get(storesAtom).person(uid) };
    await ask(by, (shown) => {
      // The answer for whoever held the phone before is nobody's.
      if (uid !== get(sessionAtom).uid) return;
      set(heldAtom, { uid, shown });
      if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
      if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
    });
  });
  return { shownAtom, loadAtom };
}

const now = keptPart<NetworkNow>((by, show) =>
  askKept(by, { name: 'network-now', call: getNetworkNow, input: {} }, show),
);
const career = keptPart<Career>((by, show) => askKept(by, { name: 'career', call: getCareer, input: {} }, show));
const rookies = keptPart<CallReply<typeof getRookies>>((by, show) =>
  askKept(by, { name: keptName('rookie'), call: getRookies, input: { query: ASKED.rookie } }, show),
);
const inactive = keptPart<CallReply<typeof getInactive>>((by, show) =>
  askKept(by, { name: keptName('inactive'), call: getInactive, input: { query: ASKED.inactive } }, show),
);
const birthdays = keptPart<CallReply<typeof getBirthdays>>((by, show) =>
  askKept(by, { name: keptName('birthdays'), call: getBirthdays, input: { query: ASKED.birthdays } }, show),
);
const statuses = keptPart<CallReply<typeof searchNewStatuses>>((by, show) =>
  askKept(
    by,
    { name: keptName('new-statuses'), call: searchNewStatuses, input: { query: ASKED['new-statuses'] } },
    show,
  ),
);

export const nowAtom = now.shownAtom;
export const careerAtom = career.shownAtom;
export const rookiesAtom = rookies.shownAtom;
export const inactiveAtom = inactive.shownAtom;
export const birthdaysAtom = birthdays.shownAtom;
export const statusesAtom = statuses.shownAtom;

/** The volumes of the open period alone. Never throws. */
export const loadNowAtom = now.loadAtom;

/** Shows what the phone remembers, then asks for all of it at once. Never throws. */
export const loadBusinessAtom = atom(null, async (_get, set): Promise<void> => {
  await Promise.all([now, career, rookies, inactive, birthdays, statuses].map(({ loadAtom }) => set(loadAtom)));
});

/** The highest title that this phone has congratulated the person on; null: none yet. Never throws. */
export const readToldTitleAtom = atom(null, async (get): Promise<number | null> => {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  const told = await store.get<unknown>(TOLD_TITLE_KEY).catch(() => null);
  return typeof told === 'number' ? told : null;
});
/** Never throws: at worst the person is congratulated twice. */
export const keepToldTitleAtom = atom(null, async (get, _set, title: number): Promise<void> => {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  await store
    .change(async (kv) => {
      // A person who has logged out leaves nothing behind.
      if ((await ask(kv.get(OPEN_KEY))) !== false) kv.put(title, TOLD_TITLE_KEY);
    })
    .catch(() => {});
});
