import { useState } from 'react';
import type { FieldErrors } from '#contract/reply.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';

export type Preview<T> =
  | { state: 'none' | 'asking' }
  | { state: 'there'; value: T }
  | { state: 'failed'; text: string; errors: FieldErrors };
/** What an act would do, asked of the shop before it can be done. An answer that was overtaken is left alone. */
export function usePreview<T>(): {
  preview: Preview<T>;
  ask: (find: () => Promise<T>) => Promise<void>;
  forget: () => void;
} {
  const [{ preview }, set] = useState<{ turn: object; preview: Preview<T> }>({ turn: {}, preview: { state: 'none' } });
  const show = (own: object, next: Preview<T>) => set((now) => (now.turn === own ? { turn: own, preview: next } : now));
  return {
    preview,
    forget: () => set({ turn: {}, preview: { state: 'none' } }),
    async ask(find) {
      const own = {};
      set({ turn: own, preview: { state: 'asking' } });
      try {
        show(own, { state: 'there', value: await find() });
      } catch (error) {
        const failure = failureOf(error);
        const errors = failure.kind === 'refused' ? (failure.refusal.errors ?? {}) : {};
        show(own, { state: 'failed', text: failureText(failure), errors });
      }
    },
  };
}
