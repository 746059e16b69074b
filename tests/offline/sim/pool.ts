import { Worker } from 'node:worker_threads';
import type { News, Share } from '#tests/offline/sim/thread.ts';

export type Report = {
  seed: number;
  ran: number;
  failed: number | null;
  seconds: number;
  reached: Map<string, number>;
};

/** Runs the seeds `seed`, `seed + 1`, … on so many threads, without a test runner in between; stops at the first failure. */
export async function simulate(options: {
  seed: number;
  runs: number;
  threads: number;
  onProgress?: (ran: number) => void;
}): Promise<Report> {
  const { seed, runs, threads } = options;
  const began = performance.now();
  const done = new Array<number>(threads).fill(0);
  const reached = new Map<string, number>();
  const workers: Worker[] = [];
  let failed: number | null = null;
  await Promise.all(
    done.map(async (_, index) => {
      const share: Share = { from: seed + index, step: threads, runs: Math.ceil((runs - index) / threads) };
      const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: share });
      workers.push(worker);
      await new Promise<void>((resolve, reject) => {
        worker.on('message', (news: News) => {
          done[index] = news.done;
          options.onProgress?.(sum(done));
          for (const [name, count] of news.reached ?? []) reached.set(name, (reached.get(name) ?? 0) + count);
          if (news.failed !== null && failed === null) {
            failed = news.failed;
            for (const other of workers) if (other !== worker) void other.terminate();
          }
        });
        worker.on('error', reject);
        worker.on('exit', () => resolve());
      });
    }),
  );
  return { seed, ran: sum(done), failed, seconds: (performance.now() - began) / 1000, reached };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
/** A start for seeds nobody has seen. */
export const anySeed = (): number => (Math.random() * 2 ** 32) >>> 0;
