import type { Getter } from 'jotai';
import { netAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { SHOP_CHANNEL } from '#src/offline/keys.ts';
import type { LessonsJob } from '#src/offline/lessons-job.ts';
import type { LessonsMessage, LessonsNews, LessonsReply } from '#src/offline/lessons-messages.ts';
import { forgetCourse } from '#src/offline/lessons-read.ts';
import type { LessonsResult, Progress } from '#src/offline/lessons-job.ts';
import { namedNet } from '#src/offline/named-net.ts';
import { runLessonsJob } from '#src/offline/lessons-sync.ts';
import { isLearner } from '#src/features/education/learner.rules.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// runLessons · forgetLessons · hearLessons: the worker does it where there is one, else this page with the same module.

export type { LessonsJob };
type Options = { signal?: AbortSignal; onProgress?: (progress: Progress) => void };

/** Never throws. */
export async function runLessons(get: Getter, job: LessonsJob, options: Options = {}): Promise<LessonsResult> {
  const { uid, user } = get(sessionAtom);
  if (!isLearner(user)) return { kind: 'gone' };
  const byWorker = await askWorker({ type: 'lessons', uid, job }, options);
  if (byWorker) return byWorker;
  if (options.signal?.aborted) return { kind: 'aborted' };
  try {
    const stores = get(storesAtom);
    return await runLessonsJob(
      {
        pub: stores.pub(),
        person: await stores.person(uid),
        net: namedNet(get(netAtom), uid),
        onChange: tellOthers,
        lock: withLock,
        ...options,
      },
      job,
    );
  } catch (error) {
    return { kind: 'broken', reason: String(error) };
  }
}

/** A worker that does not begin in this time is none: an older build, or one that is stuck. */
const BEGIN_MS = 3000;
/** Longer than the deadline of a single file. */
const NEWS_MS = 20_000;

/** Null when there is no worker, when it has gone silent, or knows of another person: the page then does it. */
function askWorker(message: LessonsMessage, { signal, onProgress }: Options): Promise<LessonsResult | null> {
  const worker = globalThis.navigator?.serviceWorker?.controller;
  if (!worker || typeof MessageChannel !== 'function') return Promise.resolve(null);
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    let timer: ReturnType<typeof setTimeout>;
    const end = (result: LessonsResult | null) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      port1.close();
      done(result);
    };
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => end(null), ms);
    };
    const cancel = () => {
      if (message.job.kind === 'download')
        worker.postMessage({ ...message, job: { kind: 'stop', id: message.job.id } } satisfies LessonsMessage);
    };
    port1.addEventListener('message', ({ data }: MessageEvent<LessonsReply>) => {
      if (data.kind === 'ended') {
        const { result } = data;
        end(result.kind === 'gone' || result.kind === 'broken' ? null : result);
        return;
      }
      if (data.kind === 'progress') onProgress?.(data.progress);
      wait(NEWS_MS);
    });
    port1.start();
    signal?.addEventListener('abort', cancel, { once: true });
    wait(BEGIN_MS);
    worker.postMessage(message, [port2]);
  });
}

/** «Удалить с телефона». */
export async function forgetLessons(get: Getter, courseId: number): Promise<void> {
  const stores = get(storesAtom);
  const { uid } = get(sessionAtom);
  for (const store of [stores.pub(), await stores.person(uid)]) await forgetCourse(store, courseId);
  tellOthers();
}

const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? (navigator.locks.request('lessons', work) as Promise<T>) : work();

function tellOthers(): void {
  if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  // A broadcast channel has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ type: 'lessons' } satisfies LessonsNews);
  channel.close();
}
/** The worker or another tab has changed what can be read. */
export function hearLessons(listen: () => void): () => void {
  if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<LessonsNews | undefined>) => {
    if (data?.type === 'lessons') listen();
  });
  return () => channel.close();
}
