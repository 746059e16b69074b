import { type Digest, type Net, type NetAnswer, sha256Hex } from '#src/offline/ports.ts';

// What the syncs of the catalogue and of the lessons have in common: how an answer is asked for, and when it is believed.

/** What both need of the world. */
export type SyncWorld = {
  net: Net;
  signal?: AbortSignal | undefined;
  digest?: Digest | undefined;
  now?: (() => Date) | undefined;
  /** A Web Lock; without it the caller answers for running one sync at a time. */
  lock?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
};
/**
 * `offline` nothing answered; `broken` something answered that is not ours (captive portal, foreign JSON, wrong hash): what
 * was readable stays; `full` the device has no room; `gone` the person has left, or the server does not know them.
 */
export type SyncEnd =
  | { kind: 'updated' | 'unchanged' | 'offline' | 'aborted' | 'full' | 'gone' }
  | { kind: 'broken'; reason: string };

export class Stop extends Error {
  readonly result: SyncEnd;
  constructor(result: SyncEnd) {
    super(result.kind);
    this.result = result;
  }
}
export const broken = (reason: string): Stop => new Stop({ kind: 'broken', reason });

/** Runs one sync under its lock. Never throws. */
export async function runSync({ lock, signal }: SyncWorld, work: () => Promise<SyncEnd>): Promise<SyncEnd> {
  const run = async (): Promise<SyncEnd> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Stop) return error.result;
      if (signal?.aborted) return { kind: 'aborted' };
      if ((error as Error)?.name === 'QuotaExceededError') return { kind: 'full' };
      return { kind: 'broken', reason: String((error as Error)?.message ?? error) };
    }
  };
  return lock ? lock(run) : run();
}

export const timeOf = ({ now }: SyncWorld): string => (now?.() ?? new Date()).toISOString();

export async function ask({ net, signal }: SyncWorld, path: string, etag: string | null = null): Promise<NetAnswer> {
  if (signal?.aborted) throw new Stop({ kind: 'aborted' });
  try {
    return await net.get(path, { etag, ...(signal ? { signal } : {}) });
  } catch {
    throw new Stop({ kind: signal?.aborted ? 'aborted' : 'offline' });
  }
}

/** 200 with our content type and JSON, anything else is somebody else's answer (docs/product/offline.md F28). */
export function parse({ status, type, body }: NetAnswer, what: string): unknown {
  if (status !== 200 || !type.startsWith('application/json')) throw broken(`${what}: ${status} ${type}`);
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw broken(`${what}: not JSON`);
  }
}

export async function verify({ digest = sha256Hex }: SyncWorld, { body }: NetAnswer, sha256: string): Promise<void> {
  if ((await digest(body)) !== sha256) throw broken(`${sha256}: wrong hash`);
}
