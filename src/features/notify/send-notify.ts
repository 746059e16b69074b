import type { Getter, Setter } from 'jotai';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { MESSAGES } from '#contract/messages.ts';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sendFormAtom } from '#src/features/forms/forms.atoms.ts';
import type { NotifyDraft, NotifyOutcome } from '#src/features/notify/notify.types.ts';

type Wish = NotifyDraft & { productId: number; consent: boolean; consentAt: string | null };

/** The consent names the text that was on the screen and the moment of the tick (docs/product/offline.md#what-is-queued). */
export async function sendNotify(
  get: Getter,
  set: Setter,
  { productId, email, phone, consent, consentAt }: Wish,
): Promise<NotifyOutcome> {
  const fields = {
    product_id: productId,
    ...(email.trim() === '' ? {} : { email }),
    ...(phone.trim() === '' ? {} : { phone }),
    consent,
    consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
    ...(consentAt ? { consent_at: consentAt } : {}),
  };
  const outcome = await set(sendFormAtom, { form: 'notify-product', fields, seen: get(seenOfAtom)(productId) });
  switch (outcome.kind) {
    case 'sent':
      return outcome.message === undefined
        ? { kind: 'done', message: MESSAGES.notifyDone }
        : { kind: 'confirm', message: outcome.message };
    case 'waiting':
      return { kind: 'done', message: outcome.isTooOften ? MESSAGES.sentLater : 'Отправим при появлении связи' };
    default:
      return outcome;
  }
}
