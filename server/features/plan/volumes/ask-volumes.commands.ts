import type { Questions, Stamp } from '#server/features/plan/volumes/volumes-messages.ts';
import { type Volumes, VolumesError } from '#server/features/plan/volumes/volumes.ts';
import { refuse } from '#server/platform/refuse.ts';

export type { Volumes };
const COUNTING = 'Баллы сейчас пересчитываются. Откройте ещё раз через минуту';

/** Asks the copy of the open period. @throws RefusedError `unavailable` in words while there is none */
export async function askVolumes<K extends Exclude<keyof Questions, 'follow'>>(
  volumes: Volumes | undefined,
  kind: K,
  asked: Questions[K][0],
): Promise<{ value: Questions[K][1]; stamp: Stamp }> {
  if (!volumes) return refuse('unavailable', COUNTING);
  try {
    return await volumes.ask(kind, asked);
  } catch (error) {
    if (error instanceof VolumesError) return refuse('unavailable', COUNTING);
    throw error;
  }
}
