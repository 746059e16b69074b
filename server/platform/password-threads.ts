import type { Options } from '@node-rs/argon2';
import { Worker } from 'node:worker_threads';

/** What one thread is asked for at a time, and what it says. */
export type HashWork =
  | { kind: 'hash'; password: string; cost: Options }
  | { kind: 'verify'; stored: string; password: string };
export type HashAnswer = { value: string | boolean } | { failed: string };
export type HashData = { nice: number };

export type HashThreads = {
  /** @throws when argon2 refuses the work, or when two threads have died of it */
  run(work: HashWork): Promise<string | boolean>;
  stop(): Promise<void>;
};
class ThreadGoneError extends Error {
  override name = 'ThreadGoneError' as const;
}
type Thread = { run(work: HashWork): Promise<string | boolean>; isGone(): boolean; stop(): Promise<unknown> };

/** A thread for each work that runs at the same time: whoever calls bounds how many that are. None keeps the process alive while it rests. */
export function openHashThreads(data: HashData): HashThreads {
  const all = new Set<Thread>();
  const resting: Thread[] = [];
  const runOnce = async (work: HashWork): Promise<string | boolean> => {
    const thread = resting.pop() ?? startThread(data);
    all.add(thread);
    try {
      return await thread.run(work);
    } finally {
      if (thread.isGone()) all.delete(thread);
      else resting.push(thread);
    }
  };
  return {
    async run(work) {
      try {
        return await runOnce(work);
      } catch (error) {
        if (!(error instanceof ThreadGoneError)) throw error;
        return runOnce(work);
      }
    },
    async stop() {
      await Promise.all([...all].map((thread) => thread.stop()));
    },
  };
}

function startThread(workerData: HashData): Thread {
  const worker = new Worker(new URL('./password-worker.ts', import.meta.url), { workerData, name: 'passwords' });
  let isGone = false;
  let waiting: { done(value: string | boolean): void; fail(error: Error): void } | null = null;
  const end = (): typeof waiting => {
    const one = waiting;
    waiting = null;
    worker.unref();
    return one;
  };
  const leave = (why: string): void => {
    isGone = true;
    end()?.fail(new ThreadGoneError(why));
  };
  worker.on('message', (answer: HashAnswer) => {
    if ('value' in answer) end()?.done(answer.value);
    else end()?.fail(new Error(answer.failed));
  });
  worker.on('error', (error: Error) => leave(error.message));
  worker.on('exit', () => leave('the thread has ended'));
  return {
    run: (work) =>
      new Promise((done, fail) => {
        if (isGone) return fail(new ThreadGoneError('the thread has ended'));
        waiting = { done, fail };
        worker.ref();
        worker.postMessage(work);
      }),
    isGone: () => isGone,
    stop: () => worker.terminate(),
  };
}
