/** A seeded generator (mulberry32): the same seed gives the same run. */
export type Chance = {
  next(): number;
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
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
  return { next, int, pick: (items) => items[int(items.length)] as never, chance: (share) => next() < share };
}

type Task = { context: string; label: string; run: () => void };

/**
 * Everything that waits for the world waits here, and the seed decides who goes on. A task of a dead context is never
 * run: that is what a crash is. Requests on the wire belong to the world and outlive their sender.
 */
export class Scheduler {
  private tasks: Task[] = [];
  readonly trace: string[] = [];
  private readonly chance: Chance;
  isTracing = false;
  private hash = 0x811c9dc5;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  /** Resolves when the seed picks it. */
  wait<T>(context: string, label: string, value: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.tasks.push({
        context,
        label,
        run: () => {
          try {
            resolve(value());
          } catch (error) {
            reject(error);
          }
        },
      });
    });
  }

  kill(context: string): void {
    this.tasks = this.tasks.filter((task) => task.context !== context);
  }

  get size(): number {
    return this.tasks.length;
  }

  /** Runs one waiting task and lets everything that follows from it settle. False when nothing waits. */
  async step(): Promise<boolean> {
    if (this.tasks.length === 0) return false;
    const index = this.chance.int(this.tasks.length);
    const [task] = this.tasks.splice(index, 1);
    if (!task) return false;
    this.note(`${task.context} ${task.label}`);
    task.run();
    await settled();
    return true;
  }

  note(line: string): void {
    for (let i = 0; i < line.length; i += 1) this.hash = Math.imul(this.hash ^ line.charCodeAt(i), 0x01000193);
    if (this.isTracing) this.trace.push(line);
  }

  get traceHash(): number {
    return this.hash >>> 0;
  }
}

/** All microtasks have run: every engine is waiting for the scheduler again. */
export const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
