import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const drawings = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/<symbol id="([^"]+)"([\s\S]*?)<\/symbol>/g)].map(([, id, rest]) => [id!, rest!]));

const sprite = drawings(read('src/ui/icons.svg'));
const page = drawings(read('index.html'));
const source = read('src/ui/Icon.tsx');
const names = (list: string): string[] => [...list.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name!);

it('every icon name has a drawing', () => {
  const declared = names(/export type IconName =([\s\S]*?);/.exec(source)![1]!);
  expect(declared.length).toBeGreaterThan(40);
  expect(declared.filter((name) => !sprite.has(name))).toEqual([]);
  expect([...sprite.keys()].filter((name) => !declared.includes(name))).toEqual([]);
});

it('the drawings inside index.html are those of the sprite, and exactly the ones Icon takes from there', () => {
  const inline = names(/new Set\(\[([\s\S]*?)\]\)/.exec(source)![1]!);
  expect([...page.keys()].toSorted()).toEqual(inline.map((name) => `i-${name}`).toSorted());
  for (const name of inline) expect(page.get(`i-${name}`)).toBe(sprite.get(name));
});
