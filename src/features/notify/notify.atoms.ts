import { atom } from 'jotai';
import type { ConfirmOutcome, NotifyDraft, NotifyOutcome } from '#src/features/notify/notify.types.ts';

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
