// The shape of the plan's numbers; the numbers stand in plan-table.ts. Volumes are half-points, money is kopecks, percents are whole,
// periods are YYYYMM of a month in Moscow.

/** What a title wants besides the volume of its rung. */
export type TitleNeed =
  | { kind: 'own'; half: number }
  /** So many active consultants who were invited by the person. */
  | { kind: 'active-in-line-1'; count: number }
  /** So many branches of line 1 in which somebody has this status of the period. */
  | { kind: 'branches'; count: number; status: number };

export type Rung = {
  /** Also its place in the ladder. */
  id: number;
  name: string;
  /** Least group volume. */
  fromHalf: number;
  /** What an active person takes of a point, less what is taken below them. */
  percent: number;
  /** Of the group volume of heads of line 1 who have the highest percent. */
  leaderPercent: number;
  needs: readonly TitleNeed[];
};

export type PlanTerms = {
  /** The first period that it holds for. */
  since: number;
  /** Least own volume of an active person. */
  activeHalf: number;
  /** Kopecks of one whole point. */
  pointKop: number;
  /** A smaller sum waits for the next period. */
  leastPayoutKop: number;
  /** A newcomer counts as one in the period of registration and in the following, so many in all. */
  rookiePeriods: number;
  /** Own volume of all those periods by which a newcomer is qualified. */
  rookieHalf: number;
  /** After so many closed periods in a row without activity the agreement ends. */
  endsAfterPeriods: number;
  /** Of the whole volume: no payout may be more. */
  mostPayoutPercent: number;
  ladder: readonly Rung[];
};

/** Statuses that are named by the rules, not by their place. */
export const CLIENT_STATUS = 0;
export const CONSULTANT_STATUS = 1;

/** The highest percent of the ladder: heads who have it are what the leader bonus is counted from. */
export const topPercentOf = (terms: PlanTerms): number => Math.max(...terms.ladder.map(({ percent }) => percent));
