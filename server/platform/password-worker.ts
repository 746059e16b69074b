import { hashSync, verifySync } from '@node-rs/argon2';
import { getPriority, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { HashAnswer, HashData, HashWork } from '#server/platform/password-threads.ts';

// One hash after another in a thread of its own, which gives way to whoever answers readers (docs/decisions/475).

/** The least a thread can have. */
const LEAST = 19;
const { nice } = workerData as HashData;
// Of Linux alone: there the number 0 is the calling thread. Elsewhere it is the process, which answers the readers itself.
if (platform() === 'linux') setPriority(0, Math.min(LEAST, getPriority(0) + nice));

const port = parentPort!;
const answer = (work: HashWork): HashAnswer => {
  try {
    return {
      value: work.kind === 'hash' ? hashSync(work.password, work.cost) : verifySync(work.stored, work.password),
    };
  } catch (error) {
    // With its stack: argon2 has refused work with no words at all.
    return { failed: error instanceof Error ? (error.stack ?? String(error)) : String(error) };
  }
};
port.on('message', (work: HashWork) => port.postMessage(answer(work)));
