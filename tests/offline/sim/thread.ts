import { parentPort, workerData } from 'node:worker_threads';
import { runSchedule } from '#tests/offline/sim/schedule.ts';

// One core of a run: seeds `from`, `from + step`, … until `runs` are done or one fails.

export type Share = { from: number; step: number; runs: number };
export type News = { done: number; failed: number | null; reached: [string, number][] | null };

const { from, step, runs } = workerData as Share;
const reached = new Map<string, number>();
const tell = (news: News) => parentPort?.postMessage(news);
let failed: number | null = null;
let done = 0;
while (done < runs && failed === null) {
  const seed = (from + done * step) >>> 0;
  const { broken } = await runSchedule(seed, { reached });
  done += 1;
  if (broken) failed = seed;
  if (done % 1000 === 0) tell({ done, failed: null, reached: null });
}
tell({ done, failed, reached: [...reached] });
