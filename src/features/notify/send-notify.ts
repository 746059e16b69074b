import { mutationOf } from '#src/offline/outbox/mutation.ts';
import type { Getter, Setter } from 'jotai';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { MESSAGES } from '#contract/messages.ts';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { formSend } from '#src/features/notify/notify.mutation.ts';
import type { NotifyDraft, NotifyOutcome } from '#src/features/notify/notify.types.ts';
import { NOT_SAVED } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { newUuid } from '#src/device/uuid.ts';
import { discardAtom, saveAtom, syncAtom, syncClient } from '#src/sync-client/sync.atoms.ts';

/** How long the form waits for the server's word before it is left to the queue. */
const ANSWER_MS = 10_000;

/** The consent names the text that was on the screen and the moment of the tick (docs/product/offline.md#what-is-queued). */
export async function sendNotify(
  get: Getter,
  set: Setter,
  {
    productId,
    email,
    phone,
    consent,
    consentAt,
  }: NotifyDraft & { productId: number; consent: boolean; consentAt: string | null },
): Promise<NotifyOutcome> {
  const fields = {
    product_id: productId,
    ...(email.trim() === '' ? {} : { email }),
    ...(phone.trim() === '' ? {} : { phone }),
    consent,
    consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
    ...(consentAt ? { consent_at: consentAt } : {}),
  };
  const { uid } = get(sessionAtom);
  const key = newUuid();
  const mutation = mutationOf(formSend, { form: 'notify-product', fields });
  const saved = await set(saveAtom, mutation, { key, uid, owner: get(ownerAtom), seen: get(seenOfAtom)(productId) });
  if (saved !== 'queued') return { kind: 'failed', text: `${NOT_SAVED[saved]}.` };
  const result = await (await syncClient(get)).result(key, ANSWER_MS);
  switch (result.kind) {
    case 'done': {
      const message = result.outcome?.change.message;
      return message === undefined ? { kind: 'done', message: MESSAGES.notifyDone } : { kind: 'confirm', message };
    }
    case 'waiting':
      return { kind: 'done', message: isTooOften(get, key) ? MESSAGES.sentLater : 'Отправим при появлении связи' };
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
