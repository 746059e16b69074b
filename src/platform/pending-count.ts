/** How many gestures of whoever holds the phone wait for the server; goes with every request. */
export const pendingCount = { now: 0 };
