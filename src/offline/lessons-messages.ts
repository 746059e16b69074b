import type { LessonsResult, Progress } from '#src/offline/lessons-sync.ts';

// What a page asks its worker to do for the lessons, and what comes back through the port of the message.

export type LessonsJob =
  | { kind: 'sync' }
  | { kind: 'open'; id: number }
  | { kind: 'download'; id: number }
  | { kind: 'stop'; id: number };
/** `uid`: for whom the page asks; a worker that knows of another holder does nothing. */
export type LessonsMessage = { type: 'lessons'; uid: string; job: LessonsJob };
export type LessonsReply =
  | { kind: 'begun' }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ended'; result: LessonsResult };
/** To every page: what can be read has changed. */
export type LessonsNews = { type: 'lessons' };
