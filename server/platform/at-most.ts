/**
 * Runs so many of these works at once, the others in the order in which they came. For what takes a whole core or much memory: the
 * requests beside it must be answered meanwhile.
 */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy >= most) await new Promise<void>((go) => waiting.push(go));
    else busy += 1;
    try {
      return await work();
    } finally {
      // The place passes to the next in line directly, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
