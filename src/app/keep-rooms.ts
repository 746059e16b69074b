import type { createStore } from 'jotai';
import type { Need } from '#contract/rights.ts';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { whenIdle } from '#src/platform/display/when-idle.ts';
import { keepSurface } from '#src/platform/update/keep-surface.ts';

/** Whoever has one of these may enter some room of consultants. */
const RIGHTS: readonly Need[] = ['structure.view', 'reports.view', 'account.transfer', 'newcomer.create'];

/**
 * The rooms of consultants open without a signal as soon as a consultant has held this phone: their code is asked for when the phone is
 * idle, again with every network until it is here (docs/decisions/390). Returns what ends it.
 */
export function keepRooms(store: ReturnType<typeof createStore>): () => void {
  let state: 'none' | 'asked' | 'kept' = 'none';
  const ask = async (): Promise<void> => {
    const isKept = await keepSurface('consultant').catch(() => false);
    state = isKept ? 'kept' : 'none';
  };
  const look = (): void => {
    const session = store.get(sessionAtom);
    if (state !== 'none' || !RIGHTS.some((right) => entranceOf(right, session) === 'open')) return;
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
