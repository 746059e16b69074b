/** A page that came rendered and is not answered by script after this long: what the device remembers is read all the same. */
const PATIENCE_MS = 10_000;

let waiting: (() => void)[] | null = null;

/** The document came with its screen in it (docs/decisions/250): called before React takes it over. */
export function beginTakeOver(): void {
  waiting = [];
  setTimeout(endTakeOver, PATIENCE_MS);
}

/** React holds the whole screen now. */
export function endTakeOver(): void {
  const works = waiting ?? [];
  waiting = null;
  for (const work of works) work();
}

/**
 * Runs `work` once the rendered page has been taken over; at once where there is none. What is read from the device changes the
 * state, and a part that is taken over with another state than it was rendered with is thrown away and drawn anew.
 */
export function afterTakeOver(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}
