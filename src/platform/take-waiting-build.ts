// A file of its own: this much of the updates is in the first chunk.

/**
 * Runs at every start, before the worker module is loaded: a waiting build is taken when this is the only client, and
 * a change of controller reloads the page once. The first controller of a first visit reloads nothing.
 */
export function takeWaitingBuild(): void {
  const container = globalThis.navigator?.serviceWorker;
  if (!container) return;
  let hasController = Boolean(container.controller);
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    // The first controller of a first visit takes nothing away; every later one is another build.
    if (!hasController) hasController = true;
    else if (!isReloading) {
      isReloading = true;
      location.reload();
    }
  });
  void container
    .getRegistration()
    .then((registration) => registration?.waiting?.postMessage({ type: 'activate-if-alone' }));
}
