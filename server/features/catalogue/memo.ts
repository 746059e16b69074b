/**
 * Answers kept for as long as the thing they were made from is current. The oldest goes when `max` is reached. A failed
 * promise is not kept.
 */
export function createMemo<Source, T>(max: number) {
  let source: Source | null = null;
  const kept = new Map<string, T>();
  return {
    get(from: Source, key: string, make: () => T): T {
      if (source !== from) {
        source = from;
        kept.clear();
      }
      const known = kept.get(key);
      if (known !== undefined) return known;
      const made = make();
      kept.set(key, made);
      if (made instanceof Promise) made.catch(() => kept.get(key) === made && kept.delete(key));
      if (kept.size > max) kept.delete(kept.keys().next().value as string);
      return made;
    },
  };
}
