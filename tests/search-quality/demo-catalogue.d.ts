import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import type { NeedsShard } from '#contract/needs.ts';
import type { SearchedText } from '#src/offline/search/text-index.ts';
export type DemoCatalogue = {
  rows: ListRow[];
  categories: CategoryNode[];
  needs: NeedsShard;
  details: SearchedText[];
};
/** The demo shop as a phone holds it, without a database. */
export declare function demoCatalogue(): DemoCatalogue;
