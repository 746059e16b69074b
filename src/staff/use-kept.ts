import { useEffect, useState } from 'react';
import { keepSurface } from '#src/platform/update/keep-surface.ts';

/** Keeps this surface on the device from now on; true as soon as it opens without a network. Tried again with every network. */
export function useKept(surface: 'desk' | 'punkt'): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const keep = () =>
      void keepSurface(surface).then(
        (kept) => !left.signal.aborted && setKept(kept),
        () => {},
      );
    keep();
    addEventListener('online', keep, { signal: left.signal });
    return () => left.abort();
  }, [surface]);
  return isKept;
}
