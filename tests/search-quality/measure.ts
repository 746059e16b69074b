import type { DemoCatalogue } from '#tests/search-quality/demo-catalogue.ts';
import type { Case, Quality } from '#tests/search-quality/quality.ts';

export type Asked = (query: string) => { ids: readonly number[]; isIllness: boolean };
export type ClassResult = {
  kind: string;
  cases: number;
  found: number;
  first: number;
  strays: number;
  missed: string[];
};

/** Classes that must find nothing; of an illness it must be said. */
const EMPTY: ReadonlySet<string> = new Set(['disease', 'nothing']);
/** A product that fits stands among so many. */
const SEEN = 5;

/** Shares of 100 per class: found among the first five, right at the top, answers with a product of another department. */
export function measureQuality(set: Quality, catalogue: DemoCatalogue, ask: Asked): ClassResult[] {
  const codeOf = new Map(catalogue.rows.map((row) => [row.id, row.code]));
  return Object.entries(set).map(([kind, cases]) => {
    const missed: string[] = [];
    let [found, first, strays] = [0, 0, 0];
    for (const one of cases) {
      const { ids, isIllness } = ask(one[0]);
      const verdict = EMPTY.has(kind)
        ? judgeEmpty(ids.length, kind === 'nothing' || isIllness)
        : judge(
            one,
            ids.map((id) => codeOf.get(id) ?? ''),
          );
      found += Number(verdict.isFound);
      first += Number(verdict.isFirst);
      strays += Number(verdict.isStray);
      if (!verdict.isFirst || verdict.isStray)
        missed.push(`${one[0]} → ${verdict.top}${verdict.isStray ? ' (чужой отдел)' : ''}`);
    }
    const share = (count: number) => (100 * count) / cases.length;
    return { kind, cases: cases.length, found: share(found), first: share(first), strays: share(strays), missed };
  });
}

type Verdict = { isFound: boolean; isFirst: boolean; isStray: boolean; top: string };
const judgeEmpty = (count: number, isTold: boolean): Verdict => ({
  isFound: count === 0 && isTold,
  isFirst: count === 0 && isTold,
  isStray: count > 0,
  top: `${count}`,
});
function judge([, right, departments]: Case, codes: readonly string[]): Verdict {
  const fits = new Set(right.split(' '));
  const allowed = departments === undefined ? null : new Set(departments.split(' '));
  return {
    isFound: codes.slice(0, SEEN).some((code) => fits.has(code)),
    isFirst: fits.has(codes[0] ?? ''),
    isStray: allowed !== null && codes.some((code) => !allowed.has(code[0] ?? '')),
    top: codes.slice(0, 4).join(' ') || 'ничего',
  };
}
