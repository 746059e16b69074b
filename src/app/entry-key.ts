/** Every entry of the history has a key of its own, kept in its state beside whatever a screen puts there. */
export function withKey(state: unknown, isReplace: boolean, key = mintKey()): Record<string, unknown> {
  const own = typeof state === 'object' && state !== null ? state : state == null ? {} : { value: state };
  const kept = isReplace ? keyOf(history.state) : undefined;
  return { ...own, entry: kept ?? key };
}
export const keyOf = (state: unknown): string | undefined => {
  const entry = (state as { entry?: unknown } | null)?.entry;
  return typeof entry === 'string' ? entry : undefined;
};
export const mintKey = (): string => Math.random().toString(36).slice(2, 10);
