import { LEGAL_VERSIONS } from '#contract/content.ts';
import { type DeliveryType, isByCarrier } from '#contract/delivery-types.ts';
import { consentRowsOf, type Purpose } from '#server/features/consents/purposes.rules.ts';
import type { NewConsent } from '#server/features/checkout/write-order.queries.ts';

/** Ticked now, or said to have been given to that version. */
export type GivenConsent = true | { version: string; at: string };
export type GivenConsents = { personal: GivenConsent; offer: GivenConsent; delivery?: GivenConsent | undefined };

/** Version of the personal data consent that is on the screens now. */
export const consentVersion = LEGAL_VERSIONS['/kompaniya/soglasie'];

/** What the shop knows of this owner: consents to the version of now that hold. */
export type Agreed = { hasAgreed: boolean; hasAgreedDelivery: boolean };

/** The field errors of consents that do not hold, or nothing. A carrier's way needs one consent more than the shop's own. */
export function consentErrors(
  { personal, offer, delivery }: GivenConsents,
  { hasAgreed, hasAgreedDelivery }: Agreed,
  type: DeliveryType,
): Record<string, string[]> {
  // The offer is accepted with every order; the version says which text stood on the screen.
  const isOffer = offer === true || offer.version === LEGAL_VERSIONS['/kompaniya/oferta'];
  const isDelivery = !isByCarrier(type) || (delivery !== undefined && isHeld(delivery, hasAgreedDelivery));
  return {
    ...(isHeld(personal, hasAgreed)
      ? {}
      : { 'consents.personal': ['Текст согласия изменился. Прочитайте и отметьте его ещё раз'] }),
    ...(isOffer ? {} : { 'consents.offer': ['Текст оферты изменился. Прочитайте и примите его ещё раз'] }),
    ...(isDelivery ? {} : { 'consents.delivery': [CARRIER_CONSENT_MISSING] }),
  };
}
const CARRIER_CONSENT_MISSING =
  'Перевозчику нужны имя, телефон и адрес. Отметьте согласие на их передачу или выберите самовывоз из нашего пункта';

const isHeld = (given: GivenConsent, hasBefore: boolean): boolean =>
  given === true || (hasBefore && given.version === consentVersion);

/** Rows to keep: what is ticked now. An earlier consent has its row already (docs/product/law.md row 1). */
export function consentRows(
  { personal, delivery }: GivenConsents,
  type: DeliveryType,
  from: { ip: string; userAgent: string },
): NewConsent[] {
  const ticked: Purpose[] = [
    ...(personal === true ? (['order'] as const) : []),
    ...(delivery === true && isByCarrier(type) ? (['delivery'] as const) : []),
    'offer',
  ];
  return consentRowsOf(ticked, from);
}
