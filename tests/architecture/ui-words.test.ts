import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What only a shop of supplements with a school and a network says; names of drawings (`cart`, `catalog`) are not words. */
const DOMAIN =
  /товар|урок|балл|лекарств|\bБАД|корзин|спонсор|консультант|\bцен[аыу]|product(?! (page|picture|preview))|lesson|sponsor|formatPoints|medicine/iu;

const said = (folder: string): string[] =>
  globSync(`src/${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter((file) =>
    DOMAIN.test(readFileSync(ROOT + file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
  );

it('src/ui says nothing of the shop: its words stand in src/terms', () => {
  expect(said('ui')).toEqual([]);
  expect(said('terms').length).toBeGreaterThan(3);
});

it('an escaped sign stands in braces: between the quotes of an attribute, and between tags, a person would read «\\u00a0»', () => {
  const bare = /\s[\w-]+="[^"\n]*\\u[0-9a-f]{4}[^"\n]*"|>[^<>{}\n]*\\u[0-9a-f]{4}[^<>{}\n]*</u;
  const found = globSync('src/**/*.tsx', { cwd: ROOT }).filter((file) => bare.test(readFileSync(ROOT + file, 'utf8')));
  expect(found).toEqual([]);
});
