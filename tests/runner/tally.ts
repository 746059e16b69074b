import { stripVTControlCharacters } from 'node:util';

// What all parts of a run have said: counted, and told again at the very end, for a long log is often kept only by its tail.

export type Count = { passed: number; failed: number };

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
const told: string[] = [];
const names: string[] = [];
const began = Date.now();

/** One part has ended. */
export function note(title: string, { passed, failed }: Count, seconds: number): void {
  total.passed += passed;
  total.failed += failed;
  lines.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`,
  );
}

/** Over all parts so far. */
export const totals = (): Count => ({ ...total });

/** A part that is one thing: it has passed or it has not. */
export const noteOne = (title: string, { code, seconds }: { code: number | null; seconds: number }): void =>
  note(title, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, seconds);

/** What a failed test said. */
export function tell(title: string, messages: readonly string[] | null | undefined): void {
  const short = (messages ?? []).map((message) => stripVTControlCharacters(message).slice(0, 900));
  told.push(`${title}\n${short.join('\n')}\n`);
  names.push(`red: ${title}: ${short.join(' ').replaceAll(/\s+/g, ' ').slice(0, 400)}`);
}

/** What is said beside the last part. */
export const remark = (text: string): void => void lines.push(`       ${text}`);

/** `file.ts 12 s`. */
export const timed = ({ name, seconds }: { name: string; seconds: number }): string =>
  `${name} ${seconds.toFixed(0)} s`;

/** The end of the run: everything once more, the names of what failed as its last lines, and the exit code. */
export function finish(): void {
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`\n${[...told, ...lines, ...names].join('\n')}`);
  console.log(`${total.passed} passed, ${total.failed} failed in ${minutes} min`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
