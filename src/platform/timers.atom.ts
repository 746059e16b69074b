import { atom } from 'jotai';

/** What the app waits by. A test moves this time on while its own sockets take the time they need. */
export type Timers = {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls `work` in `ms`; returns what prevents it. */
  after(ms: number, work: () => void): () => void;
  /** The device's own clock, right or wrong: for display, the diagnostics and how long ago something was done here. */
  date(): Date;
};

const browserTimers: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  date: () => new Date(),
};

export const timersAtom = atom<Timers>(browserTimers);
