import { atom } from 'jotai';
import type { ConfirmOutcome, NotifyDraft, NotifyOutcome } from '#src/features/notify/notify.types.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

const KEY = 'draft:notify';
/** Nothing typed is lost by closing the sheet or the app (docs/product/look.md#feel); the tick is given anew each time. */
export const readNotifyDraftAtom = atom(null, async (get): Promise<Partial<NotifyDraft> | undefined> => {
  const { uid } = get(sessionAtom);
  return get(storesAtom)
    .person(uid)
    .then((store) => store.get<Partial<NotifyDraft>>(KEY))
    .catch(() => undefined);
});
export const keepNotifyDraftAtom = atom(null, async (get, _set, draft: NotifyDraft): Promise<void> => {
  const { uid } = get(sessionAtom);
  await get(storesAtom)
    .person(uid)
    .then((store) => store.set(KEY, draft))
    .catch(() => {});
});
export const sendNotifyAtom = atom(
  null,
  async (
    get,
    set,
    wish: NotifyDraft & { productId: number; consent: boolean; consentAt: string | null },
  ): Promise<NotifyOutcome> => {
    return (await import('#src/features/notify/send-notify.ts')).sendNotify(get, set, wish);
  },
);
/** The token of a letter's link: it stands behind «#», where no server hears of it. */
export const confirmAddressAtom = atom(null, async (get, set, token: string): Promise<ConfirmOutcome> => {
  return (await import('#src/features/notify/confirm-address.ts')).confirmAddress(get, set, token);
});
