import type { OutboxTx } from '#src/offline/outbox/ports.ts';

const GONE = Symbol('gone');

/** What a database holds, by key. */
export type Data = Pick<
  Map<string, unknown>,
  'get' | 'set' | 'has' | 'delete' | 'clear' | 'keys' | 'values' | typeof Symbol.iterator
>;

/** One person's database: a Map whose transactions are atomic. Values are never changed in place by the engine. */
export class Partition {
  readonly data: Data;
  readonly owner: string;

  constructor(owner: string, data: Data = new Map()) {
    this.owner = owner;
    this.data = data;
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
      keys: async () => {
        const found = new Set(data.keys());
        for (const [key, value] of writes)
          if (value === GONE) found.delete(key);
          else found.add(key);
        return [...found].sort();
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
  private readonly data: Data;
  constructor(writes: Map<string, unknown>, data: Data) {
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

/** A guest's partition: the part of the guests' database whose keys begin so. */
export class PrefixData implements Data {
  private readonly all: Data;
  private readonly prefix: string;
  constructor(all: Data, prefix: string) {
    this.all = all;
    this.prefix = prefix;
  }
  get(key: string): unknown {
    return this.all.get(this.prefix + key);
  }
  has(key: string): boolean {
    return this.all.has(this.prefix + key);
  }
  set(key: string, value: unknown): never {
    return this.all.set(this.prefix + key, value) as never;
  }
  delete(key: string): boolean {
    return this.all.delete(this.prefix + key);
  }
  clear(): void {
    for (const key of this.keys()) this.delete(key);
  }
  *[Symbol.iterator](): MapIterator<[string, unknown]> {
    for (const [key, value] of this.all) if (key.startsWith(this.prefix)) yield [key.slice(this.prefix.length), value];
  }
  *keys(): MapIterator<string> {
    for (const [key] of this) yield key;
  }
  *values(): MapIterator<unknown> {
    for (const [, value] of this) yield value;
  }
}
