import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { outline } from '#server/demo/packshots/outline.ts';

/** Draws the app's icons from the sprout mark into public/icons: `npm run icons`, the result is committed. */
const LEAF = '#1f5a3c';
const PAPER = '#fffefb';
const mark = (colour: string) =>
  `<path d="M15.5 29c-.2-5 .2-9.5 1-13" fill="none" stroke="${colour}" stroke-width="2.2" stroke-linecap="round"/>` +
  `<path d="M16.3 16.5C16 9.5 20 4.5 29 4c.4 8.5-4 13-12.7 12.5Z" fill="${colour}"/>` +
  `<path d="M15.4 21.5C9 22 4.5 18.5 3.5 11.5c6.5.2 11 3.5 11.9 10Z" fill="none" stroke="${colour}" stroke-width="2.2" stroke-linejoin="round"/>`;

/** `scale` is the mark's share of the icon: a maskable icon keeps it inside the inner 80 % circle. */
function icon({
  scale,
  radius,
  paper = LEAF,
  ink = PAPER,
}: {
  scale: number;
  radius: number;
  paper?: string;
  ink?: string;
}): string {
  const size = 32 / scale;
  const pad = (size - 32) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-pad} ${-pad} ${size} ${size}"><rect x="${-pad}" y="${-pad}" width="${size}" height="${size}" rx="${size * radius}" fill="${paper}"/>${mark(ink)}</svg>`;
}

function shortcut(symbol: string): string {
  const sprite = readFileSync(new URL('../src/ui/icons.svg', import.meta.url), 'utf8');
  const body = new RegExp(`<symbol id="${symbol}"[^>]*>(.*?)</symbol>`, 's').exec(sprite)?.[1];
  if (!body) throw new Error(`no icon ${symbol}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 48 48"><circle cx="12" cy="12" r="24" fill="#e7efe1"/><g fill="none" stroke="${LEAF}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${body}</g></svg>`;
}

const out = new URL('../public/icons/', import.meta.url);
mkdirSync(out, { recursive: true });
const png = async (name: string, svg: string, size: number) =>
  writeFileSync(
    new URL(name, out),
    await sharp(Buffer.from(svg), { density: 600 }).resize(size).png({ compressionLevel: 9, palette: true }).toBuffer(),
  );

const rounded = icon({ scale: 0.62, radius: 0.22 });
const bleed = icon({ scale: 0.52, radius: 0 });
writeFileSync(new URL('icon.svg', out), rounded);
await png('icon-192.png', rounded, 192);
await png('icon-512.png', rounded, 512);
await png('maskable-192.png', bleed, 192);
await png('maskable-512.png', bleed, 512);
await png('apple-touch-icon.png', bleed, 180);
await png('shortcut-katalog.png', shortcut('catalog'), 96);
await png('shortcut-korzina.png', shortcut('cart'), 96);
await png('shortcut-izbrannoe.png', shortcut('heart'), 96);

/** What a shared link to the shop itself shows: the mark and the name, 1200×630 (docs/decisions/256). */
function share(): string {
  const word = (text: string, weight: number, size: number, x: number, y: number, colour: string) => {
    const { cmds } = outline(text, weight);
    const at = (value: number, i: number) => ((i % 2 === 0 ? x : y) + value * size).toFixed(1);
    const d = cmds.map(([op, ...points]) => op + points.map(at).join(' ')).join('');
    return `<path d="${d}" fill="${colour}"/>`;
  };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${PAPER}"/>` +
    `<g transform="translate(110 180) scale(8.4)">${mark(LEAF)}</g>` +
    word('Росток', 600, 150, 440, 330, LEAF) +
    word('Магазин, который открывается', 400, 44, 446, 420, '#50544a') +
    word('и без интернета', 400, 44, 446, 478, '#50544a') +
    '</svg>'
  );
}
writeFileSync(
  new URL('share.png', out),
  await sharp(Buffer.from(share())).resize(1200, 630).png({ compressionLevel: 9, palette: true }).toBuffer(),
);
