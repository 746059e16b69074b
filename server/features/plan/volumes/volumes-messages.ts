import type { CareerNow } from '#server/features/plan/volumes/career-now.rules.ts';
import type { BonusChange } from '#server/features/plan/volumes/move.rules.ts';
import type {
  List,
  ListAsked,
  ListRow,
  MonthAbout,
  StatMonth,
} from '#server/features/plan/volumes/list-types.rules.ts';
import type { Page, PageAsked } from '#server/features/plan/volumes/page.rules.ts';
import type { Summary } from '#server/features/plan/volumes/summary.rules.ts';

// What the shop's thread and the one that keeps the open period tell each other (docs/decisions/332).

/** Each question with its answer. */
export type Questions = {
  /** Reads the news of this period; asked by the clock. */
  follow: [asked: { period: number }, answer: null];
  summary: [asked: { userId: number }, answer: Summary | null];
  career: [asked: { userId: number }, answer: CareerNow | null];
  page: [asked: PageAsked & { version?: number }, answer: Page | null];
  /** `null`: a month that nobody may ask for. `list` is null for a node that is not the viewer's. */
  list: [asked: ListAsked & { from: number; limit: number }, answer: { list: List | null; about: MonthAbout } | null];
  /** A list that an export reads to its end, however the month goes on meanwhile. */
  /** `lease` 0: too many are being read already. */
  lease: [asked: ListAsked, answer: { lease: number; count: number; parents: number[]; about: MonthAbout } | null];
  leased: [asked: { lease: number; from: number; limit: number }, answer: ListRow[] | null];
  release: [asked: { lease: number }, answer: null];
  stat: [asked: { userId: number; months: number[] }, answer: StatMonth[] | null];
  move: [asked: { userId: number; toId: number }, answer: BonusChange[]];
};
export type Kind = keyof Questions;
export type Asked = { [K in Kind]: { kind: K; id: number; asked: Questions[K][0] } }[Kind];

/** As of when, and of which view: the next page of a list names it. */
export type Stamp = { asOf: string; version: number; period: number };
export type FromVolumes =
  | { id: number; value: unknown; stamp: Stamp | null }
  | { id: number; failed: string; isRefusal: boolean };
/** `folder`: where closed months are kept as files. */
export type VolumesData = { url: string; folder?: string | undefined };
