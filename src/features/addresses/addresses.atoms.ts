import { atom, type Getter, type Setter } from 'jotai';
import { getAddresses, removeAddress, saveAddress } from '#contract/addresses.ts';
import { fieldsOf, toBody } from '#src/features/addresses/address-form.rules.ts';
import type { Address, AddressFields, Book } from '#src/features/addresses/addresses.types.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { newUuid } from '#src/device/uuid.ts';
import { markStale } from '#src/offline/kept/kept.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { askKept, keepReply, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { giveUp } from '#src/platform/api/keyed-draft.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: bookAtom. Commands: loadBookAtom, saveAddressAtom, giveUpAddressAtom, makeDefaultAtom, removeAddressAtom.

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
const heldBookAtom = atom<{ uid: string; shown: Shown<Book> }>({ uid: '', shown: NOTHING_SHOWN });
/** The address book of who holds the phone now: of this asking, or the copy of the last one. */
export const bookAtom = atom((get): Shown<Book> => {
  const { uid, shown } = get(heldBookAtom);
  return uid === get(sessionAtom).uid ? shown : NOTHING_SHOWN;
});
const BOOK = 'addresses';

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** Shows the copy, then asks. */
export const loadBookAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const store = await get(storesAtom).person(uid);
  await askKept({ api: get(apiAtom), store }, { name: BOOK, call: getAddresses, input: {} }, (shown) => {
    set(heldBookAtom, { uid, shown });
    if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});

type Saved = { kind: 'done'; address: Address } | ReturnType<typeof formFailure>;
/** `id`: which one is changed; without it a new one. Never throws. */
export const saveAddressAtom = atom(
  null,
  async (
    get,
    set,
    { id, fields, onDoubt }: { id?: number | undefined; fields: AddressFields; onDoubt?: () => void },
  ): Promise<Saved> => {
    try {
      const reply = await sendSurely(
        await keyedBy(get),
        { name: draftName(id), call: saveAddress, input: { body: toBody(fields, id) } },
        {
          ...(onDoubt ? { onDoubt } : {}),
          // An answer that was lost had made it: what was mended since goes into the same address.
          after: ({ address }, { body }) => ({ body: { ...body, id: address.id } }),
        },
      );
      await showBook(get, set, reply);
      return { kind: 'done', address: reply.address };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused') await doubtBook(get);
      return formFailure(failure);
    }
  },
);
const draftName = (id: number | undefined): string => `address:${id ?? 'new'}`;

/** The form was left without saving: nothing of it is sent any more. */
export const giveUpAddressAtom = atom(null, async (get, _set, id: number | undefined): Promise<void> => {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  await giveUp({ store }, draftName(id)).catch(() => {});
});

/** Shown at once; taken back with a word when the shop has not done it. */
export const makeDefaultAtom = atom(null, async (get, set, address: Address): Promise<void> => {
  const before = get(heldBookAtom);
  showOptimistic(get, set, (book) => [
    { ...address, is_default: true },
    ...book.filter(({ id }) => id !== address.id).map((one) => ({ ...one, is_default: false })),
  ]);
  try {
    const body = toBody({ ...fieldsOf(address), is_default: true }, address.id);
    await showBook(get, set, await get(apiAtom).send(saveAddress, { body }, { headers: await headersOf(get) }));
  } catch (error) {
    set(heldBookAtom, before);
    await doubtBook(get);
    set(showToastAtom, { text: failureText(failureOf(error)) });
  }
});

/** Gone at once, with «Вернуть», which adds the same address again (docs/product/addresses-of-people.md#book). */
export const removeAddressAtom = atom(null, async (get, set, address: Address): Promise<void> => {
  const before = get(heldBookAtom);
  showOptimistic(get, set, (book) => book.filter(({ id }) => id !== address.id));
  const removal = sendRemoval(get, set, address);
  const back = async () => {
    if (!(await removal)) return;
    const fields = fieldsOf(address);
    const outcome = await set(saveAddressAtom, { fields });
    if (outcome.kind !== 'done')
      set(showToastAtom, { text: outcome.kind === 'failed' ? outcome.text : 'Не получилось вернуть адрес' });
  };
  set(showToastAtom, {
    text: `«${address.title || address.city}» удалён`,
    action: { label: 'Вернуть', run: () => void back() },
  });
  if (!(await removal)) set(heldBookAtom, before);
});

async function sendRemoval(get: Getter, set: Setter, { id }: Address): Promise<boolean> {
  try {
    const headers = await headersOf(get);
    await showBook(get, set, await get(apiAtom).send(removeAddress, { body: { id } }, { headers }));
    return true;
  } catch (error) {
    const failure = failureOf(error);
    // Gone already: another device was faster.
    if (failure.kind === 'refused' && failure.refusal.code === 'not_found') return true;
    await doubtBook(get);
    set(showToastAtom, { text: failureText(failure) });
    return false;
  }
}

function showOptimistic(get: Getter, set: Setter, next: (book: readonly Address[]) => Address[]): void {
  const { uid, shown } = get(heldBookAtom);
  if (shown.data)
    set(heldBookAtom, { uid, shown: { ...shown, data: { ...shown.data, addresses: next(shown.data.addresses) } } });
}
/** A change has answered with the whole book: it is shown and kept. */
async function showBook(get: Getter, set: Setter, { addresses, server_time, status }: Book): Promise<void> {
  const { uid } = get(sessionAtom);
  const book: Book = { status, addresses, server_time };
  set(heldBookAtom, { uid, shown: { ...NOTHING_SHOWN, data: book, at: server_time, isAsking: false } });
  await keepReply({ store: await get(storesAtom).person(uid) }, BOOK, book);
}
/** Whether the change was done is not known: the copy says so until the shop has been asked. */
async function doubtBook(get: Getter): Promise<void> {
  await markStale(await get(storesAtom).person(get(sessionAtom).uid), [BOOK]).catch(() => {});
}
const keyedBy = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
  owner: await get(ownerAtom),
  timers: get(timersAtom),
});
/** What says what should be may be said twice: its key need not outlive the page. */
const headersOf = async (get: Getter) => ({ 'Idempotency-Key': newUuid(), 'X-Client-User': await get(ownerAtom) });
