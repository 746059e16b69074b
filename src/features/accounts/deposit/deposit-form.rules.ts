import { createDeposit } from '#contract/deposits.ts';
import { judgeBody } from '#contract/judge.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { kopecksOf } from '#src/terms/typed-sum.rules.ts';

/** What stands in the form: roubles as they were typed, and the code of a way to pay, '' for none. */
export type DepositFields = { amount: string; payment_type: string };
export const EMPTY_DEPOSIT: DepositFields = { amount: '', payment_type: '' };

export const depositBody = ({ amount, payment_type }: DepositFields) => ({
  amount: kopecksOf(amount) ?? 0,
  payment_type: payment_type === '' ? 0 : Number(payment_type),
});

/** The shop's own verdict. */
export function judgeDeposit(fields: DepositFields): FieldErrors | null {
  const noSum = fields.amount.trim() === '' ? 'Заполните поле' : 'Сумма в рублях, например 1500 или 1500,50';
  const { errors } = judgeBody(createDeposit, depositBody(fields), false);
  const all = { ...errors, ...(kopecksOf(fields.amount) === null ? { amount: [noSum] } : {}) };
  return Object.keys(all).length > 0 ? all : null;
}
