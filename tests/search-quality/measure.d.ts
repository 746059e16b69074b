import type { DemoCatalogue } from '#tests/search-quality/demo-catalogue.ts';
import type { Quality } from '#tests/search-quality/quality.ts';
export type Asked = (query: string) => {
  ids: readonly number[];
  isIllness: boolean;
};
export type ClassResult = {
  kind: string;
  cases: number;
  found: number;
  first: number;
  strays: number;
  missed: string[];
};
/** Shares of 100 per class: found among the first five, right at the top, answers with a product of another department. */
export declare function measureQuality(set: Quality, catalogue: DemoCatalogue, ask: Asked): ClassResult[];
