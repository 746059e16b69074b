import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inWords } from '#server/command.ts';
import { openShopDatabase } from '#server/db/shop-database.ts';
import { readEnv } from '#server/platform/env.ts';

// `npm run dev`: Vite shows every change of the page at once and passes calls on to the shop API, which starts anew at every
// change of a file it has loaded. The database is held here, so that a new start takes a second and not five.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE_PORT = process.env.DEV_PORT ?? '5173';

try {
  const page = `http://127.0.0.1:${PAGE_PORT}`;
  const env = readEnv({ ...process.env, PUBLIC_URL: page });
  const database = await openShopDatabase(env);
  const children = [
    run(['--watch', '--watch-preserve-output', 'server/main.ts'], { PUBLIC_URL: page }),
    run([join(ROOT, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', PAGE_PORT, '--strictPort'], {
      API_URL: `http://127.0.0.1:${env.port}`,
    }),
  ];
  let isEnding = false;
  const end = async (code: number) => {
    if (isEnding) return;
    isEnding = true;
    await Promise.all(children.map(stop));
    await database.close();
    process.exit(code);
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  for (const child of children) child.once('exit', (code) => void end(code ?? 1));
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

function run(words: string[], more: Record<string, string>): ChildProcess {
  return spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...more } });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}
