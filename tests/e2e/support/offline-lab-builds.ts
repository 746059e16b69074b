import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A folder with the client. `first` is what `npm run build` made; the others are the same sources under another name. */
export type Build = 'first' | 'second' | 'third';
/** As releases one after another; the first has the number of contract/build-number.ts. */
const NUMBERS = { second: '2', third: '3' };

/** Made once for these sources: every chunk that names its build gets another hash, so does the worker. */
export async function buildFolder(build: Build): Promise<string> {
  if (build === 'first') return 'dist';
  const sources = createHash('sha256')
    .update(readFileSync(`${ROOT}dist/sw.js`))
    .digest('hex')
    .slice(0, 12);
  const folder = `.tmp/build-${build}-${sources}`;
  if (existsSync(`${ROOT}${folder}/index.html`)) return folder;
  const making = `.tmp/making-${build}-${process.pid}`;
  await run([`${ROOT}node_modules/vite/bin/vite.js`, 'build'], {
    BUILD_ID: build,
    BUILD_NUMBER: NUMBERS[build],
    BUILD_OUT: making,
  });
  try {
    renameSync(`${ROOT}${making}`, `${ROOT}${folder}`);
  } catch (error) {
    // Another worker was first: its folder holds the same.
    rmSync(`${ROOT}${making}`, { recursive: true, force: true });
    if (!existsSync(`${ROOT}${folder}/index.html`)) throw error;
  }
  return folder;
}

function run(words: string[], env: Record<string, string>): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, words, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`${words.join(' ')} ended with ${code}\n${output}`)),
    );
  });
}
