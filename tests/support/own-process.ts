import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// Which unit files need a process of their own (docs/decisions/600-shared-processes.md). The others share: the shop's server
// keeps nothing in a module that belongs to one shop, and loading it costs more than most files do with it.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TESTS = join(ROOT, 'tests');

/** Whoever changes the world of its process, is another world (`happy-dom`), or says so (`@own-process`). */
const CHANGES_ITS_WORLD = new RegExp(
  [
    String.raw`\bvi\s*\.\s*(?:mock|doMock|hoisted|stubGlobal|stubEnv|spyOn|useFakeTimers|setSystemTime)\b`,
    String.raw`@vitest-environment|@own-process`,
    String.raw`\bglobalThis\s*(?:\.\s*\w+|\[[^\]]+\])\s*(?:\?\?)?=[^=]`,
    String.raw`\b(?:Date|Math|performance)\.\w+ = `,
    String.raw`\bprocess\s*\.\s*(?:chdir\(|on\(|once\(|exitCode\s*=[^=]|env\.\w+\s*=[^=])`,
    String.raw`\bObject\.defineProperty\(\s*globalThis\b`,
  ].join('|'),
);
/** The phone's modules are one device each: what they hold in a module belongs to it. Rules hold nothing. */
const IS_A_DEVICE = /\bfrom '#(?:src|sw)\/(?![^']*\.rules\.ts')[^']+'|\bimport\('#(?:src|sw)\//;

const needsOwn = (text: string): boolean => CHANGES_ITS_WORLD.test(text) || IS_A_DEVICE.test(withoutTypes(text));
/** A type is gone when the module runs. */
const withoutTypes = (text: string): string => text.replaceAll(/^import type [^;]+;$/gm, '');

/** Helpers of tests that `text` imports, as paths. */
const helpersIn = (text: string, file: string): string[] =>
  [...withoutTypes(text).matchAll(/\bfrom '(#tests\/|\.\.?\/)([^']+\.tsx?)'/g)].map(([, from = '', path = '']) =>
    from === '#tests/' ? join(TESTS, path) : join(dirname(file), from, path),
  );

/** True when the file at this path, or a helper that it reaches, changes its world or is a device. */
export function needsOwnProcess(file: string, read: (file: string) => string = readText): boolean {
  const seen = new Set<string>();
  const look = (path: string): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    const text = read(path);
    return needsOwn(text) || helpersIn(text, path).some(look);
  };
  return look(file);
}

const texts = new Map<string, string>();
function readText(file: string): string {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** The `*.test.ts` of the unit part that need one, as paths from the root. */
export const filesOfTheirOwn = (): string[] =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !/^(?:e2e|architecture\/planted)\//.test(file))
    .map((file) => join(TESTS, file))
    .filter((file) => needsOwnProcess(file))
    .map((file) => relative(ROOT, file));
