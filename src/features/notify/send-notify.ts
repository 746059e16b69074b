import type { Getter, Setter } from 'jotai';
import { notifyProduct } from '#contract/catalogue.ts';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import type { NotifyOutcome } from '#src/features/notify/notify.atoms.ts';
import { ensureServerSessionAtom, mutationHeadersAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api.atom.ts';
import { failureOf, failureText } from '#src/platform/failure.ts';
import { reportNetworkAtom } from '#src/platform/network.ts';

export type NotifyDraft = { email: string; phone: string };

/** The consent names the text that was on the screen and the moment of the tick (settled.md §8). */
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
  try {
    await set(ensureServerSessionAtom);
    const body = {
      product_id: productId,
      ...(email.trim() === '' ? {} : { email }),
      ...(phone.trim() === '' ? {} : { phone }),
      consent,
      consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
      ...(consentAt ? { consent_at: consentAt } : {}),
    };
    const { message } = await get(apiAtom).send(notifyProduct, { body }, { headers: await set(mutationHeadersAtom) });
    set(reportNetworkAtom, true);
    return { kind: 'done', message };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    return failure.kind === 'refused' && failure.refusal.errors
      ? { kind: 'fields', errors: failure.refusal.errors }
      : { kind: 'failed', text: failureText(failure) };
  }
}
