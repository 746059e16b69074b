import type { OutboxStore, OutboxTx } from '#src/offline/outbox/ports.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';

/** The last 200 transitions, for diagnostics. */
const LINES_MAX = 200;
const LINES_KEY = 'log:ring';

export type Lines = {
  all(): readonly string[];
  add(line: string): void;
  /** What an earlier page has kept. */
  recall(): Promise<void>;
  keep(): Promise<void>;
};

/** The ring survives the page: what happened yesterday can be told from today's diagnostics. */
export function createLines(store: OutboxStore, date: () => Date): Lines {
  let lines: readonly string[] = [];
  let kept = lines;
  return {
    all: () => lines,
    add(line) {
      lines = [...lines.slice(1 - LINES_MAX), `${date().toISOString()} ${line}`];
    },
    async recall() {
      const before = await store.transact((tx) => tx.get<string[]>(LINES_KEY)).catch(() => undefined);
      if (before) kept = lines = before;
    },
    async keep() {
      if (lines.length === 0 || lines === kept) return;
      kept = lines;
      const now = lines;
      // Nothing comes into a database that a logout has emptied.
      const keep = async (tx: OutboxTx) => ((await tx.get(OPEN_KEY)) === false ? undefined : tx.put(LINES_KEY, now));
      await store.transact(keep).catch(() => {});
    },
  };
}
