import { applyForWholesale, type WholesaleApplication } from '#contract/consultants.ts';
import { judgeBody } from '#contract/judge.ts';
import { countryOfPhone } from '#contract/phone-numbers.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { ApplyBody } from '#src/features/profile/wholesale.atoms.ts';

// What the application for wholesale does, without a screen.

export type WholesaleFields = { company: string; inn: string; phone: string; phone_country: string; comment: string };
/** A refused application is the beginning of the next one; else the telephone of the account is there. */
export function wholesaleFields(refused: WholesaleApplication | null, ownPhone: string | null): WholesaleFields {
  const phone = refused?.phone ?? ownPhone ?? '';
  const { company, inn, comment } = refused ?? { company: '', inn: '', comment: '' };
  return { company, inn, phone, phone_country: countryOfPhone(phone).code, comment };
}
/** Blanks that came along when an ИНН was pasted do not count. */
export const applyBody = ({ inn, ...fields }: WholesaleFields): ApplyBody => ({
  ...fields,
  inn: inn.replaceAll(/\s/g, ''),
});
export const judgeWholesale = (fields: WholesaleFields): FieldErrors | null =>
  judgeBody(applyForWholesale, applyBody(fields)).errors ?? null;
