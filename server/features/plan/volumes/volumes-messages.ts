import type { BonusChange } from '#server/features/plan/volumes/move.rules.ts';
import type { Page, PageAsked } from '#server/features/plan/volumes/page.rules.ts';
import type { Summary } from '#server/features/plan/volumes/summary.rules.ts';

// What the shop's thread and the one that keeps the open period tell each other (docs/decisions/332).

/** Each question with its answer. */
export type Questions = {
  /** Reads the news of this period; asked by the clock. */
  follow: [asked: { period: number }, answer: null];
  summary: [asked: { userId: number }, answer: Summary | null];
  page: [asked: PageAsked & { version?: number }, answer: Page | null];
  move: [asked: { userId: number; toId: number }, answer: BonusChange[]];
};
export type Kind = keyof Questions;
export type Asked = { [K in Kind]: { kind: K; id: number; asked: Questions[K][0] } }[Kind];

/** As of when, and of which view: the next page of a list names it. */
export type Stamp = { asOf: string; version: number; period: number };
export type FromVolumes =
  | { id: number; value: unknown; stamp: Stamp | null }
  | { id: number; failed: string; isRefusal: boolean };
export type VolumesData = { url: string };
