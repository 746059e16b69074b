/** A seeded generator (mulberry32): the same seed gives the same run. */
export type Chance = {
  next(): number;
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
  /** From here on as if made with this seed: what a command draws does not depend on the commands before it. */
  reseed(seed: number): void;
};

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    pick: (items) => items[int(items.length)] as never,
    chance: (share) => next() < share,
    reseed: (seed) => {
      state = seed >>> 0;
    },
  };
}

/** Who waits: a tab or a worker, which can be frozen or killed. */
export type Waiter = { readonly name: string; frozen: boolean; alive: boolean };
type Task = { waiter: Waiter | null; label: string; run: () => void };

/**
 * Everything that waits for the world waits here, and the seed decides who goes on. A task of a dead context is never
 * run: that is what a crash is. Requests on the wire (no waiter) belong to the world and outlive their sender.
 */
export class Scheduler {
  private tasks: Task[] = [];
  chance: Chance;
  trace: string[] | null = null;
  private hash = 0x811c9dc5;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  /** Resolves with what `value` gives when the seed picks it. */
  wait<T>(waiter: Waiter | null, label: string, value: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (waiter?.alive === false) return;
      this.tasks.push({
        waiter,
        label,
        run: () => {
          try {
            resolve(value());
          } catch (error) {
            reject(error as Error);
          }
        },
      });
    });
  }

  kill(waiter: Waiter): void {
    this.tasks = this.tasks.filter((task) => task.waiter !== waiter);
  }

  /** Runs one waiting task and lets everything that follows from it settle. False when nothing can go on. */
  async step(): Promise<boolean> {
    const { tasks } = this;
    const start = this.chance.int(tasks.length);
    for (let i = 0; i < tasks.length; i += 1) {
      const index = (start + i) % tasks.length;
      const task = tasks[index] as Task;
      if (task.waiter?.frozen) continue;
      tasks[index] = tasks[tasks.length - 1] as Task;
      tasks.pop();
      this.note(task.waiter?.name ?? 'wire', task.label);
      task.run();
      await settled();
      return true;
    }
    return false;
  }

  note(who: string, what: string): void {
    this.hash = Math.imul(Math.imul(this.hash ^ codeOf(who), 0x01000193) ^ codeOf(what), 0x01000193);
    this.trace?.push(`${who} ${what}`);
  }

  get traceHash(): number {
    return this.hash >>> 0;
  }
}

const codes = new Map<string, number>();
function codeOf(text: string): number {
  let code = codes.get(text);
  if (code === undefined) {
    code = 0x811c9dc5;
    for (let i = 0; i < text.length; i += 1) code = Math.imul(code ^ text.charCodeAt(i), 0x01000193);
    if (codes.size < 10_000) codes.set(text, code);
  }
  return code;
}

/** All microtasks have run: every engine waits for the scheduler again (Node runs ticks once the microtasks are empty). */
export const settled = (): Promise<void> => new Promise((done) => process.nextTick(done));
