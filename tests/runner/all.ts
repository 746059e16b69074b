import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '#tests/runner/command.ts';
import { chaos, crashes, repeats, simulation } from '#tests/runner/long.ts';
import { build, check, e2e } from '#tests/runner/parts.ts';
import { remark, totals } from '#tests/runner/tally.ts';
import { unit } from '#tests/runner/unit.ts';

// `npm run test:all`: the gate, what the gate leaves out, and the long runs; whole, in parts, and on from where it ended
// (docs/decisions/186-the-long-run-in-parts.md).

const ALL = { TEST_ALL: '1' };
type Part = { minutes: number; what: string; run: (base: string | undefined) => Promise<void> };

/** In this order. Minutes on two quiet cores, written down from runs: together at most ninety. */
export const PARTS: Readonly<Record<string, Part>> = {
  check: { minutes: 1, what: 'types, linter, import rules, formatting', run: check },
  build: { minutes: 1, what: 'the client, which the browser tests open', run: build },
  unit: { minutes: 5, what: 'unit, feature and component tests, with the long ones', run: () => unit([], ALL) },
  gate: { minutes: 6, what: 'the browser tests of the gate', run: () => e2e([], { TEST_SET: 'gate' }) },
  variants: {
    minutes: 16,
    what: 'the journeys of the queue in the variants that the gate leaves out',
    run: () => e2e([], { TEST_SET: 'variants' }, 'variants'),
  },
  long: {
    minutes: 14,
    what: 'the lab itself, other widths, other roles, long lists, what the gate leaves out of the journeys',
    run: () => e2e([], { TEST_SET: 'long' }, 'long'),
  },
  sim: { minutes: 8, what: 'a million schedules of the outbox', run: simulation },
  chaos: { minutes: 6, what: 'two hundred tabs', run: chaos },
  crashes: { minutes: 13, what: 'the database killed thirty times under load, the shop a hundred times', run: crashes },
  repeats: { minutes: 20, what: 'browser tests that have changed since main, twenty times under load', run: repeats },
};

/** What has passed already, for one state of the sources. */
type Passed = { of: string; parts: Record<string, { seconds: number; at: string }> };
const BOOK = join(ROOT, '.tmp/test-all.json');

/** @throws Error naming the parts there are, when one is asked for that is none of them. */
export async function all(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      part: { type: 'string' },
      resume: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      base: { type: 'string' },
    },
  });
  const asked = values.part?.split(',') ?? Object.keys(PARTS);
  for (const name of asked) if (!PARTS[name]) throw new Error(`no such part: ${name}; there are ${listed()}`);
  if (values.list) return console.log(listed());
  const of = stateOfSources();
  const book = values.resume ? readBook(of) : { of, parts: {} };
  for (const name of asked) {
    const before = book.parts[name];
    // A build is what the other parts open: it is made anew.
    if (before && name !== 'build') {
      remark(`${name}: passed at ${before.at} in ${minutes(before.seconds)}, not run again`);
      continue;
    }
    const [began, failed] = [Date.now(), totals().failed];
    await PARTS[name]?.run(values.base);
    const seconds = (Date.now() - began) / 1000;
    if (totals().failed > failed) delete book.parts[name];
    else book.parts[name] = { seconds, at: new Date().toISOString() };
    writeBook(book);
    remark(`${name}: ${minutes(seconds)}`);
  }
}

const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;
const listed = (): string =>
  Object.entries(PARTS)
    .map(([name, part]) => `${name} (about ${part.minutes} min: ${part.what})`)
    .join('\n');

/** The commit and whatever differs from it; without git each run is a state of its own. */
function stateOfSources(): string {
  if (!existsSync(join(ROOT, '.git'))) return `no git, ${new Date().toISOString()}`;
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, maxBuffer: 1 << 28 });
  const hash = createHash('sha256');
  for (const words of [
    ['rev-parse', 'HEAD'],
    ['diff', 'HEAD'],
    ['status', '--porcelain'],
  ])
    hash.update(git(...words));
  return hash.digest('hex');
}

function readBook(of: string): Passed {
  if (!existsSync(BOOK)) return { of, parts: {} };
  const book = JSON.parse(readFileSync(BOOK, 'utf8')) as Passed;
  return book.of === of ? book : { of, parts: {} };
}

function writeBook(book: Passed): void {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true });
  writeFileSync(BOOK, JSON.stringify(book, null, 2));
}
