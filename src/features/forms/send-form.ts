import type { Getter, Setter } from 'jotai';
import { MESSAGES } from '#contract/messages.ts';
import { newUuid } from '#src/device/uuid.ts';
import { formSend } from '#src/features/forms/form.mutation.ts';
import type { FormOutcome, SentForm } from '#src/features/forms/forms.types.ts';
import { NOT_SAVED } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { mutationOf } from '#src/offline/outbox/mutation.ts';
import { discardAtom, saveAtom, syncAtom, syncClient } from '#src/sync-client/sync.atoms.ts';

/** How long a form waits for the server's word before it is left to the queue. */
const ANSWER_MS = 10_000;

/** Stored first, then sent: closing the app loses nothing (docs/product/offline.md#what-is-queued). */
export async function sendForm(get: Getter, set: Setter, { seen, ...form }: SentForm): Promise<FormOutcome> {
  const { uid } = get(sessionAtom);
  const key = newUuid();
  const saved = await set(saveAtom, mutationOf(formSend, form), { key, uid, owner: get(ownerAtom), seen });
  if (saved !== 'queued') return { kind: 'failed', text: `${NOT_SAVED[saved]}.` };
  const result = await (await syncClient(get)).result(key, ANSWER_MS);
  switch (result.kind) {
    case 'done':
      return { kind: 'sent', message: result.outcome?.change.message };
    case 'waiting':
      return { kind: 'waiting', isTooOften: isTooOften(get, key) };
    case 'rejected': {
      // What was typed is still in the form: mended and sent again, it is a new request.
      const { last } = result.entry;
      await set(discardAtom, result.entry);
      return last?.errors
        ? { kind: 'fields', errors: last.errors }
        : { kind: 'failed', text: last?.message ?? MESSAGES.tryLater };
    }
  }
}

/** The shop has answered: not now. The queue sends it again at the time that the shop has named. */
const isTooOften = (get: Getter, key: string): boolean =>
  get(syncAtom).pending.find(({ id }) => id === key)?.last?.code === 'too_many';
