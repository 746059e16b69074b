import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 960px)';
const subscribe = (changed: () => void): (() => void) => {
  const media = matchMedia(QUERY);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};
export const isWideNow = (): boolean => matchMedia(QUERY).matches;
/** True on the desktop, whose rail and chips are another set of controls than the phone's. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, isWideNow, () => false);
