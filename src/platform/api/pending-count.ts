/**
 * How many gestures of whoever holds the phone wait for the server; goes with every request; none only once `/user/data` has
 * told what the server remembered (`isAsked`): a phone that has lost its storage counts none, and would wipe that out.
 */
export const pendingCount: { /** null: not counted yet */ now: number | null; isAsked: boolean } = {
  now: null,
  isAsked: false,
};
