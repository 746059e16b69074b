import type { Getter, Setter } from 'jotai';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { MESSAGES } from '#contract/messages.ts';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { formSend } from '#src/features/notify/notify.mutation.ts';
import type { NotifyDraft, NotifyOutcome } from '#src/features/notify/notify.types.ts';
import { NOT_SAVED } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import type { Intent, FormSend } from '#src/offline/outbox/record.ts';
import { gestureAtom } from '#src/sync-client/gesture.atom.ts';
import { discard, fateOf } from '#src/sync-client/queue.ts';

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
  const owner = get(ownerAtom);
  const body: FormSend = { form: 'notify-product', fields };
  const intent: Intent = { kind: 'form.send', body };
  const saved = await set(gestureAtom, { uid, owner, intent, seen: get(seenOfAtom)(productId) });
  if (saved !== 'queued') return { kind: 'failed', text: `${NOT_SAVED[saved]}.` };
  const fate = await fateOf(get, set, { uid, owner: await owner, lane: formSend.lane(body), ms: ANSWER_MS });
  switch (fate.kind) {
    case 'done':
      return { kind: 'done', message: MESSAGES.notifyDone };
    case 'waiting':
      return { kind: 'done', message: 'Отправим при появлении связи' };
    case 'refused': {
      // What was typed is still in the form: mended and sent again, it is a new request.
      const { last } = fate.parked;
      await discard(get, fate.parked);
      return last?.errors
        ? { kind: 'fields', errors: last.errors }
        : { kind: 'failed', text: last?.message ?? MESSAGES.tryLater };
    }
  }
}
