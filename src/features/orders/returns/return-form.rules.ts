import { photoPath } from '#contract/photos.ts';
import type { ReturnOption } from '#contract/return-calls.ts';
import { needsWords, type ReturnReason, whyNotBack } from '#contract/returns.ts';
import type { OrderRef } from '#src/features/orders/orders.rules.ts';

// The form of a return: what it holds, what it sends, what may be chosen. Fields of a line carry its id: `line_12`.

export type ReturnValues = Record<string, string | boolean>;
export const NO_REASON = '';

export const firstValues = (rows: readonly ReturnOption[]): ReturnValues => ({
  words: '',
  photos: '',
  ...Object.fromEntries(
    rows.flatMap(({ line_id: id }) => [
      [`line_${id}`, '0'],
      [`reason_${id}`, NO_REASON],
      [`unopened_${id}`, false],
    ]),
  ),
});
export type ChosenLine = { line_id: number; pieces: number; reason: ReturnReason; unopened: boolean };
/** Lines of which pieces are chosen, whether or not a reason is. */
export const chosenIn = (rows: readonly ReturnOption[], values: ReturnValues) =>
  rows.flatMap((row) => {
    const pieces = Number(values[`line_${row.line_id}`] ?? 0);
    const reason = values[`reason_${row.line_id}`] as ReturnReason | typeof NO_REASON;
    return pieces > 0 ? [{ row, pieces, reason, unopened: values[`unopened_${row.line_id}`] === true }] : [];
  });
export const photosIn = (values: ReturnValues): string[] =>
  String(values['photos'] ?? '')
    .split(',')
    .filter(Boolean);
export const photoUrl = (id: string, ref: OrderRef): string =>
  `${photoPath(id)}${'token' in ref ? `?token=${ref.token}` : ''}`;

const ruleOf = (row: ReturnOption) => ({
  isLimited: row.limited,
  unwantedUntil: new Date(row.unwanted_until),
  guaranteeUntil: new Date(row.guarantee_until),
});
/** Why a reason cannot be chosen for a line at all; null: it can. */
export const whyNotReason = (row: ReturnOption, reason: ReturnReason, now: Date): string | null =>
  whyNotBack(ruleOf(row), { reason, isUnopened: true, now });

/** Faults by field, as the shop would find them; null: nothing is wrong. */
export function faultsOf(
  rows: readonly ReturnOption[],
  values: ReturnValues,
  now: Date,
): Record<string, string[]> | null {
  const faults: Record<string, string[]> = {};
  const chosen = chosenIn(rows, values);
  if (chosen.length === 0) faults['lines'] = ['Отметьте, что возвращаете и сколько штук'];
  for (const { row, reason, unopened: isUnopened } of chosen) {
    const why = reason === NO_REASON ? 'Выберите причину' : whyNotBack(ruleOf(row), { reason, isUnopened, now });
    if (why !== null) faults[`reason_${row.line_id}`] = [why];
  }
  const mustTell = chosen.some(({ reason }) => reason !== NO_REASON && needsWords(reason));
  if (mustTell && String(values['words']).trim().length < 3) faults['words'] = ['Опишите, что с товаром не так'];
  return Object.keys(faults).length === 0 ? null : faults;
}
/** What the call takes. Only after `faultsOf` found nothing. */
export const toLines = (rows: readonly ReturnOption[], values: ReturnValues): ChosenLine[] =>
  chosenIn(rows, values).flatMap(({ row, pieces, reason, unopened }) =>
    reason === NO_REASON ? [] : [{ line_id: row.line_id, pieces, reason, unopened: reason === 'unwanted' && unopened }],
  );
