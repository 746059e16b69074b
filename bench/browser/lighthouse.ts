import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAUNCH } from '#bench/browser/phone.ts';
import { tellProgress } from '#bench/report.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Partial<Record<(typeof CATEGORIES)[number], number>>;
/** Longer than the slowest run on a busy machine. */
const MOST_MS = 180_000;

/** Scores of 0 to 100. A run that ends badly, or whose report lacks a score, is told and tried once more; then undefined. */
export async function lighthouse(url: string): Promise<Scores | undefined> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      return await run(url);
    } catch (error) {
      tellProgress(`Lighthouse ${new URL(url).pathname}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return undefined;
}

async function run(url: string): Promise<Scores> {
  const folder = mkdtempSync(join(tmpdir(), 'rostok-lh-'));
  const out = join(folder, 'report.json');
  try {
    await ended([
      url,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=--headless=new ${LAUNCH.args.join(' ')}`,
    ]);
    return scoresOf(JSON.parse(readFileSync(out, 'utf8')) as Report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Report = { runtimeError?: { message: string }; categories?: Record<string, { score: number | null } | undefined> };
function scoresOf({ runtimeError, categories }: Report): Scores {
  if (runtimeError) throw new Error(runtimeError.message);
  return Object.fromEntries(
    CATEGORIES.map((name) => {
      const score = categories?.[name]?.score;
      if (typeof score !== 'number') throw new Error(`no score of ${name}`);
      return [name, Math.round(score * 100)];
    }),
  );
}

function ended(args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['node_modules/lighthouse/cli/index.js', ...args], {
      env: { ...process.env, CHROME_PATH: LAUNCH.executablePath },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: MOST_MS,
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (code === 0) done();
      else fail(new Error(`ended with ${code ?? signal}: ${said.trim().split('\n').at(-1) ?? ''}`));
    });
  });
}
