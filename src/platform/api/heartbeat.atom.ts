import { atom } from 'jotai';
import type { Heartbeat } from '#contract/session.ts';

/**
 * What this browser had last said of its queue, as the server answered; undefined = it has not answered yet, null = it knows
 * of nothing.
 */
export const heartbeatAtom = atom<Heartbeat | null | undefined>(undefined);
