import { type ComponentType, use } from 'react';

export type LazyPart<P extends object = object> = ComponentType<P> & { preload(): Promise<unknown> };

const shownFailures = new Set<() => void>();
/** Called when an error boundary has told of a failure: the next attempt asks the network again. */
export function forgetFailures(): void {
  for (const forget of shownFailures) forget();
  shownFailures.clear();
}

/**
 * React.lazy shows its fallback for a frame even when the code is already here; this one does not, and a failed load can be
 * tried again after the error boundary has been reset.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let pending: Promise<ComponentType<P>> | undefined;
  let isAwaited = false;
  const forget = () => {
    pending = undefined;
    isAwaited = false;
  };
  const preload = (): Promise<ComponentType<P>> =>
    (pending ??= load().then(
      (part) => (loaded = part),
      (error: unknown) => {
        // A render that waits must still see this failure, however late React comes back to it; a prefetch need not.
        if (isAwaited) shownFailures.add(forget);
        else forget();
        throw error;
      },
    ));
  const Part = (props: P) => {
    isAwaited = true;
    const Ready = loaded ?? use(preload());
    return <Ready {...props} />;
  };
  return Object.assign(Part, { preload });
}
