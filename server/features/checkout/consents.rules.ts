import { createHash } from 'node:crypto';
import { CONSENT_TEXTS, LEGAL_VERSIONS } from '#contract/content.ts';
import type { NewConsent } from '#server/features/checkout/write-order.queries.ts';

/** Ticked now, or said to have been given to that version. */
export type GivenConsent = true | { version: string; at: string };

/** Version of the personal data consent that is on the screens now. */
export const consentVersion = LEGAL_VERSIONS['/kompaniya/soglasie'];
const OFFER_TEXT = 'Принимаю условия оферты';

/** The field errors of consents that do not hold, or nothing. `hasAgreed`: the shop knows an earlier one to this version. */
export function consentErrors(
  consents: { personal: GivenConsent; offer: GivenConsent },
  hasAgreed: boolean,
): Record<string, string[]> {
  const { personal, offer } = consents;
  const isHeld = personal === true || (hasAgreed && personal.version === consentVersion);
  // The offer is accepted with every order; the version says which text stood on the screen.
  const isOffer = offer === true || offer.version === LEGAL_VERSIONS['/kompaniya/oferta'];
  return {
    ...(isHeld ? {} : { 'consents.personal': ['Текст согласия изменился. Прочитайте и отметьте его ещё раз'] }),
    ...(isOffer ? {} : { 'consents.offer': ['Текст оферты изменился. Прочитайте и примите его ещё раз'] }),
  };
}

/** Rows to keep: what is ticked now. An earlier consent has its row already (docs/product/law.md row 1). */
export function consentRows(
  consents: { personal: GivenConsent; offer: GivenConsent },
  from: { ip: string; userAgent: string },
): NewConsent[] {
  const row = (purpose: string, docVersion: string, text: string): NewConsent => ({
    purpose,
    docVersion,
    textHash: createHash('sha256').update(text).digest('hex'),
    ip: from.ip,
    userAgent: from.userAgent.slice(0, 400),
  });
  const personal =
    consents.personal === true ? [row('order', consentVersion, CONSENT_TEXTS[consentVersion] ?? '')] : [];
  return [...personal, row('offer', LEGAL_VERSIONS['/kompaniya/oferta'], OFFER_TEXT)];
}
