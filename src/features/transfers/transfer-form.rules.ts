import { judgeBody } from '#contract/judge.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { createTransfer, type NewTransfer, type Transfer } from '#contract/transfers.ts';
import { kopecksOf, roublesOf } from '#src/terms/typed-sum.rules.ts';

/** What stands in the form; roubles as they were typed. */
export type TransferFields = { kind: string; to_cons_id: string; amount: string; comment: string };
export const EMPTY_TRANSFER: TransferFields = { kind: 'cons', to_cons_id: '', amount: '', comment: '' };
/** To another person. Whom and how much are one screen: nothing is asked of the shop between them. */
export const TRANSFER_STEPS = ['Кому и сколько', 'Код', 'Готово'];

/** «Повторить перевод»: the same again, of a transfer of one's own that has ended. */
export const mayRepeat = ({ direction, state, kind, to }: Transfer): boolean =>
  direction === 'out' && state !== 'draft' && state !== 'wait_code' && (kind === 'own' || to.cons_id !== null);
export const fieldsLike = ({ kind, to, amount, comment }: Transfer): TransferFields => ({
  kind,
  to_cons_id: to.cons_id ?? '',
  amount: roublesOf(amount),
  comment,
});

export function bodyOf({ kind, to_cons_id, amount, comment }: TransferFields): NewTransfer {
  const kop = kopecksOf(amount) ?? 0;
  return kind === 'own'
    ? { kind: 'own', from: 1, amount: kop, comment }
    : { kind: 'cons', from: 0, to_cons_id: to_cons_id.trim(), amount: kop, comment };
}

/** The shop's own verdict, and that there is so much; kopecks. `available`: of the account that pays, when it is known. */
export function judgeTransfer(fields: TransferFields, available: number | null): FieldErrors | null {
  const kop = kopecksOf(fields.amount);
  const noSum = fields.amount.trim() === '' ? 'Заполните поле' : 'Сумма в рублях, например 1500 или 1500,50';
  const missing = { ...numberErrors(fields), ...(kop === null ? { amount: [noSum] } : {}) };
  if (kop === null || Object.keys(missing).length > 0) return missing;
  const { errors } = judgeBody(createTransfer, bodyOf(fields), false);
  if (errors) return errors;
  if (available !== null && kop > available)
    return { amount: [`На счёте доступно ${roublesOf(available)} ₽. Не хватает ${roublesOf(kop - available)} ₽`] };
  return null;
}
const numberErrors = ({ kind, to_cons_id }: TransferFields): FieldErrors =>
  kind === 'own' || /^\s*\d{8}\s*$/.test(to_cons_id) ? {} : { to_cons_id: ['Выберите, кому перевести'] };
