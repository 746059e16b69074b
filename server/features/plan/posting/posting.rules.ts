/** So many different people must have looked at a closed month before its bonuses are posted. */
export const APPROVALS_NEEDED = 2;
/** People who share a movement: each batch takes one house entry and one commit. */
export const PEOPLE_IN_BATCH = 1000;
/** Hundredths of a percent, half up; 0 of nothing. */
export const rateOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part * 10_000) / whole) : 0);
