/**
 * How many changes of whoever holds the phone wait for the server. It goes with every request but a change. Zero is told only once `/user/data` has
 * answered what the server remembered (`isAsked`): a phone that has lost its storage counts none and would overwrite that number.
 */
export const pendingCount: { /** null: not counted yet */ now: number | null; isAsked: boolean } = {
  now: null,
  isAsked: false,
};
