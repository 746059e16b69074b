import { atom, type Getter, type Setter } from 'jotai';
import { type FoundConsultant, SEARCH_MIN, searchConsultants } from '#contract/consultants.ts';
import type { SentCode } from '#contract/registration.ts';
import {
  cancelTransfer,
  confirmTransfer,
  createTransfer,
  findRecipient,
  getTransfer,
  getTransfers,
  type NewTransfer,
  sendTransferCode,
  type Transfer,
  type TransferRecipient,
  type Transfers,
} from '#contract/transfers.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { markStale } from '#src/offline/kept/kept.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { askKept, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: transfersAtom. Commands: loadTransfersAtom, loadOlderTransfersAtom, searchRecipientsAtom, createTransferAtom,
// sendTransferCodeAtom, confirmTransferAtom, cancelTransferAtom, askTransferAtom. Nothing here is ever queued.

const LIST = 'transfers';

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
type Held = { uid: string; shown: Shown<Transfers>; older: readonly Transfer[]; hasMore: boolean };
const NOBODY: Held = { uid: '', shown: NOTHING_SHOWN, older: [], hasMore: false };
const heldAtom = atom(NOBODY);
/** Of who holds the phone. Without a network it is what the phone remembers, and carries its date. */
export const transfersAtom = atom((get) => {
  const held = get(heldAtom);
  if (held.uid !== get(sessionAtom).uid) return NOBODY;
  const isAway = held.shown.data !== null && !get(networkAtom).isOnline;
  return isAway ? { ...held, shown: { ...held.shown, isCopy: true } } : held;
});

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
const keptBy = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
});
const keyedBy = async (get: Getter) => ({
  ...(await keptBy(get)),
  owner: await get(ownerAtom),
  timers: get(timersAtom),
});

/** Shows the copy, then asks. Never throws. */
export const loadTransfersAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  await askKept(await keptBy(get), { name: LIST, call: getTransfers, input: { query: {} } }, (shown) => {
    set(heldAtom, { uid, shown, older: [], hasMore: shown.data?.has_more ?? false });
    if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});
/** The next page below what is shown. Null: it is there. Never throws. */
export const loadOlderTransfersAtom = atom(null, async (get, set): Promise<Failure | null> => {
  const held = get(transfersAtom);
  const before = (held.older.at(-1) ?? held.shown.data?.transfers.at(-1))?.id;
  if (before === undefined) return null;
  try {
    const page = await get(apiAtom).send(getTransfers, { query: { before: String(before) } });
    const now = get(heldAtom);
    if (now.uid === held.uid)
      set(heldAtom, { ...now, older: [...held.older, ...page.transfers], hasMore: page.has_more });
    return null;
  } catch (error) {
    return failureOf(error);
  }
});

/**
 * People whom money may go to, by name, number or phone. A whole number is looked up by itself, so that it finds the sponsor too.
 * @throws ApiError
 */
export const searchRecipientsAtom = atom(null, async (get, _set, text: string): Promise<TransferRecipient[]> => {
  const search = text.trim();
  if (search.length < SEARCH_MIN) return [];
  const api = get(apiAtom);
  if (/^\d{8}$/.test(search)) return [(await api.send(findRecipient, { body: { to_cons_id: search } })).recipient];
  const { items } = await api.send(searchConsultants, { body: { search, scope: 'structure' } });
  return items.map(({ cons_id, name, city }: FoundConsultant) => ({ cons_id, name, city, line: -1 }));
});

/** Under a key, repeated while its answer is not known. @throws ApiError */
export const createTransferAtom = atom(
  null,
  async (
    get,
    set,
    { body, onDoubt }: { body: NewTransfer; onDoubt: () => void },
  ): Promise<{ transfer: Transfer; confirmation: SentCode | null }> => {
    const { transfer, confirmation } = await sendSurely(
      await keyedBy(get),
      { name: 'transfer', call: createTransfer, input: { body } },
      { onDoubt },
    );
    await changed(get, set);
    return { transfer, confirmation };
  },
);
/** @throws ApiError */
export const sendTransferCodeAtom = atom(null, async (get, set, id: number): Promise<SentCode> => {
  const { confirmation } = await get(apiAtom).send(sendTransferCode, { body: { transfer_id: id } });
  await changed(get, set);
  return confirmation;
});
/**
 * A code is good once. When its answer is lost the transfer itself says whether it was done. @throws ApiError
 */
export const confirmTransferAtom = atom(
  null,
  async (get, set, { id, code }: { id: number; code: string }): Promise<Transfer> => {
    const api = get(apiAtom);
    try {
      return (await api.send(confirmTransfer, { body: { transfer_id: id, code } })).transfer;
    } catch (error) {
      const failure = failureOf(error);
      const isKnown = failure.kind === 'refused' && failure.refusal.code !== 'transfer_closed';
      if (isKnown) throw error;
      const { transfer } = await api.send(getTransfer, { body: { transfer_id: id } });
      if (transfer.state !== 'done') throw error;
      return transfer;
    } finally {
      await changed(get, set);
    }
  },
);
/** @throws ApiError */
export const cancelTransferAtom = atom(null, async (get, set, id: number): Promise<void> => {
  try {
    const input = { body: { transfer_id: id } };
    await sendSurely(await keyedBy(get), { name: `transfer:${id}:cancel`, call: cancelTransfer, input });
  } finally {
    await changed(get, set);
  }
});
/** One transfer as it stands now. @throws ApiError: unknown and foreign ones are refused with «Перевод не найден» */
export const askTransferAtom = atom(
  null,
  async (get, _set, id: number): Promise<Transfer> =>
    (await get(apiAtom).send(getTransfer, { body: { transfer_id: id } })).transfer,
);

/** Whatever was changed: the phone's copies are old, and the list is asked for again. */
async function changed(get: Getter, set: Setter): Promise<void> {
  const { store } = await keptBy(get);
  await markStale(store, [LIST, 'accounts']).catch(() => {});
  void set(loadTransfersAtom);
}
