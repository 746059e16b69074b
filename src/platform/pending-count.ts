/**
 * How many gestures of whoever holds the phone wait for the server; goes with every request as soon as it is sure that this
 * phone has not lost its memory: until then the server's own last word must stand (offline.md §2.10, features/sync/keep-lost.ts).
 */
export const pendingCount = { now: 0, isSure: false };
