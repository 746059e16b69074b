import type { Getter } from 'jotai';
import { netAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import type { LessonsPorts, LessonsResult, Progress } from '#src/offline/lessons-files.ts';
import { downloadCourse, openLesson, syncLessons } from '#src/offline/lessons-sync.ts';
import { storesAtom } from '#src/platform/stores.atom.ts';

/** What the phone is asked to bring up to date. */
export type LessonsJob = { kind: 'sync' } | { kind: 'open'; id: number } | { kind: 'download'; id: number };
type Options = { signal?: AbortSignal; onProgress?: (progress: Progress) => void };

/** The worker's module in the page: a first visit has no worker yet, some browsers never have one. Never throws. */
export async function runLessons(get: Getter, job: LessonsJob, options: Options = {}): Promise<LessonsResult> {
  const { uid, user } = get(sessionAtom);
  if (user.isGuest) return { kind: 'gone' };
  try {
    const stores = get(storesAtom);
    const ports: LessonsPorts = {
      pub: stores.pub(),
      person: await stores.person(uid),
      net: get(netAtom),
      onChange: tellOthers,
      lock: withLock,
      ...options,
    };
    if (job.kind === 'sync') return await syncLessons(ports);
    return await (job.kind === 'open' ? openLesson(ports, job.id) : downloadCourse(ports, job.id));
  } catch (error) {
    return { kind: 'broken', reason: String(error) };
  }
}

const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? (navigator.locks.request('lessons', work) as Promise<T>) : work();

const CHANNEL = 'rostok';
export type LessonsNews = { type: 'lessons' };
function tellOthers(): void {
  if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(CHANNEL);
  // A broadcast channel has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ type: 'lessons' } satisfies LessonsNews);
  channel.close();
}
/** The worker or another tab has changed what can be read. */
export function hearLessons(listen: () => void): () => void {
  if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<LessonsNews | undefined>) => {
    if (data?.type === 'lessons') listen();
  });
  return () => channel.close();
}
