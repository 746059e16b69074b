import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 779px)';
const subscribe = (changed: () => void): (() => void) => {
  const media = matchMedia(QUERY);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};
/** True on the phone, where one line of the structure fills the screen. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
