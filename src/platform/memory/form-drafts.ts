import { ask, type KeyStore } from '#src/device/storage.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';

/** What is typed, with the day it was: personal data that nobody comes back for is not kept for ever. */
type StoredDraft = { v: 1; at: string; values: Readonly<Record<string, unknown>> };
const KEPT_DAYS = 30;
const draftKey = (name: string): string => `draft:form:${name}`;

/**
 * The draft of one form in the database of whoever began to type (docs/decisions/210-one-form.md). `open` is asked for every time, and
 * none of the three throws: a phone whose memory does not answer still lets a form be sent.
 */
export function formDraft(open: () => Promise<KeyStore>, name: string, now: () => number = Date.now) {
  const key = draftKey(name);
  return {
    async read(): Promise<StoredDraft['values'] | undefined> {
      const kept = await open()
        .then((store) => store.get<unknown>(key))
        .catch(() => undefined);
      return isDraft(kept) && now() - Date.parse(kept.at) < KEPT_DAYS * 86_400_000 ? kept.values : undefined;
    },
    async write(values: StoredDraft['values']): Promise<void> {
      const draft: StoredDraft = { v: 1, at: new Date(now()).toISOString(), values };
      await open()
        .then((store) =>
          store.change(async (kv) => {
            // Nothing comes into a database that a logout has emptied.
            if ((await ask<unknown>(kv.get(OPEN_KEY))) !== false) kv.put(draft, key);
          }),
        )
        .catch(() => {});
    },
    async forget(): Promise<void> {
      await open()
        .then((store) => store.del([key]))
        .catch(() => {});
    },
  };
}
export type FormDraft = ReturnType<typeof formDraft>;

function isDraft(value: unknown): value is StoredDraft {
  const { v, at, values } = (value ?? {}) as Partial<StoredDraft>;
  return v === 1 && typeof at === 'string' && typeof values === 'object' && values !== null;
}
