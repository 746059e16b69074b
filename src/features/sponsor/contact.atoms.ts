import { atom } from 'jotai';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import type { Sponsor } from '#contract/session.ts';
import { getSponsor } from '#contract/sponsor.ts';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sendFormAtom } from '#src/features/forms/forms.atoms.ts';
import type { FormOutcome } from '#src/features/forms/forms.types.ts';
import { sponsorConsIdAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

/** Who answers this visitor, as the shop knows it now. @throws ApiError */
export const askContactAtom = atom(null, async (get): Promise<Sponsor> => {
  const sponsorId = get(sponsorConsIdAtom);
  const { sponsor } = await get(apiAtom).send(getSponsor, { query: sponsorId === null ? {} : { sponsorId } });
  return sponsor;
});

export type CallFields = {
  name: string;
  phone: string;
  country: string;
  city: string;
  topic: string;
  comment: string;
  consent: boolean;
};
type Call = CallFields & { productId: number | null; consentAt: string | null };

/** What the shop is asked for: an empty field is left out, the consent names its text and its moment. */
export const callBody = (typed: Call, sponsorId: string | null) => ({
  name: typed.name,
  phone: typed.phone,
  phone_country: typed.country,
  ...(typed.city.trim() === '' ? {} : { city: typed.city }),
  ...(typed.comment.trim() === '' ? {} : { comment: typed.comment }),
  ...(typed.topic === '' ? {} : { topic: Number(typed.topic) }),
  ...(typed.productId === null ? {} : { product_id: typed.productId }),
  ...(sponsorId === null ? {} : { sponsor_id: Number(sponsorId) }),
  consent: typed.consent as true, // A tick that is missing is told by the contract.
  consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
  ...(typed.consentAt === null ? {} : { consent_at: typed.consentAt }),
});

/** «Позвать консультанта»: by the queue, so that it may be written without a signal. */
export const callConsultantAtom = atom(null, (get, set, typed: Call): Promise<FormOutcome> => {
  const { title, ...seen } = get(seenOfAtom)(typed.productId ?? 0);
  return set(sendFormAtom, {
    form: 'call-cons',
    fields: callBody(typed, get(sponsorConsIdAtom)),
    seen: { ...seen, title: title === '' ? 'Позвать консультанта' : title },
  });
});
