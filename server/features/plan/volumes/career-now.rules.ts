import { type Legs, legsOf } from '#contract/plan/forecast.ts';
import { titleBy, type TitleCounts, titleCountsOf } from '#contract/plan/titles.ts';
import { type PersonVolumes, personIn } from '#server/features/plan/volumes/page.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

/** What a career is counted from: the person's numbers, conditions of titles, and the structure as legs (docs/product/plan.md#forecast). */
export type CareerNow = {
  person: PersonVolumes;
  counts: TitleCounts;
  below: Legs;
  /** The title that this month would give as it stands. */
  title: number;
};

/** Null for who is not in the structure. */
export function careerNow(view: View, userId: number): CareerNow | null {
  const person = personIn(view, userId);
  if (!person) return null;
  const { period } = view;
  const counts = titleCountsOf(period, person.place);
  return { person, counts, below: legsOf(period, person.place), title: titleBy(person, counts, period.terms) };
}
