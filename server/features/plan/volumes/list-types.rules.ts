import type { Silence } from '#contract/plan/activity.ts';

/** What lists are sorted by. `place` is the order of the structure. */
export type ListColumn =
  | 'place'
  | 'line'
  | 'own'
  | 'group'
  | 'orders'
  | 'amount'
  | 'status'
  | 'silent'
  | 'joined'
  | 'birth';
export type ListFilter = {
  /** Found by a search. */
  ids?: readonly number[] | undefined;
  active?: boolean | undefined;
  status?: number | undefined;
  /** `any`: whoever is not active. */
  silence?: Exclude<Silence, 'active'> | 'any' | undefined;
  rookie?: boolean | undefined;
  /** Month of the birthday, 1–12. */
  month?: number | undefined;
  /** Generation below the viewer. */
  line?: number | undefined;
  /** Whoever has reached a higher title than ever before. */
  newTitle?: boolean | undefined;
};
export type ListAsked = {
  viewerId: number;
  /** Whose branch: the viewer's own or that of somebody below. */
  nodeId: number;
  /** YYYYMM; the open one when absent. */
  period?: number | undefined;
  /** 0: line 1 only, 1: the whole structure, 2: a row for each branch. */
  structure: 0 | 1 | 2;
  filter: ListFilter;
  by: ListColumn;
  isDescending: boolean;
};
export type ListRow = {
  userId: number;
  line: number;
  ownHalf: number;
  groupHalf: number;
  amountKop: number;
  orders: number;
  status: number;
  isActive: boolean;
  activeLine1: number;
  /** Missing to the next status; null on the top rung. */
  toNextHalf: number | null;
  /** Periods without activity in a row, counted back from the chosen one; 13 stands for more than 12. */
  silent: number;
  /** The last month with points, and how many. */
  last: { period: number; half: number } | null;
  /** Own volumes of a newcomer's periods so far. */
  rookieHalves: number[];
  title: { from: number; to: number } | null;
  /** Consultants below. */
  people: number;
};
export type Branch = {
  userId: number;
  /** Of those whom the filter lets through. */
  people: number;
  active: number;
  ownHalf: number;
  groupHalf: number;
  orders: number;
  amountKop: number;
};
export type ListTotals = {
  people: number;
  active: number;
  ownHalf: number;
  orders: number;
  amountKop: number;
  silent: number;
  sleeping: number;
  gone: number;
  qualified: number;
};
export type List = {
  /** Ids from the viewer to the node, both included. */
  parents: number[];
  totals: ListTotals;
  /** How many rows, or branches, there are in all. */
  count: number;
  rows: ListRow[];
  branches: Branch[];
};
/** Months of one person and of today's structure below. */
export type StatMonth = { period: number; active: number; rookies: number };
/** Of which month a list is. */
export type MonthAbout = {
  period: number;
  isOpen: boolean;
  closedAt: string | null;
  /** Of a month that waits for its closing: as of when. */
  readAt: string | null;
};
