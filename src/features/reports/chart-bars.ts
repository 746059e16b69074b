// How bars look on a canvas: colours of the theme as they are now, and the hatching of a month that still runs.

type Colours = { bar: string; soft: string; words: string; line: string };
export type Look = 'closed' | 'open' | 'passive';

/** A canvas knows no custom properties: each is asked for as the colour of an element that stands where the chart will. */
export function readColours(at: HTMLElement): Colours {
  const probe = document.createElement('i');
  at.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = { bar: colour('--seed'), soft: colour('--seed-soft'), words: colour('--ink-2'), line: colour('--line') }; // prettier-ignore
  probe.remove();
  return colours;
}

export function barStyles(colours: Colours, look: Look): { fill: string | CanvasPattern; stroke: string } {
  const fill = look === 'open' ? hatching(colours) : look === 'closed' ? colours.bar : 'transparent';
  return { fill, stroke: colours.bar };
}

function hatching({ bar, soft }: Colours): string | CanvasPattern {
  const size = 6 * devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const ctx = canvas.getContext('2d');
  if (!ctx) return soft;
  ctx.fillStyle = soft;
  ctx.fillRect(0, 0, size, size);
  ctx.strokeStyle = bar;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  // Three strokes, so that the corners meet from tile to tile.
  for (const shift of [-size, 0, size]) {
    ctx.moveTo(shift, size);
    ctx.lineTo(shift + size, 0);
  }
  ctx.stroke();
  return ctx.createPattern(canvas, 'repeat') ?? soft;
}
