import { outline } from '#server/demo/packshots/outline.ts';

// Text as paths, so that no font has to be installed on the machine.

export type Pen = { size: number; weight?: 400 | 600; fill: string };

export const widthOf = (text: string, { size, weight = 400 }: Omit<Pen, 'fill'>): number =>
  outline(text, weight).width * size;

/** One line whose baseline begins at (x, y). */
export function drawLine(text: string, x: number, y: number, { size, weight = 400, fill }: Pen): string {
  return `<path d="${pathOf(outline(text, weight).cmds, x, y, size)}" fill="${fill}"/>`;
}
/** Path commands of a unit box, moved to (x, y) and grown. */
export function pathOf(cmds: readonly (readonly [string, ...number[]])[], x: number, y: number, size: number): string {
  const at = (value: number, index: number) => ((index % 2 === 0 ? x : y) + value * size).toFixed(1);
  return cmds.map(([op, ...values]) => op + values.map(at).join(' ')).join('');
}

/** Lines no wider than `width`; a word that is wider alone is cut. Line breaks of the text stay. */
export function wrapText(text: string, width: number, pen: Omit<Pen, 'fill'>): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/ +/).flatMap((one) => cut(one, width, pen))) {
      const next = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(next, pen) > width) {
        lines.push(line);
        line = word;
      } else line = next;
    }
    return [...lines, line];
  });
}
function cut(word: string, width: number, pen: Omit<Pen, 'fill'>): string[] {
  if (widthOf(word, pen) <= width || word.length < 2) return [word];
  const half = Math.ceil(word.length / 2);
  return [...cut(word.slice(0, half), width, pen), ...cut(word.slice(half), width, pen)];
}
