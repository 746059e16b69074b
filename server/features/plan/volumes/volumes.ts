import { Worker } from 'node:worker_threads';
import { TreeRefusedError } from '#contract/plan/tree.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type {
  Asked,
  FromVolumes,
  Kind,
  Questions,
  Stamp,
  VolumesData,
} from '#server/features/plan/volumes/volumes-messages.ts';

export type Volumes = {
  /**
   * Answers from the copy of the open period.
   * @throws VolumesError while there is none, because the database is away or the first reading has not ended; TreeRefusedError
   */
  ask<K extends Exclude<Kind, 'follow'>>(
    kind: K,
    asked: Questions[K][0],
  ): Promise<{ value: Questions[K][1]; stamp: Stamp }>;
  /** From now on the copy follows every two seconds. Until then each question brings it up to its moment. */
  start(): void;
  stop(): Promise<void>;
};
export class VolumesError extends Error {
  override name = 'VolumesError' as const;
}
export type VolumesParts = {
  url: string;
  /** Where closed months are kept as files; without it they are read from their records. */
  folder?: string | undefined;
  /** The period that is open now, YYYYMM. */
  period: () => number;
  log: { warn(about: object, message: string): void };
};
const EVERY_MS = 2000;
/** Longest wait for a reading; a million people take some seconds once. */
const PATIENCE_MS = 10_000;
type Waiting = { done(answered: { value: unknown; stamp: Stamp | null }): void; fail(error: Error): void };

/**
 * The open period of the network, kept by one thread per process (docs/decisions/332). It starts with the first question or
 * step; a thread that has died is started again by the next one.
 */
export function openVolumes({ url, folder, period, log }: VolumesParts): Volumes {
  let worker: Worker | null = null;
  let lastId = 0;
  let isStale = true;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const waiting = new Map<number, Waiting>();

  const drop = (why: string): void => {
    worker = null;
    isStale = true;
    for (const { fail } of waiting.values()) fail(new VolumesError(why));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./volumes-worker.ts', import.meta.url), {
      workerData: { url, folder } satisfies VolumesData,
      name: 'volumes',
    });
    started.unref();
    started.on('message', (message: FromVolumes) => {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (!('failed' in message)) one?.done(message);
      else one?.fail(message.isRefusal ? new TreeRefusedError(message.failed) : new VolumesError(message.failed));
    });
    started.on('error', (error: Error) => worker === started && drop(error.message));
    started.on('exit', () => worker === started && drop('the thread has ended'));
    return started;
  };
  const send = (message: { kind: Kind; asked: unknown }): Promise<{ value: unknown; stamp: Stamp | null }> => {
    if (stopped) return Promise.reject(new VolumesError('the shop is closing'));
    worker ??= start();
    const id = (lastId += 1);
    return new Promise((done, fail) => {
      waiting.set(id, { done, fail });
      worker?.postMessage({ id, ...message } as Asked); // Only `ask` and `follow` below make messages, each of its own kind.
    });
  };

  let running: Promise<void> | null = null;
  const follow = (): Promise<void> =>
    (running ??= send({ kind: 'follow', asked: { period: period() } })
      .then(() => {
        isStale = false;
      })
      .finally(() => {
        running = null;
      }));
  return {
    start() {
      timer ??= setInterval(() => {
        follow().catch((error: unknown) => log.warn({ err: error }, 'volumes of the network are not followed'));
      }, EVERY_MS).unref();
    },
    async ask(kind, asked) {
      if (isStale || timer === null) await inTime(follow());
      const { value, stamp } = await send({ kind, asked });
      if (!stamp) throw new VolumesError('nothing has been read yet');
      return { value: value as Questions[typeof kind][1], stamp }; // The thread answers what it was asked for.
    },
    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      const gone = worker;
      drop('the shop is closing');
      await gone?.terminate();
    },
  };
}

const inTime = (reading: Promise<void>): Promise<void> =>
  withTimeout(reading, PATIENCE_MS).catch((error: unknown) => {
    throw error instanceof VolumesError ? error : new VolumesError('a reading takes long');
  });
