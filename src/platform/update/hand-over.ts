/** A slow phone needs seconds to start a worker; one that never answers must not hold the person for ever. */
const SIGN_OF_LIFE_MS = 5000;

type Ear = Pick<ServiceWorker, 'postMessage'>;
/** What of a registration this needs: the worker in charge and the one that waits. */
export type HandOver = { readonly active: Ear | null; readonly waiting: Ear | null };

/**
 * The waiting worker takes over; false = none waits. Chrome lets the worker in charge end its work first. It hurries that
 * worker only when it is running at this moment. One that is just starting keeps the new build out until it has been idle
 * for thirty seconds. So a sign of life comes first: whoever has given it is running (docs/decisions/180-hand-over.md).
 */
export async function handOver(registration: HandOver, limitMs = SIGN_OF_LIFE_MS): Promise<boolean> {
  if (registration.active) await signOfLife(registration.active, limitMs);
  const next = registration.waiting;
  next?.postMessage({ type: 'SKIP_WAITING' });
  return Boolean(next);
}

/**
 * Which build the worker is, when it has answered: that starts it if it was not running. Undefined when it has not answered
 * in `limitMs`.
 */
export function signOfLife(worker: Ear, limitMs: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    const end = (build?: unknown) => {
      clearTimeout(timer);
      port1.close();
      done(build);
    };
    const timer = setTimeout(end, limitMs);
    port1.addEventListener('message', ({ data }) => end(data));
    port1.start();
    worker.postMessage({ type: 'alive?' }, [port2]);
  });
}
