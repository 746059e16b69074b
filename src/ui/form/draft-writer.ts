import type { FormValues, Keep } from './form.types.ts';

/** Writes drafts one after the other, and of those that wait the newest only: a fast typist is one write ahead of the store. */
export function createDraftWriter(keep: Keep) {
  let next: FormValues | null = null;
  let line: Promise<void> = Promise.resolve();
  const take = async () => {
    const values = next;
    next = null;
    if (values) await keep.write(values);
  };
  return {
    write(values: FormValues): void {
      const isWaiting = next !== null;
      next = values;
      if (!isWaiting) line = line.then(take);
    },
    /** After it nothing that was typed before is written any more. */
    forget(): Promise<void> {
      next = null;
      line = line.then(keep.forget);
      return line;
    },
  };
}
