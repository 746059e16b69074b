import { setClock } from './set-clock.ts';

// Loaded before a shop, and into each of its threads: its calls and its jobs live at another time. Only the database keeps the real one,
// by which the queue alone counts.

setClock(Number(process.env.CLOCK_AHEAD_MS));
