import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Planted, PLANTED } from '#tests/sabotage/list.ts';
import { makeTemplate, openTestServer } from '#tests/support/test-server.ts';

// node tests/sabotage/run.ts [part of a path]
// Plants each fault of the list in a copy of this folder and says whether its test turned red. A green one is a test that
// notices nothing: exit code 1 (docs/decisions/195-planted-faults.md). One database server for all of them; a migration that
// is planted gets one of its own.

const wanted = process.argv[2] ?? '';
const LIMIT_MS = 300_000;

function copyOfFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rostok-planted-'));
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean))
    cpSync(file, join(folder, file), { recursive: true, force: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

type Seen = 'red' | 'GREEN' | 'HANGS';
type Tried = { seen: Seen; last: string };
/** A run that hangs has noticed nothing: it is named, with the last that it said. */
async function tried(folder: string, { file, find, put, test }: Planted, pgUrl: string): Promise<Tried> {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(find, () => put),
  );
  try {
    const env = { ...process.env, ...(file.endsWith('.sql') ? {} : { TEST_PG_URL: pgUrl }) };
    const { code, isLate, out, errors } = await runTest(folder, test, env);
    const last = `${out}${errors}`.trimEnd().slice(-1500);
    if (isLate || errors.includes('HANGS')) return { seen: 'HANGS', last };
    // Failed tests are named among the errors; a run that could not begin names none.
    return { seen: code === 1 && errors.includes('FAIL') ? 'red' : 'GREEN', last };
  } finally {
    writeFileSync(path, whole);
  }
}

/**
 * Never waited for with a `…Sync` call: this process also reads what the database says, and a database whose words nobody reads stands
 * still as soon as the pipe is full.
 */
async function runTest(cwd: string, test: string, env: NodeJS.ProcessEnv) {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--bail', '1', '--config', 'tests/vitest.config.ts', test];
  const run = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let isLate = false;
  // The whole group: its workers would go on in the next run's database.
  const limit = setTimeout(() => {
    isLate = true;
    if (run.pid) process.kill(-run.pid, 'SIGKILL');
  }, LIMIT_MS);
  const [out, errors, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
  clearTimeout(limit);
  return { code: code as number | null, isLate, out, errors };
}

const folder = copyOfFolder();
const server = await openTestServer('rostok-planted-pg-');
await makeTemplate(server);
let unseen = 0;
try {
  for (const planted of PLANTED.filter(({ file, test }) => `${file} ${test}`.includes(wanted))) {
    const { seen, last } = await tried(folder, planted, server.pgUrl);
    console.log(`${seen.padEnd(5)} ${planted.test}: ${planted.file}: ${planted.find}`);
    if (seen === 'red') continue;
    unseen += 1;
    console.log(last);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await server.end();
}
process.exit(unseen === 0 ? 0 : 1);
