import type { callConsultant } from '#contract/consultants.ts';
import { MESSAGES } from '#contract/messages.ts';
import { consentRow } from '#server/features/consents/purposes.rules.ts';
import { hasProduct, insertCall } from '#server/features/consultants/call.queries.ts';
import { tellConsultant } from '#server/features/consultants/consultants.jobs.ts';
import { consentErrors, consentTime } from '#server/features/notify/notify.rules.ts';
import { readRef } from '#server/features/sponsor/ref-cookie.commands.ts';
import { resolveSponsor } from '#server/features/sponsor/resolve-sponsor.commands.ts';
import { auditActor } from '#server/platform/audit.ts';
import type { Env } from '#server/platform/env.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid } from '#server/platform/refuse.ts';

/**
 * «Позвать консультанта»: kept with its consent, and a job writes to the consultant of whoever asks
 * (docs/product/people.md#call). A product that is not there any more is no reason to lose the question.
 * @throws validation when the consent names a text that the shop has never shown
 */
export async function callBack(
  shop: Shop,
  env: Env,
  { tx, body, session, request, now }: Asked<typeof callConsultant>,
): Promise<{ message: string }> {
  const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
  const consent = consentRow('contact', from, body.consent_version);
  if (!consent) throw invalid(consentErrors(body.consent, false) ?? {});
  const sponsor = await resolveSponsor(tx, {
    person: session.user,
    sponsorId: body.sponsor_id === undefined ? undefined : String(body.sponsor_id),
    ref: readRef(request),
    shopName: env.shopName,
  });
  const productId = body.product_id !== undefined && (await hasProduct(tx, body.product_id)) ? body.product_id : null;
  const who = { userId: session.user?.id ?? null, guestId: session.user ? null : session.guestId };
  const callId = await insertCall(
    tx,
    {
      ...who,
      consultantId: sponsor.id || null,
      name: body.name,
      phone: body.phone,
      city: body.city,
      comment: body.comment,
      topic: body.topic ?? null,
      productId,
      createdAt: now,
    },
    {
      ...who,
      ...consent,
      at: consentTime(body.consent_at, now),
    },
  );
  await shop.jobs.send(tx, tellConsultant, { callId });
  await shop.audit?.(tx, auditActor(request, session), [
    { kind: 'form.send', cart: null, target_id: productId ?? 0, asked: 1, applied: 1, quantity: 1 },
  ]);
  return { message: MESSAGES.callSent };
}
