import type { createStore } from 'jotai';
import type { Need } from '#contract/rights.ts';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { whenIdle } from '#src/platform/display/when-idle.ts';
import { keepSurface } from '#src/platform/update/keep-surface.ts';

/** Rooms that the worker keeps, and who may enter: whoever has one of the rights. */
const ROOMS: readonly (readonly [surface: string, rights: readonly Need[]])[] = [
  ['consultant', ['structure.view', 'reports.view', 'account.transfer', 'newcomer.create']],
  ['learner', ['education.view']],
];

/**
 * The rooms of consultants and learners open without a signal as soon as one has held this phone: their code is asked for when the
 * phone is idle, again with every network until it is here (docs/decisions/390, 593). Returns what ends it.
 */
export function keepRooms(store: ReturnType<typeof createStore>): () => void {
  const ends = ROOMS.map(([surface, rights]) => keepRoom(store, surface, rights));
  return () => {
    for (const end of ends) end();
  };
}

function keepRoom(store: ReturnType<typeof createStore>, surface: string, rights: readonly Need[]): () => void {
  let state: 'none' | 'asked' | 'kept' = 'none';
  const ask = async (): Promise<void> => {
    const isKept = await keepSurface(surface).catch(() => false);
    state = isKept ? 'kept' : 'none';
  };
  const look = (): void => {
    const session = store.get(sessionAtom);
    if (state !== 'none' || !rights.some((right) => entranceOf(right, session) === 'open')) return;
    state = 'asked';
    whenIdle(() => void ask());
  };
  const unsubscribe = store.sub(sessionAtom, look);
  addEventListener('online', look);
  look();
  return () => {
    unsubscribe();
    removeEventListener('online', look);
  };
}
