import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where the browser is, installing it when it can be (docs/toolchain.md); or one clear line what to do. */
export async function findChromium(): Promise<{ path: string } | { missing: string }> {
  const found = await look();
  if (found) return { path: found };
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Браузера нет: ставим chromium из Debian (один раз)…');
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  } else {
    console.log('Браузера нет: ставим Chromium от Playwright (один раз)…');
    spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = await look();
  return installed
    ? { path: installed }
    : {
        missing:
          'Нужен Chromium: поставьте пакет chromium (apt-get install chromium) или задайте CHROMIUM_PATH=/путь/к/chromium',
      };
}

async function look(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return runs(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined;
  const { chromium } = await import('playwright');
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', chromium.executablePath()].find(runs);
}

/** A file that lies there but lacks its libraries is no browser. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
