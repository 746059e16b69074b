import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TEST_ORIGIN } from '#tests/support/open-shop.ts';

// Programs of the shop as processes of their own, on a database of the test.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const settings = (url: string) => ({
  ...process.env,
  DATABASE_URL: url,
  PUBLIC_URL: TEST_ORIGIN,
  DATA_DIR: '.tmp/test-data',
  DIST_DIR: '.tmp/no-client',
  SEED: 'none',
  LOG_LEVEL: 'error',
});

/** Runs a command of the console to its end. */
export async function runCommandLine(url: string, words: string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, words, { cwd: ROOT, env: settings(url), stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/** Starts a program and waits until it says that it is there. */
export async function startProgram(
  url: string,
  file: string,
  { env = {}, says }: { env?: Record<string, string>; says: string },
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: { ...settings(url), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  await new Promise<void>((done, fail) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(says)) done();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}:\n${text}`)));
  });
  return child;
}
