import { useSyncExternalStore } from 'react';

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
