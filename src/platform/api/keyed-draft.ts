import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { ask, type KeyStore } from '#src/device/storage.ts';
import { newUuid } from '#src/device/uuid.ts';
import { classOf } from '#src/offline/outbox/classify.rules.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import type { Api } from '#src/platform/api/api.ts';
import { ApiError, failureOf } from '#src/platform/api/failure.ts';

// What is never queued goes online under a key that stands in the person's store before the first try, so that a reload
// repeats the same key (docs/product/offline.md#never-queued, docs/decisions/132-keyed-drafts.md).

/** A change on its way: what was asked, and the key it is asked under until the shop has answered. */
export type KeyedDraft<Input> = { v: 1; key: string; input: Input };
/** Whose change it is: `store` is their database, `owner` what X-Client-User says. */
export type KeyedBy = { api: Pick<Api, 'send'>; store: Pick<KeyStore, 'get' | 'change'>; owner: string };

/** Another change of this name still waits for its answer: repeat that one first, or it could be done beside this one. */
export class UnansweredError extends Error {
  override name = 'UnansweredError' as const;
}

const keyOf = (name: string): string => `keyed:${name}`;
const isDraft = <Input>(value: unknown): value is KeyedDraft<Input> => {
  const { v, key, input } = (value ?? {}) as Partial<KeyedDraft<Input>>;
  return v === 1 && typeof key === 'string' && typeof input === 'object' && input !== null;
};

/** What an earlier page has asked and heard nothing of: the screen says «Проверяем…» and repeats it. */
export async function unanswered<C extends Call>(
  { store }: Pick<KeyedBy, 'store'>,
  name: string,
): Promise<KeyedDraft<CallInput<C>> | null> {
  const kept = await store.get<unknown>(keyOf(name));
  return isDraft<CallInput<C>>(kept) ? kept : null;
}

/**
 * Stores the key, sends, and forgets both once the shop has said its last word. `name` is the place of the draft in the
 * person's store: one change at a time. The same input again (a second tap, a reload) goes under the same key.
 * @throws UnansweredError; ApiError: after a refusal that is final the draft is gone, in every other case it stays; whatever
 * the store throws: then nothing was sent.
 */
export async function sendKeyed<C extends Call>(
  by: KeyedBy,
  { name, call, input }: { name: string; call: C; input: CallInput<C> },
): Promise<CallReply<C>> {
  const { key } = await by.store.change((kv) => begin(kv, name, input));
  try {
    const headers = { 'Idempotency-Key': key, 'X-Client-User': by.owner };
    const reply = await by.api.send(call, input, { headers });
    await forget(by, name, key);
    return reply;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused' && isFinal(failure.refusal.code)) await forget(by, name, key);
    throw error;
  }
}

/** Names of all changes of this person that nobody has answered yet. */
export const unansweredNames = async ({ store }: { store: Pick<KeyStore, 'entries'> }): Promise<string[]> =>
  (await store.entries(keyOf(''))).map(([key]) => key.slice(keyOf('').length));

/** The person has taken the change back; whether the shop has done it before, the next look at the shop tells. */
export const giveUp = ({ store }: { store: Pick<KeyStore, 'del'> }, name: string): Promise<void> =>
  store.del([keyOf(name)]);

async function begin<Input>(kv: IDBObjectStore, name: string, input: Input): Promise<KeyedDraft<Input>> {
  const [isOpen, kept] = await Promise.all([ask<unknown>(kv.get(OPEN_KEY)), ask<unknown>(kv.get(keyOf(name)))]);
  // Nothing comes into a database that a logout has emptied.
  if (isOpen === false) throw new ApiError({ kind: 'broken', cause: 'closed' });
  if (isDraft<Input>(kept)) {
    if (JSON.stringify(kept.input) !== JSON.stringify(input)) throw new UnansweredError(name);
    return kept;
  }
  const draft: KeyedDraft<Input> = { v: 1, key: newUuid(), input };
  kv.put(draft, keyOf(name));
  return draft;
}

/** Only the draft of this key: another tab may have begun a new one since. */
const forget = ({ store }: KeyedBy, name: string, key: string): Promise<void> =>
  store.change(async (kv) => {
    const kept = await ask<unknown>(kv.get(keyOf(name)));
    if (isDraft(kept) && kept.key === key) kv.delete(keyOf(name));
  });

/** Busy, in flight, or not known who asks: the shop may still do it under this key, or has not judged it at all. */
const isFinal = (code: string): boolean => ['rejected', 'forbidden'].includes(classOf(code));
