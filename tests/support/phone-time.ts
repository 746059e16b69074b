import type { Timers } from '#src/platform/timers.atom.ts';

// The time of all phones of a test file. It flows as ever, and a test hurries it on; sockets and the database take the time
// they need, for nothing is skipped while a phone waits for the shop.

type Timer = { at: number; work: () => void; handle?: ReturnType<typeof setTimeout> };

let skipped = 0;
let asking = 0;
const timers = new Set<Timer>();
const now = () => performance.now() + skipped;

function arm(timer: Timer): void {
  clearTimeout(timer.handle);
  timer.handle = setTimeout(() => fire(timer), Math.max(0, timer.at - now()));
}
function fire(timer: Timer): void {
  clearTimeout(timer.handle);
  if (timers.delete(timer)) timer.work();
}
/** What follows from it without a socket: promises, and stores in memory. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i += 1) await new Promise((done) => setImmediate(done));
};

export const phoneTime: Timers = {
  now,
  after(ms, work) {
    const timer: Timer = { at: now() + ms, work };
    timers.add(timer);
    arm(timer);
    return () => {
      clearTimeout(timer.handle);
      timers.delete(timer);
    };
  },
  // What is written into records and compared with them: the engine takes the device's clock itself.
  date: () => new Date(),
};

/** A request of a phone is under way until `answer` settles: meanwhile time is not hurried. */
export async function whileAsking<T>(answer: Promise<T>): Promise<T> {
  asking += 1;
  try {
    return await answer;
  } finally {
    asking -= 1;
  }
}

/** `ms` pass at once, timer by timer; stops at the first one that makes a phone ask the shop. */
export async function hurry(ms: number): Promise<void> {
  const end = now() + ms;
  await settle();
  while (asking === 0) {
    const [next] = [...timers].sort((one, other) => one.at - other.at);
    const at = Math.min(end, next?.at ?? end);
    skipped += Math.max(0, at - now());
    if (!next || next.at > end) break;
    fire(next);
    await settle();
  }
  for (const timer of timers) arm(timer);
}

/** All of `ms` pass, with whatever the phones ask meanwhile. */
export async function pass(ms: number): Promise<void> {
  const end = now() + ms;
  while (now() < end) {
    await hurry(end - now());
    if (asking > 0) await new Promise((done) => setTimeout(done, 2));
  }
}
