// In the first chunk: the rest of the updates comes later (update.ts).

/** The event that this page fires when its last hold has ended. */
export const FREE = 'updates-free';
const holds = new Set<object>();

/** A checkout, a quiz or a dirty form holds every update and every reload while it is open: returns the release. */
export function holdUpdates(): () => void {
  const hold = {};
  holds.add(hold);
  return () => {
    if (holds.delete(hold) && !isBusy()) dispatchEvent(new Event(FREE));
  };
}
export const isBusy = (): boolean => holds.size > 0;
