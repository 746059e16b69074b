import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Job, Told } from '#bench/api/job.ts';

const CLIENT = fileURLToPath(new URL('./client.ts', import.meta.url));
/** How long after its time a run may still be waiting for its last answers. */
const LATE_S = 30;

export type Load = Told & {
  perSecond: number;
  /** Answers for a second of the server's processor time, user and system; NaN where there is no /proc. */
  perCore: number;
};

/** One run of a client in a process of its own against the server `pid`. */
export async function load(job: Job, pid: number): Promise<Load> {
  const before = cpuSeconds(pid);
  const told = await runClient(job);
  return { ...told, perSecond: told.answers / told.seconds, perCore: told.answers / (cpuSeconds(pid) - before) };
}

function runClient(job: Job): Promise<Told> {
  return new Promise((done, fail) => {
    const child = fork(CLIENT, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    let told: Told | null = null;
    // A run whose answers never come must not hold up those behind it.
    const late = setTimeout(() => child.kill('SIGKILL'), (job.seconds + LATE_S) * 1000);
    child.once('message', (message: Told) => (told = message));
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      if (told) done(told);
      else fail(new Error(`the measuring client ended with ${code ?? signal}`));
    });
    child.send(job);
  });
}

function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}
