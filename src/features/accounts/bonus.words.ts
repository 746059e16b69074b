import type { BonusMonth, BonusSource } from '#contract/bonuses.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { dayOf } from '#src/features/accounts/accounts.words.ts';
import { formatMoney, formatTenths, NBSP, pluralOf } from '#src/ui/format.ts';

const POINTS = { one: 'балла', few: 'баллов', many: 'баллов', other: 'балла' };
const pointsOf = (points: number): string => `${formatTenths(points)}${NBSP}${pluralOf(points, POINTS)}`;

/** «Чего не хватило», with the number that was missing. */
export function missingWords({ why, points }: NonNullable<BonusMonth['missing']>): string {
  if (why === 'outside') return 'Вас ещё не было в структуре';
  if (why === 'inactive') return `ЛО не хватило ${pointsOf(points)} до 30`;
  return `ГО не хватило ${pointsOf(points)} до первой ступени`;
}
export function stateWords({ posted, carried_on: carried }: Pick<BonusMonth, 'posted' | 'carried_on'>): string {
  if (carried > 0) return 'Меньше 50 ₽: перенесён на следующий месяц';
  return posted === null ? 'Посчитан, на КС ещё не начислен' : `На КС с ${dayOf(posted.at)}`;
}
/** What stands behind the points of a row, «ветка × 45 ₽ × (11 − 8) %»: the sum can be worked out from what is written. */
export function sourceRule({ kind, mine, theirs, percent }: BonusSource, period: number): string {
  const rate = `× ${formatMoney(termsOf(period).pointKop)} ×`;
  if (kind === 'own') return `мой объём ${rate} ${mine}${NBSP}%`;
  if (kind === 'leader') return `бонус лидера, ветка ${rate} ${percent}${NBSP}%`;
  if (kind === 'passed-up') return `без активности, поэтому ЛО этого человека ${rate} ${mine}${NBSP}%`;
  return `ветка ${rate} ${theirs === 0 ? mine : `(${mine} − ${theirs})`}${NBSP}%`;
}
/** Who was passed over, and why that brings the branch to me. */
export const passedWords = (passed: BonusSource['passed']): string =>
  `Сжатие: ${passed.map(({ name }) => name).join(', ')} — без активности, ветка считается вам`;
