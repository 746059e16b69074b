import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Folder of everything that is measured, with a slash at its end. */
export const RESULTS = fileURLToPath(new URL('./results/', import.meta.url));

/** Middle value; the mean of the two middle ones for an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export type Goal = { most: number } | { least: number };
/** The two last cells of a row: its goal, and whether it was met; a row without a value has failed. */
export function judged(value: number, goal: Goal): [goal: string, verdict: string] {
  const isMost = 'most' in goal;
  const text = isMost ? `≤ ${goal.most}` : `≥ ${goal.least}`;
  if (Number.isNaN(value)) return [text, 'failed'];
  return [text, (isMost ? value <= goal.most : value >= goal.least) ? 'met' : 'missed'];
}

/** How far a measurement is: to stderr, so that a table can be piped on its own. */
export const tellProgress = (text: string): void => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`);

/** A table for the console: first column to the left, numbers to the right. */
export function printTable(title: string, headers: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headers.map((header, column) =>
    Math.max(...[header, ...rows.map((row) => row[column] ?? '')].map((text) => text.length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, column) => (column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  console.log(
    `\n${title}\n${line(headers)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}\n${rows.map(line).join('\n')}`,
  );
}

/** `bench/results/<name>.json`, with what the numbers were measured on. */
export function writeResult(name: string, result: Record<string, unknown>): void {
  mkdirSync(RESULTS, { recursive: true });
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
  writeFileSync(
    `${RESULTS}${name}.json`,
    `${JSON.stringify({ at: new Date().toISOString(), machine, ...result }, null, 2)}\n`,
  );
}

export const grouped = (value: number): string =>
  Math.round(value)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ' ');
