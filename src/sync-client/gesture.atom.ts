import { atom } from 'jotai';
import { freshAtom, type Gesture, type Saved } from '#src/sync-client/queue.atoms.ts';
import { newUuid } from '#src/device/uuid.ts';

/** The one way of a gesture to the server. In the first chunk: what stores and sends comes later. */
export const gestureAtom = atom(null, async (get, set, gesture: Gesture): Promise<Saved> => {
  const made = { ...gesture, id: gesture.id ?? newUuid() };
  set(freshAtom, [...get(freshAtom), made]);
  try {
    return await (await import('#src/sync-client/queue.ts')).save(get, set, made);
  } catch {
    // The code did not come: nothing was saved, and nothing is shown as if it were.
    set(
      freshAtom,
      get(freshAtom).filter((one) => one.id !== made.id),
    );
    return 'lost';
  }
});
