import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { outline } from '#server/demo/packshots/outline.ts';

/** What a line of text may carry so that it can be drawn: anything else leaves the text as it was. */
const KNOWN = new Set(['x', 'y', 'class', 'fill', 'font-size', 'font-weight', 'text-anchor']);
const NUMBER = /^-?\d+(\.\d+)?$/;
const SHIFTS: Readonly<Record<string, number>> = { start: 0, middle: -0.5, end: -1 };

/**
 * Writes the words of a drawing as outlines of Golos Text. A picture that stands in an `<img>` has no font of the page: every
 * phone would take its own, and wider letters would leave their box. Lines with parts or attributes of their own stay text.
 * @param svg a drawing that `readSvg` has let through
 */
export function outlineText(svg: string): string {
  const found: { from: number; to: number; path: string }[] = [];
  let open: { from: number; tag: SaxesTagPlain; words: string } | null = null;
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    if (open) open = null;
    else if (tag.name === 'text') open = { from: svg.lastIndexOf('<text', parser.position - 1), tag, words: '' };
  });
  parser.on('text', (words) => {
    if (open) open.words += words;
  });
  parser.on('closetag', (tag) => {
    if (tag.name !== 'text' || !open) return;
    const path = pathOf(open.tag.attributes, open.words);
    if (path) found.push({ from: open.from, to: parser.position, path });
    open = null;
  });
  parser.write(svg).close();
  let drawn = '';
  let at = 0;
  for (const { from, to, path } of found) {
    drawn += svg.slice(at, from) + path;
    at = to;
  }
  return drawn + svg.slice(at);
}

function pathOf(attributes: Readonly<Record<string, string>>, words: string): string | null {
  const {
    x = '0',
    y = '0',
    'font-size': size = '',
    'font-weight': weight = '400',
    'text-anchor': anchor = 'start',
  } = attributes;
  const isKnown = Object.keys(attributes).every((name) => KNOWN.has(name));
  const shift = SHIFTS[anchor];
  if (!isKnown || ![x, y, size].every((one) => NUMBER.test(one)) || shift === undefined) return null;
  const { cmds, width } = outline(words.trim(), Number(weight) >= 500 ? 600 : 400);
  const em = Number(size);
  const left = Number(x) + width * em * shift;
  const d = cmds
    .map(([letter, ...at]) => letter + at.map((one, i) => round(one * em + (i % 2 === 0 ? left : Number(y)))).join(' '))
    .join('');
  const look = ['class', 'fill'].flatMap((name) => (attributes[name] ? [` ${name}="${attributes[name]}"`] : []));
  return `<path${look.join('')} d="${d}"/>`;
}
/** A fiftieth of a pixel is seen by nobody. */
const round = (value: number): number => Math.round(value * 50) / 50;
