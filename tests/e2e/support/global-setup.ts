import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildFolder } from './offline-lab-builds.ts';

/** Starts one PostgreSQL with a seeded template in plain Node, outside Playwright's loader, and builds what is missing. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  if (!existsSync(`${root}/dist/index.html`)) throw new Error('no dist: run `npm run build` first');
  const child = spawn(process.execPath, ['tests/e2e/support/prepare.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Beside it the builds that tests deploy: made once for these sources, so that no test's own time pays for them.
  const [ready] = await Promise.all([firstMessage(child), buildOthers()]);
  process.env.E2E_PG_URL = ready.pgUrl;
  process.env.E2E_FOLDER = ready.folder;
  return async () => {
    child.stdin?.end();
    await new Promise((done) => child.once('exit', done));
  };
}

async function buildOthers(): Promise<void> {
  for (const build of ['second', 'third'] as const) await buildFolder(build);
}

function firstMessage(child: ChildProcess): Promise<{ pgUrl: string; folder: string }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`prepare.ts ended with ${code}`)));
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => (line.startsWith('{"pgUrl"') ? resolve(JSON.parse(line)) : console.log(line)));
  });
}
