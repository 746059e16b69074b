import type { SyncEnd } from '#src/offline/trusted.ts';

/** What may be asked for: by a page of its worker, or of itself where there is none. */
export type LessonsJob =
  | { kind: 'sync' }
  | { kind: 'open'; id: number }
  | { kind: 'download'; id: number }
  | { kind: 'stop'; id: number };
export type Progress = { lessons: number; totalLessons: number; bytes: number; totalBytes: number };
export type LessonsResult = SyncEnd;
