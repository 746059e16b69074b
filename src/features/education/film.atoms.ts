import { atom } from 'jotai';
import type { LessonVideo } from '#contract/education.ts';
import { libraryAtom } from '#src/features/education/education.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { REQUESTED_WITH } from '#src/offline/keys.ts';
import { downloadFilm, forgetFilm, isFilmHeld, type RangeAnswer } from '#src/offline/lessons-film.ts';
import type { LessonsResult } from '#src/offline/lessons-job.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Films are kept on this phone only when a person asks for it. Commands: readFilmAtom, downloadFilmAtom, cancelFilmAtom, forgetFilmAtom.

export type FilmState = { kind: 'absent'; end?: LessonsResult } | { kind: 'running'; done: number } | { kind: 'held' };
/** By content hash. */
export const filmsAtom = atom<ReadonlyMap<string, FilmState>>(new Map());
const controlsAtom = atom(() => new Map<string, AbortController>());
const tellAtom = atom(null, (get, set, { sha256, state }: { sha256: string; state: FilmState }) =>
  set(filmsAtom, new Map(get(filmsAtom)).set(sha256, state)),
);
type Film = { lessonId: number; video: LessonVideo };

/** Films lie where their lessons do: those for consultants in the person's own database. */
const shelfAtom = atom(null, async (get, _set, lessonId: number) => {
  const course = get(libraryAtom).courses.find(({ lessons }) => lessons.some(({ id }) => id === lessonId));
  return course?.audience === 'everyone' ? get(storesAtom).pub() : get(storesAtom).person(get(sessionAtom).uid);
});

export const readFilmAtom = atom(null, async (get, set, { lessonId, video: { sha256 } }: Film): Promise<void> => {
  if (get(filmsAtom).get(sha256)?.kind === 'running') return;
  const isHeld = await isFilmHeld(await set(shelfAtom, lessonId), sha256).catch(() => false);
  if (isHeld !== (get(filmsAtom).get(sha256)?.kind === 'held'))
    set(tellAtom, { sha256, state: { kind: isHeld ? 'held' : 'absent' } });
});
export const downloadFilmAtom = atom(null, async (get, set, { lessonId, video }: Film): Promise<void> => {
  const { sha256 } = video;
  if (get(filmsAtom).get(sha256)?.kind === 'running') return;
  const control = new AbortController();
  get(controlsAtom).set(sha256, control);
  set(tellAtom, { sha256, state: { kind: 'running', done: 0 } });
  const result = await downloadFilm(
    {
      store: await set(shelfAtom, lessonId),
      fetchRange,
      signal: control.signal,
      onProgress: (done) => set(tellAtom, { sha256, state: { kind: 'running', done } }),
      now: () => new Date(),
    },
    video,
  );
  set(tellAtom, { sha256, state: result.kind === 'updated' ? { kind: 'held' } : { kind: 'absent', end: result } });
});
export const cancelFilmAtom = atom(null, (get, _set, sha256: string) => get(controlsAtom).get(sha256)?.abort());
export const forgetFilmAtom = atom(null, async (_get, set, { lessonId, video: { sha256 } }: Film): Promise<void> => {
  await forgetFilm(await set(shelfAtom, lessonId), sha256);
  set(tellAtom, { sha256, state: { kind: 'absent' } });
});

const DEADLINE_MS = 60_000;
async function fetchRange(url: string, from: number, to: number, signal: AbortSignal): Promise<RangeAnswer> {
  const answer = await fetch(url, {
    headers: { Range: `bytes=${from}-${to}`, 'X-Requested-With': REQUESTED_WITH },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  });
  const [, total] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
  return {
    status: answer.status,
    total: total === undefined ? null : Number(total),
    type: answer.headers.get('content-type') ?? '',
    body: await answer.arrayBuffer(),
  };
}
