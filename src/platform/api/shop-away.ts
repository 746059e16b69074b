// A network is there, and the shop answers nothing that helps: its database is away (docs/decisions/197-database-away.md).
// Whoever sees an answer tells; `now` is for whoever begins to listen later.

const hearers = new Set<(isAway: boolean) => void>();
export const shopAway = {
  now: false,
  tell(isAway: boolean): void {
    if (shopAway.now === isAway) return;
    shopAway.now = isAway;
    for (const hear of hearers) hear(isAway);
  },
  /** Returns what ends it. */
  hear(hear: (isAway: boolean) => void): () => void {
    hearers.add(hear);
    return () => void hearers.delete(hear);
  },
};
