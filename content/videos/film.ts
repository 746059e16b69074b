import type { Pencil } from './pencil.ts';

/** Everything is drawn on a stage of 640×360; the file may have it larger. */
export const STAGE = { width: 640, height: 360 };
/** The words stand below this line, the drawing above it. */
export const CAPTION_TOP = 266;

export type Scene = {
  seconds: number;
  /** What the scene teaches, for who reads only this: two lines at most. */
  caption: string;
  /** `t` is in seconds since the scene began. Things appear one by one and then stay. */
  draw: (ctx: Pencil, t: number) => void;
};
export type Film = { folder: string; scenes: Scene[] };

/** Seconds at which the scenes begin, and the end. */
export function startsOf({ scenes }: Film): number[] {
  const starts = [0];
  for (const { seconds } of scenes) starts.push(starts.at(-1)! + seconds);
  return starts;
}

export function sceneAt(film: Film, second: number): { at: number; scene: Scene; began: number } {
  const starts = startsOf(film).slice(0, -1);
  const at = starts.findLastIndex((start) => start <= second + 1e-6);
  return { at, scene: film.scenes[at]!, began: starts[at]! };
}

/** 0 before `from`, 1 after `from + seconds`, softly between. */
export function ease(t: number, from = 0, seconds = 0.3): number {
  const x = Math.min(1, Math.max(0, (t - from) / seconds));
  return x * x * (3 - 2 * x);
}
