import { atom, type Getter, type Setter } from 'jotai';
import { type Consents, getConsents, giveConsent, type Giveable, type Withdrawable, withdrawConsent } from '#contract/consents.ts'; // prettier-ignore
import { ownerAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { askKept, keepReply, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: consentsAtom. Commands: loadConsentsAtom, withdrawConsentAtom, giveConsentAtom; both go online or not at all.

const heldAtom = atom<{ uid: string; shown: Shown<Consents> }>({ uid: '', shown: NOTHING_SHOWN });
/** The consents of who holds the phone now. */
export const consentsAtom = atom((get): Shown<Consents> => {
  const { uid, shown } = get(heldAtom);
  return uid === get(sessionAtom).uid ? shown : NOTHING_SHOWN;
});
const KEPT = 'consents';

export const loadConsentsAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const store = await get(storesAtom).person(uid);
  await askKept({ api: get(apiAtom), store }, { name: KEPT, call: getConsents, input: {} }, (shown) => {
    set(heldAtom, { uid, shown });
    if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});

/** @throws ApiError */
export const withdrawConsentAtom = atom(null, async (get, set, purpose: Withdrawable): Promise<void> => {
  const headers = { 'X-Client-User': await get(ownerAtom) };
  await show(get, set, await get(apiAtom).send(withdrawConsent, { body: { purpose } }, { headers }));
});
/** @throws ApiError: also when the text has changed since it was shown */
export const giveConsentAtom = atom(
  null,
  async (get, set, body: { purpose: Giveable; version: string }): Promise<void> => {
    const headers = { 'X-Client-User': await get(ownerAtom) };
    await show(get, set, await get(apiAtom).send(giveConsent, { body }, { headers }));
  },
);

/** The answer is the whole new list; a switch of the account may have turned with it. */
async function show(get: Getter, set: Setter, data: Consents): Promise<void> {
  const { uid } = get(sessionAtom);
  set(heldAtom, { uid, shown: { ...NOTHING_SHOWN, data, at: data.server_time, isAsking: false } });
  await keepReply({ store: await get(storesAtom).person(uid) }, KEPT, data);
  void set(refreshSessionAtom);
}
