import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Cluster } from '#server/db/embedded.ts';

const AGAIN_MS = 500;
const LOOK_MS = 1000;

/** What holds the shop's place on an embedded server: its connection is also the sign that the server lives. */
export type Place = { cluster: Cluster; keeper: pg.Client };
/** `lost`: the server is gone; `failed`: it could not be started yet; `back`; `moved`: another process started it under another address. */
export type Told = (what: 'lost' | 'failed' | 'back' | 'moved', error?: unknown) => void;

/**
 * Takes the place again whenever the server has died under us, which starts the server (docs/decisions/191-embedded-restart.md).
 * `stop` ends that and answers the place as it is then.
 */
export function keepRunning(first: Place, retake: () => Promise<Place>, tell: Told): { stop(): Promise<Place> } {
  let place = first;
  let isStopping = false;
  let restarting = Promise.resolve();
  const watch = ({ keeper }: Place) =>
    keeper.once('end', () => {
      restarting = restart();
    });

  async function restart(): Promise<void> {
    if (isStopping) return;
    tell('lost');
    for (let hasTold = false; !isStopping;) {
      try {
        const taken = await retake();
        const isSame = taken.cluster.url === place.cluster.url;
        place = taken;
        watch(taken);
        return tell(isSame ? 'back' : 'moved');
      } catch (error) {
        if (!hasTold) tell('failed', error);
        hasTold = true;
        await sleep(AGAIN_MS);
      }
    }
  }
  watch(first);
  const looks = setInterval(() => place.cluster.hastenStop(), LOOK_MS).unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(looks);
      await restarting;
      return place;
    },
  };
}
