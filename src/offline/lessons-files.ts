import type { CourseFile, CoursePackage, EducationPackages, LessonPackage } from '#contract/education.ts';
import { isLessonPackage } from '#src/offline/guards-lessons.ts';
import type { StoredFile } from '#src/offline/lessons-store.ts';
import { type Digest, type Net, type NetAnswer, sha256Hex, type Store } from '#src/offline/ports.ts';

// Contents: 1 ports and results, 2 files. What lessons-sync.ts asks of the world, and how it trusts the answers.

// ── 1 Ports and results ─────────────────────────────────────────────────────────────────────────
export type LessonsPorts = {
  pub: Store;
  /** The person's own database: courses for consultants live nowhere else. */
  person: Store;
  net: Net;
  onProgress?: ((done: Progress) => void) | undefined;
  /** What can be read has changed. */
  onChange?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
  digest?: Digest | undefined;
  now?: (() => Date) | undefined;
  /** Web Lock `lessons`; without it the caller answers for running one at a time. */
  lock?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
};
export type Progress = { lessons: number; totalLessons: number; bytes: number; totalBytes: number };
/**
 * `offline` nothing answered; `broken` something answered that is not ours (captive portal, wrong hash): what was readable
 * stays; `full` the device has no room; `gone` the person has left, or the server does not know them.
 */
export type LessonsResult =
  | { kind: 'updated' | 'unchanged' | 'offline' | 'aborted' | 'full' | 'gone' }
  | { kind: 'broken'; reason: string };

export class Stop extends Error {
  readonly result: LessonsResult;
  constructor(result: LessonsResult) {
    super(result.kind);
    this.result = result;
  }
}
export const broken = (reason: string): Stop => new Stop({ kind: 'broken', reason });

export async function finish(ports: LessonsPorts, work: () => Promise<LessonsResult>): Promise<LessonsResult> {
  const run = async (): Promise<LessonsResult> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Stop) return error.result;
      if (ports.signal?.aborted) return { kind: 'aborted' };
      if ((error as Error)?.name === 'QuotaExceededError') return { kind: 'full' };
      return { kind: 'broken', reason: String((error as Error)?.message ?? error) };
    }
  };
  return ports.lock ? ports.lock(run) : run();
}
export const nowOf = (ports: LessonsPorts): string => (ports.now?.() ?? new Date()).toISOString();

// ── 2 Files ─────────────────────────────────────────────────────────────────────────────────────
export async function fetchPackage(
  ports: LessonsPorts,
  { id, sha256, url }: CoursePackage['lessons'][number],
  courseId: number,
): Promise<LessonPackage> {
  const answer = await get(ports, url, null);
  const value = parse(answer, `lesson ${id}`);
  await verify(ports, answer, sha256);
  if (!isLessonPackage(value) || value.id !== id || value.course_id !== courseId)
    throw broken(`lesson ${id}: foreign shape`);
  return value;
}

export async function fetchFile(ports: LessonsPorts, { sha256, url }: CourseFile): Promise<StoredFile> {
  const answer = await get(ports, url, null);
  if (answer.status !== 200 || !answer.type.startsWith('image/'))
    throw broken(`${url}: ${answer.status} ${answer.type}`);
  await verify(ports, answer, sha256);
  return { v: 1, type: answer.type, body: answer.body };
}

async function verify({ digest = sha256Hex }: LessonsPorts, { body }: NetAnswer, sha256: string): Promise<void> {
  if ((await digest(body)) !== sha256) throw broken(`${sha256}: wrong hash`);
}

export async function get(ports: LessonsPorts, path: string, etag: string | null): Promise<NetAnswer> {
  if (ports.signal?.aborted) throw new Stop({ kind: 'aborted' });
  // A list names its files by address: never anybody else's.
  if (!path.startsWith('/') || path.startsWith('//')) throw broken(`${path}: foreign address`);
  try {
    return await ports.net.get(path, { etag, ...(ports.signal ? { signal: ports.signal } : {}) });
  } catch {
    throw new Stop({ kind: ports.signal?.aborted ? 'aborted' : 'offline' });
  }
}

/** 200 with our content type and JSON, anything else is somebody else's answer (offline.md F28). */
export function parse(answer: NetAnswer, what: string): unknown {
  if (answer.status === 401 || answer.status === 403) throw new Stop({ kind: 'gone' });
  if (answer.status !== 200 || !answer.type.startsWith('application/json'))
    throw broken(`${what}: ${answer.status} ${answer.type}`);
  try {
    return JSON.parse(new TextDecoder().decode(answer.body)) as EducationPackages | LessonPackage;
  } catch {
    throw broken(`${what}: not JSON`);
  }
}
