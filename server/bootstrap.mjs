// Runs on the machine's own Node (20 or newer) before `npm start` and `npm test`, so: plain JavaScript, built-ins only.
// Installs what package-lock.json names when it is not there; Node 24 itself comes with it (node_modules/.bin/node).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.rostok-stamp');
const forTests = process.argv.includes('--dev');
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const stamp = createHash('sha256').update(`${lockText} ${process.platform} ${process.arch} ${forTests}`).digest('hex');

if (read(stampFile) !== stamp) {
  if (!isInstalled()) install();
  if (existsSync(modules)) writeFileSync(stampFile, stamp);
}

/** What npm says it installed is what the lock file names. */
function isInstalled() {
  const hidden = read(join(modules, '.package-lock.json'));
  if (hidden === '' || !existsSync(join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')))
    return false;
  const installed = JSON.parse(hidden).packages;
  return Object.entries(JSON.parse(lockText).packages).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || (!found && (wanted.optional || wanted.peer || (wanted.dev && !forTests)))) return true;
    return found?.version === wanted.version;
  });
}

function install() {
  console.log('Устанавливаем зависимости (один раз, около минуты)…');
  const args = ['ci', '--no-audit', '--no-fund', ...(forTests ? ['--include=dev'] : [])];
  // npm names itself when it runs us; by hand `npm` is looked up.
  const npm = process.env.npm_execpath;
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status === 0) return;
  console.error('Установить зависимости не удалось. Проверьте сеть и повторите; подробности выше.');
  process.exit(1);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
