import { ease } from './film.ts';
import { drawBox, drawEllipse, drawIcon, drawPath, type Pencil, within } from './pencil.ts';

// What lesson 402 shows. The origin is the middle of a stage of 280×238.

/** A calm face, hair held back by a band. */
export function drawFace(ctx: Pencil): void {
  const skin = { fill: 'seed-soft', stroke: 'seed' } as const;
  drawPath(ctx, 'M-104 130C-100 96-66 90-30 84V52H30V84C66 90 100 96 104 130Z', skin);
  drawEllipse(ctx, [0, -84, 34, 30], { fill: 'seed-ink' });
  drawPath(ctx, 'M-70 12C-82-62-44-92 0-92S82-62 70 12Z', { fill: 'seed-ink' });
  drawEllipse(ctx, [-63, 4, 11, 16], skin);
  drawEllipse(ctx, [63, 4, 11, 16], skin);
  drawPath(ctx, 'M-62-16C-62-62-36-74 0-74S62-62 62-16C62 34 36 76 0 76S-62 34-62-16Z', skin);
  drawPath(ctx, 'M-64-34C-48-66-24-76 0-76S48-66 64-34', { stroke: 'leaf', width: 15 });
  drawPath(ctx, 'M-42-14q14-8 28-2M42-14q-14-8-28-2', { stroke: 'seed-ink', width: 3 });
  drawPath(ctx, 'M-41 4q13 10 26 0M41 4q-13 10-26 0', { stroke: 'ink', width: 3 });
  drawPath(ctx, 'M1 6C3 18 8 24 4 28Q0 31-5 28', { stroke: 'seed', width: 2.5 });
  drawPath(ctx, 'M-17 47Q0 60 17 47', { stroke: 'ink', width: 3 });
}

export const DROPS = [
  [-34, -44],
  [30, -48],
  [-46, 14],
  [44, 10],
  [-8, -34],
  [-24, 40],
  [26, 42],
  [2, 62],
] as const;

export function drawDrop(ctx: Pencil, x: number, y: number): void {
  drawPath(ctx, `M${x} ${y - 10}c6 8 8 10 8 14a8 8 0 0 1-16 0c0-4 2-6 8-14z`, {
    fill: 'leaf-line',
    stroke: 'leaf',
    width: 2,
  });
}

function drawBubbles(ctx: Pencil, bubbles: readonly (readonly [number, number, number])[]): void {
  for (const [x, y, r] of bubbles) drawEllipse(ctx, [x, y, r], { fill: 'sheet', stroke: 'leaf-line', width: 2 });
}

/** An open palm, fingers up; outlines first, so that it is one shape. */
function drawPalm(ctx: Pencil): void {
  const fingers = [
    [-33, -58, 15, 66],
    [-15.5, -72, 15.5, 80],
    [2.5, -68, 15.5, 76],
    [20, -50, 14, 58],
  ] as const;
  const hand = new Path2D();
  for (const [x, y, width, height] of fingers) hand.roundRect(x, y, width, height, 7.5);
  hand.roundRect(-34, -8, 68, 62, 24);
  hand.roundRect(-22, 36, 44, 90, 12);
  const thumb = new Path2D('M-26 34C-44 22-56 6-60-10C-62-20-50-26-44-16C-38-2-30 4-20 8Z');
  for (const look of [{ stroke: 'seed', width: 5 }, { fill: 'seed-soft' }] as const) {
    drawPath(ctx, hand, look);
    drawPath(ctx, thumb, look);
  }
  drawPath(ctx, 'M-22 14Q4 0 24 12M-18 32Q0 16 10 14', { stroke: 'seed-line', width: 2.5 });
}

export function drawWashing(ctx: Pencil, t: number): void {
  drawPath(ctx, 'M-140-92H-16Q8-92 8-68V-58', { stroke: 'ink-2', width: 24 });
  drawPath(ctx, 'M-140-92H-16Q8-92 8-68V-58', { stroke: 'line-2', width: 18 });
  drawPath(ctx, 'M-64-104V-122M-84-122H-44', { stroke: 'ink-2', width: 6 });
  within(ctx, { x: -44, y: 44, turn: 0.28 }, () => drawPalm(ctx));
  within(ctx, { x: 60, y: 44, turn: -0.28 }, () => {
    ctx.scale(-1, 1);
    drawPalm(ctx);
  });
  for (let i = 0; i < 3; i += 1) {
    const fall = (t * 0.45 + i / 3) % 1;
    within(ctx, { alpha: Math.min(1, 4 * fall, 4 * (1 - fall)) }, () => drawDrop(ctx, 8, -36 + fall * 62));
  }
  within(ctx, { alpha: ease(t, 0.4, 0.8) }, () =>
    drawBubbles(ctx, [
      [-46, 52, 13],
      [-26, 66, 10],
      [-60, 72, 9],
      [62, 54, 13],
      [44, 68, 10],
      [78, 70, 8],
      [8, 58, 11],
      [-8, 84, 8],
      [24, 86, 9],
    ]),
  );
}

/** `pad`: −1 is away, 0 on the eye, 1 beside it. `counted`: how much of the ten seconds has gone. */
export function drawEye(ctx: Pencil, { pad, clean, counted }: { pad: number; clean: number; counted: number }): void {
  drawPath(ctx, 'M-140-140H140V140H-140Z', { fill: 'seed-soft' });
  drawPath(ctx, 'M-96-58Q-20-104 84-66', { stroke: 'seed-ink', width: 11 });
  drawPath(ctx, 'M-80 4Q0 50 80 4', { stroke: 'seed', width: 4 });
  const lashes = 'M-66 13L-80 34M-40 24L-48 48M-12 29L-14 54M16 28L20 53M43 22L54 44M67 12L84 30';
  within(ctx, { alpha: 1 - clean }, () => {
    drawPath(ctx, 'M-80 4Q0 50 80 4', { stroke: 'ink', width: 8 });
    drawPath(ctx, lashes, { stroke: 'ink', width: 6 });
  });
  drawPath(ctx, lashes, { stroke: 'seed-ink', width: 2.5 });
  within(ctx, { x: pad < 0 ? -pad * 170 : pad * 84, y: pad < 0 ? 20 - pad * 60 : 20 + pad * 14 }, () => {
    drawEllipse(ctx, [0, 0, 56], { fill: 'sheet', stroke: 'dots', width: 3 });
    drawEllipse(ctx, [0, 0, 42], { stroke: 'line', width: 3 });
  });
  for (let second = 0; second < 10; second += 1)
    drawBox(ctx, [-114 + second * 23.5, 90, 16, 16], {
      round: 4,
      ...(second < Math.round(counted * 10) ? { fill: 'leaf' } : { fill: 'sheet', stroke: 'seed-line', width: 2 }),
    });
}

export function drawFoam(ctx: Pencil, t: number): void {
  within(ctx, { x: -40, y: 16, scale: 1.2 }, () => drawPalm(ctx));
  within(ctx, { x: -40, y: 34, scale: 0.4 + 0.6 * ease(t, 0.3, 0.9), alpha: ease(t, 0.3) }, () =>
    drawBubbles(ctx, [
      [-12, 8, 14],
      [12, 10, 14],
      [0, -8, 15],
      [-16, -8, 10],
      [16, -8, 10],
      [0, 14, 11],
    ]),
  );
  within(ctx, { x: 88, y: 30, alpha: ease(t, 0.9) }, () => {
    drawPath(ctx, 'M-46-4h20M-46 8h20', { stroke: 'ink-2', width: 4 });
    drawPath(ctx, 'M8-24C28-18 32 4 20 18Q14 26 8 28Q2 26-4 18C-16 4-12-18 8-24Z', {
      fill: 'seed',
      stroke: 'seed-ink',
      width: 2.5,
    });
    drawPath(ctx, 'M-9-8Q8-16 25-8Q20-24 8-27Q-4-24-9-8Z', { fill: 'seed-line', stroke: 'seed-ink', width: 2.5 });
  });
}

/** Forehead, nose, chin, cheeks. */
export function drawZones(ctx: Pencil, t: number): void {
  drawFace(ctx);
  const zones = [
    [[0, -38]],
    [[0, 16]],
    [[0, 64]],
    [
      [-38, 28],
      [38, 28],
    ],
  ] as const;
  for (const [i, spots] of zones.entries())
    within(ctx, { alpha: ease(t, 0.5 + i * 0.7) }, () => {
      for (const [x, y] of spots)
        drawBubbles(ctx, [
          [x - 13, y + 4, 9],
          [x + 13, y + 4, 9],
          [x, y - 4, 12],
          [x, y + 8, 9],
        ]);
    });
}

/** Two ends of one towel, pressed to the cheeks; `away` is how far they still are. */
export function drawTowel(ctx: Pencil, away: number): void {
  for (const side of [-1, 1])
    within(ctx, { x: side * away, y: away * 0.6 }, () => {
      ctx.scale(side, 1);
      drawPath(ctx, 'M20 26Q30 4 58 6Q92 10 96 40L104 140H34Q40 90 22 62Q14 44 20 26Z', {
        fill: 'leaf-soft-2',
        stroke: 'leaf',
        width: 2.5,
      });
      drawPath(ctx, 'M44 112H100M43 122H101', { stroke: 'leaf-line', width: 4 });
    });
}

export function drawJars(ctx: Pencil, t: number): void {
  drawPath(ctx, 'M-140 84H140', { stroke: 'line-2', width: 3 });
  drawBox(ctx, [-72, -92, 32, 34], { round: 5, fill: 'leaf' });
  drawPath(ctx, 'M-66-58H-46V-46Q-24-38-24-16V70Q-24 84-38 84H-74Q-88 84-88 70V-16Q-88-38-66-46Z', {
    fill: 'sheet',
    stroke: 'leaf',
    width: 3,
  });
  drawBox(ctx, [-86, 4, 60, 44], { round: 0, fill: 'leaf-soft-2' });
  drawIcon(ctx, 'mark', { x: -72, y: 10, size: 32 });
  within(ctx, { alpha: ease(t, 0.9) }, () => {
    drawBox(ctx, [22, 4, 100, 26], { round: 6, fill: 'margin' });
    drawBox(ctx, [26, 30, 92, 54], { round: 12, fill: 'sheet', stroke: 'margin', width: 3 });
    drawIcon(ctx, 'mark', { x: 56, y: 40, size: 32 });
  });
}
