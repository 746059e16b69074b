import { useRef, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * True on the server and while React takes over what the server rendered: both must draw the same, whatever the device
 * knows. False in every later render, and from the first on where nothing was rendered.
 */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );

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
