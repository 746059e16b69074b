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
