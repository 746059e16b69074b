// What stands behind every `import()` of a build (vite.config.ts puts it in the place of Vite's own helper, which is four
// times this size and asks for the code only after the styles have come).

const styles: Record<string, Promise<void> | undefined> = {};

/** What `vite:preloadError` asks its listener (app/chunk-errors.ts): does this page go, to bring the part with a new build? */
export type LostPart = { isReloading?: Promise<boolean> };

/**
 * A part of the app on its way: code and styles together, ready when both are here. If it does not come and the page goes
 * for that, whoever waits for the part waits until the page has gone; otherwise it is a failure.
 */
export function loadPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  return Promise.all([load(), ...files.map((file) => (styles[file] ??= loadStyle(file)))]).then(
    ([part]) => part,
    async (error: unknown) => {
      const detail: LostPart = {};
      dispatchEvent(new CustomEvent('vite:preloadError', { detail }));
      if (await detail.isReloading) return new Promise<never>(() => {});
      throw error;
    },
  );
}

function loadStyle(file: string): Promise<void> {
  return new Promise((done, fail) => {
    if (document.querySelector(`link[href="/${file}"]`)) {
      done();
      return;
    }
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `/${file}`;
    link.onload = () => done();
    link.onerror = () => {
      // The failure is forgotten, so that the next attempt asks the network again.
      link.remove();
      styles[file] = undefined;
      fail(new Error(`Unable to preload CSS for ${file}`));
    };
    document.head.append(link);
  });
}
