import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Which test runs in which process. A worker whose thread is caught in a loop can tell nobody, so it leaves a note on the
// disk before each test; the main process reads the notes.

/** `since`: milliseconds of the epoch. `limitMs`: by then the test's own limit has long struck. */
export type RunningTest = { pid: number; file: string; test: string; since: number; limitMs: number };

// A test may replace the clock of its world.
const now = Date.now.bind(Date);
/** A loaded machine stands still for seconds; a limit of the test's own comes first and says more. */
const SPARE_MS = 30_000;

/** Called in a worker. */
export function noteRunning(folder: string, { file, test, limitMs }: Omit<RunningTest, 'pid' | 'since'>): void {
  const running: RunningTest = { pid: process.pid, file, test, since: now(), limitMs: limitMs + SPARE_MS };
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(running));
}
/** Called in a worker whose file has ended. */
export const noteIdle = (folder: string): void => rmSync(join(folder, `${process.pid}.json`), { force: true });

/** Tests that should have ended; each is named once. */
export function overdue(folder: string, at = now()): RunningTest[] {
  const late: RunningTest[] = [];
  for (const name of readdirSync(folder)) {
    const running = readNote(join(folder, name));
    if (!running || at - running.since < running.limitMs) continue;
    rmSync(join(folder, name), { force: true });
    late.push(running);
  }
  return late;
}

/** Null while the worker is writing it. */
function readNote(file: string): RunningTest | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunningTest;
  } catch {
    return null;
  }
}

const line = ({ file, test, limitMs }: RunningTest) => `HANGS: ${file}: ${test} (over ${limitMs / 1000} s)`;
/** On the screen, and where the end of a long run finds it (tests/runner/command.ts). */
export function tellHang(running: RunningTest): void {
  console.error(`\n${line(running)}`);
  if (process.env.HANGS_FILE) appendFileSync(process.env.HANGS_FILE, `${line(running)}\n`);
}

/** Looks every few seconds, names what hangs and ends its worker, so that the run goes on. Returns the end of it. */
export function watchForHangs(folder: string, onHang: (running: RunningTest) => void = tellHang): () => void {
  mkdirSync(folder, { recursive: true });
  const timer = setInterval(() => {
    for (const late of overdue(folder)) {
      onHang(late);
      if (late.pid !== process.pid) kill(late.pid);
    }
  }, 3000);
  return () => clearInterval(timer);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
