import type { LessonsJob, LessonsResult, Progress } from '#src/offline/lessons-job.ts';

// What a page asks its worker to do for the lessons, and what comes back through the port of the message.

/** `uid`: for whom the page asks; a worker that knows of another holder does nothing. */
export type LessonsMessage = { type: 'lessons'; uid: string; job: LessonsJob };
export type LessonsReply =
  | { kind: 'begun' }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ended'; result: LessonsResult };
/** To every page: what can be read has changed. */
export type LessonsNews = { type: 'lessons' };
