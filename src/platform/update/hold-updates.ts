// In the first chunk: the rest of the updates comes later (update.ts).

/** What this page fires when its last hold has ended. */
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

/** Reloads this page: at once, or when what holds it is closed. */
export function reloadWhenFree(): void {
  if (isBusy()) addEventListener(FREE, () => location.reload());
  else location.reload();
}

/** A newer build takes this page over: parts of it that were on their way are not lost, the next page asks for its own. */
export const hushLostParts = (): void => addEventListener('unhandledrejection', quiet);
const quiet = (event: PromiseRejectionEvent): void => {
  if (/imported module|preload CSS/.test(String(event.reason))) event.preventDefault();
};
