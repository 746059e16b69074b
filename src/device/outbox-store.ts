import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import { ask, type KeyStore } from '#src/device/storage.ts';

/**
 * The engine's store over a person's database. A guest's partition stands in `u:guest` under `<guest id>/`, so that the next
 * guest of this phone starts with an empty one.
 */
export function outboxStore(keys: Pick<KeyStore, 'change'>, prefix = ''): OutboxStore {
  return {
    transact: (work) =>
      keys.change((store) =>
        work({
          get: (key) => ask(store.get(prefix + key)),
          list: async (start) => {
            const range = IDBKeyRange.bound(prefix + start, `${prefix + start}\uffff`);
            const [names, values] = await Promise.all([ask(store.getAllKeys(range)), ask(store.getAll(range))]);
            return names.map((name, i) => [(name as string).slice(prefix.length), values[i]]);
          },
          keys: async () =>
            (await ask(store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))).map((name) =>
              (name as string).slice(prefix.length),
            ),
          put: (key, value) => void store.put(value, prefix + key),
          del: (key) => void store.delete(prefix + key),
        }),
      ),
  };
}
