/** How long one stage may work before something else has its turn: four of these are the 50 ms of docs/product/start.md#speed. */
const STAGE_MS = 10;

type Scheduler = { yield?: () => Promise<void> };

/**
 * A pause between two pieces of long work, so that a tap in between is answered: waits only when this stage has lasted long
 * enough. In a worker there is nobody to wait for, and it costs next to nothing.
 */
export function inStages(): () => Promise<void> | undefined {
  let from = performance.now();
  return () => {
    if (performance.now() - from < STAGE_MS) return undefined;
    return giveWay().then(() => {
      from = performance.now();
    });
  };
}

/** Once, at once. Browsers without `scheduler.yield` wait for a turn of the event loop. */
function giveWay(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield ? scheduler.yield() : new Promise((done) => setTimeout(done));
}
