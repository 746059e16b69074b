/**
 * Asks the worker to keep desk, counter, or rooms of consultants or learners, of this build on the device (sw/surfaces.ts), because somebody with
 * that right is here. False when a file did not come; never settles where there is no worker: then there is nothing to say.
 */
export async function keepSurface(surface: string): Promise<boolean> {
  const registration = await navigator.serviceWorker?.ready;
  const worker = registration?.active;
  if (!worker) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = (event: MessageEvent<boolean>) => {
      port1.close();
      done(event.data);
    };
    worker.postMessage({ type: 'keep-surface', surface }, [port2]);
  });
}
