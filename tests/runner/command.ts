import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tell } from '#tests/runner/tally.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const bin = (path: string): string => join(ROOT, 'node_modules', path);

/** Reports of this run. */
export const reports = mkdtempSync(join(tmpdir(), 'rostok-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
export const readReport = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;

export type Ended = { code: number | null; seconds: number };

/** What Node has made of our TypeScript once: the many processes of a run start in two thirds of the time (measured). */
const COMPILED = join(ROOT, '.tmp/compiled');

/** A part that takes longer than this does not end any more. */
const LIMIT_MS = 90 * 60_000;

const running = new Set<ChildProcess>();
let started = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) endGroup(child, signal);
    process.exit(1);
  });

/**
 * One command of a run, in a process group of its own: whatever it leaves behind ends with it. Tests that hang are named by
 * those who see them (`HANGS_FILE`: tests/support/watch-hangs.ts, tests/e2e/support/hang-reporter.ts) and told at the end.
 */
export async function run(title: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  console.log(`\n── ${title}`);
  const began = Date.now();
  const hangs = join(reports, `hangs-${(started += 1)}.txt`);
  const code = await new Promise<number | null>((done) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      detached: true,
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, HANGS_FILE: hangs, ...env },
    });
    running.add(child);
    const limit = setTimeout(() => {
      tell(`HANGS: ${title}`, [`has not ended in ${LIMIT_MS / 60_000} minutes`]);
      endGroup(child, 'SIGKILL');
    }, LIMIT_MS);
    child.once('error', (error) => {
      running.delete(child);
      console.error(error.message);
      done(1);
    });
    child.once('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      endGroup(child, 'SIGKILL');
      done(code);
    });
  });
  if (existsSync(hangs)) for (const line of readFileSync(hangs, 'utf8').trim().split('\n')) tell(line, []);
  return { code, seconds: (Date.now() - began) / 1000 };
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!child.pid) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}
