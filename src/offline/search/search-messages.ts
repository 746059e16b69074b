import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import type { SearchAnswer } from '#src/offline/search/search-query.ts';
import type { Suggestions } from '#src/offline/search/suggest.ts';

/** Page → search worker. `rows` only when the worker has asked for them. */
export type SearchRequest = {
  id: number;
  kind: 'find' | 'suggest';
  /** Null: make the index of what the device holds, whichever revision that is; nothing is searched for. */
  rev: string | null;
  query: string;
  rows?: { rows: readonly ListRow[]; categories: readonly CategoryNode[] };
};
export type SearchReply =
  | { id: number; kind: 'found'; answer: SearchAnswer }
  | { id: number; kind: 'suggested'; suggestions: Suggestions }
  | { id: number; kind: 'send-rows' }
  | { id: number; kind: 'failed' };
