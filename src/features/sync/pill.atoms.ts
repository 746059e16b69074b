import { atom } from 'jotai';

/** What the pill adds to the state of the network; null = nothing to say. Filled by keep-pill.ts. */
export type Pill = {
  /** Colour of its dot: something waits, everything has gone, something was refused. */
  tone: 'wait' | 'sent' | 'refused';
  text: string;
  /** How far it is; changes too often to be announced. */
  more?: string;
};
export const pillAtom = atom<Pill | null>(null);
