import { atom } from 'jotai';
import { reloadLibraryAtom } from '#src/features/education/education.atoms.ts';
import { forgetLessons, runLessons } from '#src/features/education/lessons-run.ts';
import type { LessonsResult, Progress } from '#src/offline/lessons-job.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';

// «Скачать курс». A download goes on when the screen is left; what was cut off goes on at the next start by itself.

export type CourseDownload = { kind: 'running'; progress: Progress | null } | { kind: 'ended'; result: LessonsResult };
/** By course. */
export const downloadsAtom = atom<ReadonlyMap<number, CourseDownload>>(new Map());
const controlsAtom = atom(() => new Map<number, AbortController>());

const tellAtom = atom(null, (get, set, { id, now }: { id: number; now: CourseDownload }) =>
  set(downloadsAtom, new Map(get(downloadsAtom)).set(id, now)),
);
export const downloadCourseAtom = atom(null, async (get, set, id: number): Promise<void> => {
  if (get(downloadsAtom).get(id)?.kind === 'running') return;
  const control = new AbortController();
  get(controlsAtom).set(id, control);
  set(tellAtom, { id, now: { kind: 'running', progress: null } });
  // The newest list first: what it names is there.
  await runLessons(get, { kind: 'sync' }, { signal: control.signal });
  const result = control.signal.aborted
    ? ({ kind: 'aborted' } as const)
    : await runLessons(
        get,
        { kind: 'download', id },
        { signal: control.signal, onProgress: (progress) => set(tellAtom, { id, now: { kind: 'running', progress } }) },
      );
  await set(reloadLibraryAtom);
  if (result.kind === 'offline') set(reportNetworkAtom, false);
  set(tellAtom, { id, now: { kind: 'ended', result } });
});
/** Also of one that an earlier page has begun. */
export const cancelDownloadAtom = atom(null, async (get, set, id: number): Promise<void> => {
  get(controlsAtom).get(id)?.abort();
  await runLessons(get, { kind: 'stop', id });
  await set(reloadLibraryAtom);
});
export const forgetCourseAtom = atom(null, async (get, set, id: number): Promise<void> => {
  await forgetLessons(get, id);
  const left = new Map(get(downloadsAtom));
  left.delete(id);
  set(downloadsAtom, left);
  await set(reloadLibraryAtom);
});
