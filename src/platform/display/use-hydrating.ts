import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * True on the server and while React takes over what the server rendered: both must draw the same, whatever the device
 * knows. False from the first render on where nothing was rendered. It becomes false in a transition: what differs then is drawn
 * in slices, and a tap in between is answered (docs/decisions/590).
 */
export function useHydrating(): boolean {
  const [isHydrating, setHydrating] = useState(useTakenOver());
  useEffect(() => {
    if (isHydrating) startTransition(() => setHydrating(false));
  }, [isHydrating]);
  return isHydrating;
}

/**
 * True in every render of a part that was taken over, false of one that was drawn here. For what is only asked once, as a first
 * state: `useHydrating` draws the part a second time, at once, when its answer changes.
 */
export function useTakenOver(): boolean {
  const wasTaken = useRef<boolean>(null);
  return useSyncExternalStore(
    never,
    () => (wasTaken.current ??= false),
    () => (wasTaken.current ??= true),
  );
}
