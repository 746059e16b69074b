import { judgeBody } from '#contract/judge.ts';
import type { Profile } from '#contract/profile.ts';
import { becomeConsultant } from '#contract/registration.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { BecomeBody } from '#src/features/profile/become.atoms.ts';
import { dayShown, dayTyped } from '#src/features/profile/profile-form.rules.ts';

// What the form «Стать консультантом» does, without a screen.

export type BecomeFields = { middle_name: string; birthday: string; agreement: boolean };
export const becomeFields = ({ middle_name, birthday }: Profile): BecomeFields => ({
  middle_name,
  birthday: dayShown(birthday),
  agreement: false,
});
export const becomeBody = ({ middle_name, birthday, agreement }: BecomeFields): BecomeBody => ({
  birthday: dayTyped(birthday) ?? '',
  ...(middle_name.trim() === '' ? {} : { middle_name }),
  agreement: agreement as true, // A tick that is missing is told by the contract.
});
export const judgeBecome = (fields: BecomeFields): FieldErrors | null =>
  judgeBody(becomeConsultant, becomeBody(fields)).errors ?? null;

export type Missing = { type: 'phone' | 'email'; text: string; link: string };
/** Which addresses of the account are not confirmed yet: a consultant has both (docs/product/people.md#consultant). */
export const missingFor = ({ phone, email }: Profile): Missing[] => [
  ...(phone.confirmed
    ? []
    : [
        phone.value === null
          ? { type: 'phone' as const, text: 'Телефон не указан', link: 'Добавить телефон' }
          : { type: 'phone' as const, text: 'Телефон не подтверждён', link: 'Подтвердить телефон' },
      ]),
  ...(email.confirmed
    ? []
    : [
        email.value === null
          ? { type: 'email' as const, text: 'Эл. почта не указана', link: 'Добавить почту' }
          : { type: 'email' as const, text: 'Эл. почта не подтверждена', link: 'Подтвердить почту' },
      ]),
];
