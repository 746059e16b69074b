import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outlineText } from '#server/features/education/format/svg-outlines.ts';
import { readSvg } from '#server/features/education/format/svg.ts';

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 328 100">${inner}</svg>`;
const numbers = (path: string) => [...path.matchAll(/-?\d+(\.\d+)?/g)].map(([one]) => Number(one));
const xs = (drawn: string) => numbers(/ d="([^"]+)"/.exec(drawn)![1]!).filter((_, i) => i % 2 === 0);

it('draws words as outlines where they stood, in their colour', () => {
  const drawn = outlineText(
    svg('<rect width="8"/><text x="100" y="50" class="k" fill="#50544a" font-size="13">&lt;день&gt;</text><g/>'),
  );
  expect(drawn).not.toContain('<text');
  expect(drawn).toMatch(/^<svg [^>]+><rect width="8"\/><path class="k" fill="#50544a" d="M[^"]+"\/><g\/><\/svg>$/);
  expect(Math.min(...xs(drawn))).toBeGreaterThanOrEqual(99);
});

it('keeps the middle and the end where they were', () => {
  const at = (anchor: string) =>
    xs(outlineText(svg(`<text x="200" y="50" font-size="20" text-anchor="${anchor}">мост</text>`)));
  expect(Math.abs((Math.min(...at('middle')) + Math.max(...at('middle'))) / 2 - 200)).toBeLessThan(2);
  expect(Math.max(...at('end'))).toBeLessThanOrEqual(200.5);
});

it.each([
  '<text x="1" y="2" font-size="13"><tspan>два</tspan></text>',
  '<text x="1" y="2" font-size="13" transform="rotate(4)">набок</text>',
  '<text x="1em" y="2" font-size="13">иначе</text>',
  '<text x="1" y="2">без размера</text>',
])('leaves what it cannot draw as it was: %s', (text) => expect(outlineText(svg(text))).toBe(svg(text)));

it('every drawing of our courses is outlined whole, stays sound and stays inside its box', () => {
  const root = new URL('../../content/courses/', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svg'));
  expect(files.length).toBeGreaterThan(20);
  const faults: string[] = [];
  for (const name of files) {
    const source = readFileSync(join(root, name), 'utf8');
    const drawn = outlineText(source);
    const box = readSvg(drawn, (message) => void faults.push(`${name}: ${message}`));
    if (drawn.includes('<text')) faults.push(`${name}: text is left`);
    const texts = source.split('<text').length - 1;
    const words = [...drawn.matchAll(/<path(?: class="[^"]*")?(?: fill="[^"]*")? d="(M[^"]+)"\/>/g)].slice(-texts);
    for (const d of texts > 0 ? words.map((one) => one[1] ?? '') : []) {
      const at = numbers(d).filter((_, i) => i % 2 === 0);
      if (box && (Math.min(...at) < -1 || Math.max(...at) > box.width + 1)) faults.push(`${name}: leaves its box`);
    }
  }
  expect(faults).toEqual([]);
});
