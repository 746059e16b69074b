import type { JobSender } from '#server/db/job-sender.ts';

/** What happened in the past of the demo writes no letters. */
export const SILENT: JobSender = {
  send: () => Promise.resolve(),
  ready: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
