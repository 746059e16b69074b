import type { OutboxStore } from '#src/offline/outbox/ports.ts';

/** Without a database: transactions over a map, one after another, all or nothing. */
export function memoryStore(): OutboxStore {
  let data = new Map<string, unknown>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    transact: (work) => {
      const run = last.then(async () => {
        const draft = new Map(data);
        const result = await work({
          get: async (key) => draft.get(key) as never,
          list: async (start) =>
            [...draft].filter(([key]) => key.startsWith(start)).sort(([a], [b]) => (a < b ? -1 : 1)) as never,
          put: (key, value) => void draft.set(key, value),
          del: (key) => void draft.delete(key),
        });
        data = draft;
        return result;
      });
      last = run.catch(() => {});
      return run;
    },
  };
}
