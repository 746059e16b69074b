import { STAGE } from './film.ts';

// What both films draw with: the shop's colours, its font, its icons.
// Contents: 1 colours, 2 words, 3 shapes, 4 icons

export type Pencil = OffscreenCanvasRenderingContext2D;

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
const COLOURS = [
  'paper',
  'sheet',
  'well',
  'stage',
  'line',
  'line-2',
  'dots',
  'margin',
  'check-grid',
  'ink',
  'ink-2',
  'ink-3',
  'leaf',
  'on-leaf',
  'leaf-soft',
  'leaf-soft-2',
  'leaf-line',
  'seed',
  'seed-ink',
  'seed-soft',
  'seed-line',
  'error',
] as const;
export type Colour = (typeof COLOURS)[number];
const palette = new Map<Colour, string>();

/** The value of a token in the light theme: a film has one look, like a photograph. */
export const colour = (name: Colour): string => palette.get(name)!;

/** Font, colours and icons, before anything is drawn. */
export async function openPaintbox(): Promise<void> {
  const probe = document.body.appendChild(document.createElement('i'));
  for (const name of COLOURS) {
    probe.style.color = '';
    probe.style.color = `var(--${name})`;
    palette.set(name, getComputedStyle(probe).color);
  }
  probe.remove();
  for (const weight of [400, 500, 600]) {
    const faces = await document.fonts.load(font(24, weight), 'Яя Aa 1 ₽');
    if (faces.length !== 4) throw new Error(`the font's four files, not ${faces.length}`);
  }
  const sprite = new DOMParser().parseFromString(
    await fetch('/src/ui/icons.svg').then((reply) => reply.text()),
    'image/svg+xml',
  );
  for (const name of ICONS) readIcon(sprite, name);
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
/** 24 of the stage's 640 are 12 px on a phone 328 wide: nothing is smaller. */
const SMALLEST = 24;
const font = (size: number, weight: number) => `${weight} ${size}px "Golos Text Variable"`;
/** No line ends with a short word, none begins with a dash. */
const bind = (words: string) => words.replaceAll(/ (?=—)|(?<=(?:^|[\s(«])[\p{L}\d]{1,2}) /gu, '\u00A0');

export type Words = {
  x: number;
  y: number;
  size?: number;
  weight?: 400 | 500 | 600;
  ink?: Colour;
  align?: CanvasTextAlign;
};

/** One line; returns its width. A line that leaves the stage is a mistake of the film. */
export function write(
  ctx: Pencil,
  words: string,
  { x, y, size = SMALLEST, weight = 400, ink = 'ink', align = 'left' }: Words,
): number {
  if (size < SMALLEST) throw new Error(`«${words}»: ${size} is too small`);
  ctx.font = font(size, weight);
  ctx.textAlign = align;
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = colour(ink);
  const { width } = ctx.measureText(words);
  const left = align === 'center' ? x - width / 2 : align === 'right' ? x - width : x;
  if (left < 12 || left + width > STAGE.width - 12) throw new Error(`«${words}» leaves the stage`);
  ctx.fillText(words, x, y);
  return width;
}

/** Several lines, broken at plain spaces; returns how many there are. */
export function writeLines(
  ctx: Pencil,
  words: string,
  { width, lead, most, ...at }: Words & { width: number; lead: number; most: number },
): number {
  ctx.font = font(at.size ?? SMALLEST, at.weight ?? 400);
  const lines: string[] = [];
  for (const word of bind(words).split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && ctx.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length > most) throw new Error(`«${words}» takes ${lines.length} lines of ${most}`);
  for (const [i, line] of lines.entries()) write(ctx, line, { ...at, y: at.y + i * lead });
  return lines.length;
}

/** Name …… value, the shop's dotted leader, from `x` to `right`. */
export function writePair(
  ctx: Pencil,
  [name, value]: readonly [string, string],
  { x, y, right, ink = 'ink', seed = false }: { x: number; y: number; right: number; ink?: Colour; seed?: boolean },
): void {
  const from = x + write(ctx, name, { x, y, ink: 'ink-2' }) + 10;
  let to = right - write(ctx, value, { x: right, y, weight: 600, ink, align: 'right' }) - 10;
  if (seed) {
    drawSeed(ctx, to - 6, y - 9);
    to -= 24;
  }
  ctx.fillStyle = colour('dots');
  for (let dot = right - Math.ceil((right - to) / 12) * 12; dot > from; dot -= 12) ctx.fillRect(dot, y - 3, 3, 3);
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
export type Look = { fill?: Colour; stroke?: Colour; width?: number };

export function drawPath(ctx: Pencil, path: Path2D | string, { fill, stroke, width = 2.5 }: Look): void {
  const shape = typeof path === 'string' ? new Path2D(path) : path;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  if (fill) {
    ctx.fillStyle = colour(fill);
    ctx.fill(shape);
  }
  if (!stroke) return;
  ctx.strokeStyle = colour(stroke);
  ctx.lineWidth = width;
  ctx.stroke(shape);
}

export function drawBox(
  ctx: Pencil,
  [x, y, width, height]: readonly [number, number, number, number],
  { round = 12, ...look }: Look & { round?: number },
): void {
  const path = new Path2D();
  path.roundRect(x, y, width, height, round);
  drawPath(ctx, path, look);
}

export function drawEllipse(
  ctx: Pencil,
  [x, y, rx, ry = rx]: readonly [number, number, number, number?],
  look: Look,
): void {
  const path = new Path2D();
  path.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
  drawPath(ctx, path, look);
}

/** The drop that stands before points. */
export function drawSeed(ctx: Pencil, x: number, y: number): void {
  drawPath(ctx, `M${x} ${y - 9}c7 7 8.5 10 8.5 12.5a8.5 8 0 0 1-17 0c0-2.5 1.500-5.5 8.5-12.5z`, { fill: 'seed' });
}

/** Draws with everything moved, larger or fainter, and puts the pencil back. */
export function within(
  ctx: Pencil,
  {
    x = 0,
    y = 0,
    scale = 1,
    turn = 0,
    alpha = 1,
  }: { x?: number; y?: number; scale?: number; turn?: number; alpha?: number },
  draw: () => void,
): void {
  if (alpha <= 0) return;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(scale, scale);
  ctx.globalAlpha *= alpha;
  draw();
  ctx.restore();
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
const ICONS = [
  'mark',
  'catalog',
  'heart',
  'cart',
  'user',
  'users',
  'box',
  'wallet',
  'cal',
  'chart',
  'leaf',
  'book',
  'home',
  'check',
] as const;
export type Icon = (typeof ICONS)[number];
type Stroke = { path: Path2D; isFilled: boolean };
const known = new Map<Icon, { size: number; stroke: number; parts: Stroke[] }>();

/** The sprite holds nothing but paths, circles and boxes. */
function readIcon(sprite: Document, name: Icon): void {
  const symbol = sprite.querySelector(`[id="${name}"]`);
  if (!symbol) throw new Error(`no icon ${name}`);
  const parts = [...symbol.children].map((part): Stroke => {
    const [cx, cy, r, x, y, width, height, rx] = ['cx', 'cy', 'r', 'x', 'y', 'width', 'height', 'rx'].map((key) =>
      Number(part.getAttribute(key)),
    ) as [number, number, number, number, number, number, number, number];
    const path = new Path2D(part.getAttribute('d') ?? '');
    if (part.tagName === 'circle') path.arc(cx, cy, r, 0, 2 * Math.PI);
    if (part.tagName === 'rect') path.roundRect(x, y, width, height, rx);
    return { path, isFilled: part.getAttribute('fill') === 'currentColor' };
  });
  const size = Number(symbol.getAttribute('viewBox')?.split(' ')[2]);
  known.set(name, { size, stroke: name === 'mark' ? 2.2 : 1.75, parts });
}

/** `size` is its width on the stage, `x` and `y` its top left corner. */
export function drawIcon(
  ctx: Pencil,
  name: Icon,
  { x, y, size = 30, ink = 'leaf' }: { x: number; y: number; size?: number; ink?: Colour },
): void {
  const icon = known.get(name)!;
  within(ctx, { x, y, scale: size / icon.size }, () => {
    for (const { path, isFilled } of icon.parts)
      drawPath(ctx, path, isFilled ? { fill: ink } : { stroke: ink, width: icon.stroke });
  });
}
