import type { CallParsed } from '#contract/call.ts';
import type { becomeConsultant } from '#contract/registration.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { Tx } from '#server/db/open.ts';
import { insertConsents } from '#server/features/consents/consents.queries.ts';
import { lockPerson, takeConsId, updatePerson } from '#server/features/registration/registration.queries.ts';
import { consentRowsOf } from '#server/features/consents/purposes.rules.ts';
import { birthdayErrors } from '#server/features/registration/registration.rules.ts';
import { forbidden, invalid, readonlyRefusal } from '#server/platform/refuse.ts';

type Body = CallParsed<typeof becomeConsultant>['body'];
type From = { ip: string; userAgent: string; now: Date };

/**
 * A client signs the agreement: the next registration number of their country, the sponsor stays (docs/product/people.md#consultant).
 * Done twice it is done once.
 * @throws validation for an age below 18 or an address that is missing or not confirmed; forbidden for any other role; readonly
 */
export async function turnConsultant(tx: Tx, userId: number, body: Body, from: From): Promise<void> {
  const person = await lockPerson(tx, userId);
  if (person.role === 'cons') return;
  if (person.readonly) throw readonlyRefusal();
  if (person.role === 'user') throw forbidden('Подтвердите e-mail или телефон: после этого можно стать консультантом');
  if (person.role !== 'client') throw forbidden('Консультантом становится покупатель. Напишите в поддержку');
  const errors: FieldErrors = {
    ...birthdayErrors({ type: 'cons', birthday: body.birthday }, from.now),
    ...(person.email === null ? { email: [NEEDED.email] } : {}),
    ...(person.phone === null ? { phone: [NEEDED.phone] } : {}),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await updatePerson(tx, userId, {
    role: 'cons',
    consId: await takeConsId(tx, person.countryId),
    birthday: body.birthday,
    ...(body.middle_name === undefined ? {} : { middleName: body.middle_name }),
  });
  await insertConsents(
    tx,
    consentRowsOf(['agreement'], from).map((row) => ({ ...row, userId, at: from.now })),
  );
}

/** Of a consultant both are proved by a code: one that is only typed may be a stranger's (docs/product/people.md#consultant). */
const NEEDED = {
  email: 'Консультанту нужна и почта: на неё приходят отчёты и чеки. Подтвердите её кодом в профиле',
  phone: 'Консультанту нужен и телефон: по нему звонят клиенты. Подтвердите его кодом в профиле',
} as const;
