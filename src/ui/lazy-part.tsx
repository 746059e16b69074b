import { type ComponentType, use } from 'react';

export type LazyPart<P extends object = object> = ComponentType<P> & { preload(): Promise<unknown> };

type PropsOf<Part> = Part extends (props: infer P extends object) => unknown ? P : object;

const shownFailures = new Set<() => void>();
/** Called when an error boundary has told of a failure: the next attempt asks the network again. */
export function forgetFailures(): void {
  for (const forget of shownFailures) forget();
  shownFailures.clear();
}

/**
 * React.lazy shows its fallback for a frame even when the code is already here; this one does not, and a failed load can be
 * tried again after the error boundary has been reset. `name`: which export of the module it is.
 */
export function lazyPart<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]>> {
  type Part = ComponentType<PropsOf<Module[Name]>>;
  let loaded: Part | undefined;
  let pending: Promise<Part> | undefined;
  let isAwaited = false;
  const forget = () => {
    pending = undefined;
    isAwaited = false;
  };
  const preload = (): Promise<Part> =>
    (pending ??= load().then(
      (module) => (loaded = module[name] as Part),
      (error: unknown) => {
        // A render that waits must still see this failure, however late React comes back to it; a prefetch need not.
        if (isAwaited) shownFailures.add(forget);
        else forget();
        throw error;
      },
    ));
  const waited = () => {
    isAwaited = true;
    return preload();
  };
  const Lazy = (props: PropsOf<Module[Name]>) => {
    // Whoever has once waited waits the same way in every render, as React wants it of `use`.
    const Ready = loaded && !isAwaited ? loaded : use(waited());
    return <Ready {...props} />;
  };
  return Object.assign(Lazy, { preload });
}
