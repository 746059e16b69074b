import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHEETS = readdirSync(fileURLToPath(new URL('../src', import.meta.url)), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .map((name) => basename(name))
  .sort();

/** «title-1f»: the class, and the number of its sheet. Whole file names are 200 bytes more of the first styles. */
export function shortName(name: string, file: string): string {
  const sheet = basename(file.split('?')[0] ?? '');
  if (SHEETS.indexOf(sheet) !== SHEETS.lastIndexOf(sheet)) throw new Error(`${sheet} is the name of two style sheets`);
  return `${name}-${SHEETS.indexOf(sheet).toString(36)}`;
}
