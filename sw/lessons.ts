import { SHOP_CHANNEL } from '#src/offline/keys.ts';
import type { LessonsMessage, LessonsNews, LessonsReply } from '#src/offline/lessons-messages.ts';
import type { LessonsResult, Progress } from '#src/offline/lessons-job.ts';
import { namedNet } from '#src/offline/named-net.ts';
import { runLessonsJob } from '#src/offline/lessons-sync.ts';
import { fetchNet } from '#src/device/fetch-net.ts';
import { personStore, pubStore } from '#src/device/storage.ts';
import { readHolder } from '#sw/holder.ts';

/** Downloads of courses under way: «Отменить» of any page ends them. */
const downloads = new Map<number, AbortController>();

/** Carries out one job of a page and tells it through the port; never rejects. */
export async function serveLessons(
  { uid, job }: LessonsMessage,
  port: MessagePort | undefined,
  stop: AbortSignal,
): Promise<void> {
  const tell = (reply: LessonsReply) => port?.postMessage(reply);
  tell({ kind: 'begun' });
  const control = new AbortController();
  if (job.kind === 'stop') downloads.get(job.id)?.abort();
  if (job.kind === 'download') downloads.set(job.id, control);
  tell({ kind: 'ended', result: await run(uid, job, AbortSignal.any([stop, control.signal]), tell) });
}

/** At the start of this build: the lists, and newer versions of what this phone keeps. */
export const syncLessonsNow = (stop: AbortSignal): Promise<LessonsResult> =>
  run(undefined, { kind: 'sync' }, stop, () => {});

async function run(
  uid: string | undefined,
  job: LessonsMessage['job'],
  signal: AbortSignal,
  tell: (reply: LessonsReply) => void,
): Promise<LessonsResult> {
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  try {
    const holder = (await readHolder())?.uid ?? 'guest';
    if (holder === 'guest' || (uid ?? holder) !== holder) return { kind: 'gone' };
    const ports = {
      pub: pubStore(),
      person: await personStore(holder),
      net: namedNet(fetchNet, holder),
      signal,
      onProgress: (progress: Progress) => tell({ kind: 'progress', progress }),
      onChange: () => channel.postMessage({ type: 'lessons' } satisfies LessonsNews),
      lock: <T>(work: () => Promise<T>) => navigator.locks.request('lessons', { signal }, work) as Promise<T>,
    };
    return await runLessonsJob(ports, job);
  } catch (error) {
    // A broken database or a missing API of the browser: the page does it for itself.
    return signal.aborted ? { kind: 'aborted' } : { kind: 'broken', reason: String(error) };
  } finally {
    channel.close();
  }
}
