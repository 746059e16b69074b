import type { OutboxTx } from '#src/offline/outbox/ports.ts';

const GONE = Symbol('gone');

/** One person's database: a Map whose transactions are atomic. Values are never changed in place by the engine. */
export class Partition {
  readonly data = new Map<string, unknown>();
  readonly owner: string;

  constructor(owner: string) {
    this.owner = owner;
  }

  /** `onCommit` sees what is about to be written while `data` still holds what was there before. */
  async transact<T>(work: (tx: OutboxTx) => Promise<T>, onCommit?: (writes: Writes) => void): Promise<T> {
    const { data } = this;
    const writes = new Map<string, unknown>();
    const result = await work({
      get: async (key) => {
        const value = writes.has(key) ? writes.get(key) : data.get(key);
        return (value === GONE ? undefined : value) as never;
      },
      list: async (prefix) => {
        const found: [string, never][] = [];
        for (const [key, value] of data)
          if (key.startsWith(prefix) && !writes.has(key)) found.push([key, value as never]);
        for (const [key, value] of writes)
          if (key.startsWith(prefix) && value !== GONE) found.push([key, value as never]);
        return found.length > 1 ? found.sort((a, b) => (a[0] < b[0] ? -1 : 1)) : found;
      },
      put: (key, value) => void writes.set(key, value),
      del: (key) => void writes.set(key, GONE),
    });
    if (writes.size > 0) {
      onCommit?.(new Writes(writes, data));
      for (const [key, value] of writes) {
        if (value === GONE) data.delete(key);
        else data.set(key, value);
      }
    }
    return result;
  }
}

/** What one transaction is about to change. */
export class Writes {
  private readonly writes: Map<string, unknown>;
  private readonly data: Map<string, unknown>;
  constructor(writes: Map<string, unknown>, data: Map<string, unknown>) {
    this.writes = writes;
    this.data = data;
  }
  keys(prefix: string): string[] {
    const keys: string[] = [];
    for (const key of this.writes.keys()) if (key.startsWith(prefix)) keys.push(key);
    return keys;
  }
  before<T>(key: string): T | undefined {
    return this.data.get(key) as T | undefined;
  }
  after<T>(key: string): T | undefined {
    const value = this.writes.has(key) ? this.writes.get(key) : this.data.get(key);
    return (value === GONE ? undefined : value) as T | undefined;
  }
  /** Keys as they will be. */
  keysAfter(prefix: string): string[] {
    const keys: string[] = [];
    for (const key of this.data.keys()) if (key.startsWith(prefix) && !this.writes.has(key)) keys.push(key);
    for (const [key, value] of this.writes) if (key.startsWith(prefix) && value !== GONE) keys.push(key);
    return keys;
  }
}
