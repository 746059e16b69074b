export type Pulls = {
  want(scope: string): void;
  /** One pull at a time; what is wanted meanwhile is asked for next. Never rejects. */
  run(): Promise<void>;
};

/** Which snapshots are wanted since something of theirs was acknowledged. */
export function createPulls(pull: (scopes: ReadonlySet<string>) => Promise<unknown>, isOver: () => boolean): Pulls {
  let wanted = new Set<string>();
  let running: Promise<void> | null = null;

  async function pullAll(): Promise<void> {
    while (wanted.size > 0 && !isOver()) {
      const scopes = wanted;
      wanted = new Set();
      await pull(scopes).catch(() => {});
    }
    running = null;
  }

  return {
    want: (scope) => void wanted.add(scope),
    run() {
      if (wanted.size === 0 || isOver()) return running ?? Promise.resolve();
      return (running ??= pullAll());
    },
  };
}
