import type { PlanTerms, TitleNeed } from '#contract/plan/terms.ts';

const BRANCHES = new Intl.PluralRules('ru');
const FORMS: Record<string, string> = { one: 'ветка', few: 'ветки', many: 'веток' };

/** A condition of a title in a few words, the same on every screen. */
export function needWords(need: TitleNeed, { ladder }: PlanTerms): string {
  if (need.kind === 'own') return `ЛО от ${String(need.half / 2).replace('.', ',')}`;
  if (need.kind === 'active-in-line-1') return `${need.count} активных в 1-й линии`;
  const branches = need.count === 1 ? 'ветка' : `${need.count}\u00a0${FORMS[BRANCHES.select(need.count)] ?? 'ветки'}`;
  return `${branches}: ${ladder[need.status]?.name.toLowerCase()}`;
}
