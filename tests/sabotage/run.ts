import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Planted, PLANTED } from '#tests/sabotage/list.ts';

// node tests/sabotage/run.ts [part of a path]
// Plants each fault of the list in a copy of this folder and says whether its test turned red. A green one is a test that
// notices nothing: exit code 1 (docs/decisions/195-planted-faults.md).

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

/** A run that hangs has noticed nothing either. */
function isRed(folder: string, { file, find, put, test }: Planted): boolean {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(find, () => put),
  );
  try {
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', '--config', 'tests/vitest.config.ts', test];
    const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: LIMIT_MS });
    // Failed tests are named among the errors; a run that could not begin names none.
    return run.status === 1 && run.stderr.includes('FAIL');
  } finally {
    writeFileSync(path, whole);
  }
}

const folder = copyOfFolder();
let green = 0;
try {
  for (const planted of PLANTED.filter(({ file, test }) => `${file} ${test}`.includes(wanted))) {
    const red = isRed(folder, planted);
    if (!red) green += 1;
    console.log(`${red ? 'red  ' : 'GREEN'} ${dirname(planted.test)}: ${planted.file}: ${planted.find}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = green === 0 ? 0 : 1;
