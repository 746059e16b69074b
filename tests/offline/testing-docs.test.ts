import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/testing-offline.md');
const spec = read('tests/e2e/lab-examples.long.spec.ts');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
const tests = [...spec.matchAll(/^test\(.*?^\}\);\n/gms)].map(([code]) => code);
const FAULTS =
  'offline drop loseAnswer halfAnswer stall portal busy holdServer releaseServer fault stop killWorker crashTab ' +
  'dispatchSync evict quota fillDisk skew deploy switchUser';

it('every code block of the testers’ page stands word for word in the spec that runs it', () => {
  expect(blocks.filter((code) => !spec.includes(code))).toEqual([]);
});
it('every example that runs is on the page', () => {
  expect(tests.filter((code) => !blocks.includes(code))).toEqual([]);
});
it.each(FAULTS.split(' '))('there is a worked example of %s', (name) => {
  expect(tests.some((code) => code.includes(`.${name}(`))).toBe(true);
});
