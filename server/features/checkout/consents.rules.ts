import { LEGAL_VERSIONS } from '#contract/content.ts';
import { consentRowsOf } from '#server/features/consents/purposes.rules.ts';
import type { NewConsent } from '#server/features/checkout/write-order.queries.ts';

/** Ticked now, or said to have been given to that version. */
export type GivenConsent = true | { version: string; at: string };

/** Version of the personal data consent that is on the screens now. */
export const consentVersion = LEGAL_VERSIONS['/kompaniya/soglasie'];

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
export const consentRows = (
  consents: { personal: GivenConsent; offer: GivenConsent },
  from: { ip: string; userAgent: string },
): NewConsent[] => consentRowsOf([...(consents.personal === true ? (['order'] as const) : []), 'offer'], from);
