import type { LessonsMessage, LessonsNews, LessonsReply } from '#src/offline/lessons-messages.ts';
import { type LessonsResult, runLessonsJob } from '#src/offline/lessons-sync.ts';
import { fetchNet } from '#src/platform/fetch-net.ts';
import { HOLDER_KEY } from '#src/platform/outbox-keys.ts';
import { personStore, pubStore } from '#src/platform/storage.ts';

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
  if (job.kind === 'stop') downloads.get(job.id)?.abort();
  const control = new AbortController();
  if (job.kind === 'download') downloads.set(job.id, control);
  const result = await run(uid, job, AbortSignal.any([stop, control.signal]), tell);
  if (job.kind === 'download' && downloads.get(job.id) === control) downloads.delete(job.id);
  tell({ kind: 'ended', result });
}

/** At the start of this build: the lists, and newer versions of what this phone keeps. */
export async function syncLessonsNow(stop: AbortSignal): Promise<void> {
  const holder = await pubStore().get<{ uid?: string }>(HOLDER_KEY);
  if (holder?.uid && holder.uid !== 'guest') await run(holder.uid, { kind: 'sync' }, stop, () => {});
}

async function run(
  uid: string,
  job: LessonsMessage['job'],
  signal: AbortSignal,
  tell: (reply: LessonsReply) => void,
): Promise<LessonsResult> {
  const channel = new BroadcastChannel('rostok');
  try {
    const pub = pubStore();
    const holder = await pub.get<{ uid?: string }>(HOLDER_KEY);
    if (uid === 'guest' || holder?.uid !== uid) return { kind: 'gone' };
    return await runLessonsJob(
      {
        pub,
        person: await personStore(uid),
        net: fetchNet,
        signal,
        onProgress: (progress) => tell({ kind: 'progress', progress }),
        onChange: () => channel.postMessage({ type: 'lessons' } satisfies LessonsNews),
        lock: (work) => navigator.locks.request('lessons', { signal }, work),
      },
      job,
    );
  } catch (error) {
    // A broken database or a missing API of the browser: the page does it for itself.
    return signal.aborted ? { kind: 'aborted' } : { kind: 'broken', reason: String(error) };
  } finally {
    channel.close();
  }
}
