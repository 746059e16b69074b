import type { SyncPorts } from '#src/sync-client/sync-ports.ts';

export type Alarm = {
  /** Rings in `ms`, or when an earlier one is due: what waits for one lane is no reason to keep another waiting. */
  set(ms: number): void;
  clear(): void;
  isSet(): boolean;
};

/** One timer: the earliest wish wins. */
export function createAlarm({ now, after }: SyncPorts['timers'], ring: () => void): Alarm {
  let next: { dueAt: number; cancel: () => void } | null = null;
  const clear = (): void => {
    next?.cancel();
    next = null;
  };
  return {
    clear,
    isSet: () => next !== null,
    set(ms) {
      const dueAt = now() + ms;
      if (next && next.dueAt <= dueAt) return;
      clear();
      const cancel = after(ms, () => {
        next = null;
        ring();
      });
      next = { dueAt, cancel };
    },
  };
}
