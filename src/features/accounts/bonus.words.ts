import type { BonusMonth, BonusSource } from '#contract/bonuses.ts';
import { dayOf } from '#src/features/accounts/accounts.words.ts';
import { formatTenths, NBSP, pluralOf } from '#src/ui/format.ts';

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
/** «ГО 420 б. × (11 − 8) %», the rule in one line. */
export function sourceRule({ kind, mine, theirs, percent }: BonusSource): string {
  if (kind === 'own') return `мой объём × ${mine}${NBSP}%`;
  if (kind === 'leader') return `бонус лидера, ${percent}${NBSP}% с ветки`;
  if (kind === 'passed-up') return `не активен: его ЛО × ${mine}${NBSP}%`;
  return theirs === 0 ? `ветка × ${mine}${NBSP}%` : `ветка × (${mine} − ${theirs})${NBSP}%`;
}
/** Who was passed over, and why that brings the branch to me. */
export const passedWords = (passed: BonusSource['passed']): string =>
  `Сжатие: ${passed.map(({ name }) => name).join(', ')} — без активности, ветка считается вам`;
