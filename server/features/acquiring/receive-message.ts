import type { FastifyReply, FastifyRequest } from 'fastify';
import { confirmPayment } from '#server/features/acquiring/acquiring.jobs.ts';
import { adoptExternal, findByExternal } from '#server/features/acquiring/acquiring.queries.ts';
import type { ProviderName } from '#server/gates/payments/port.ts';
import type { Shop } from '#server/platform/mount.ts';

/**
 * A message of a provider: what is genuine becomes a job that reads the payment, committed before the answer; all else
 * changes nothing and is logged without a person or a sum (docs/product/payments.md#webhooks).
 */
export async function receiveMessage(
  shop: Shop,
  name: Exclude<ProviderName, 'sandbox' | 'gpb'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refuse = (http: number, reason: string) => {
    request.log.warn({ provider: name, reason, reqId: request.id }, 'payment message refused');
    return plain(reply, http, '');
  };
  const provider = shop.gates.payments.find(name);
  if (!provider) return refuse(404, 'no settings');
  const notice = provider.parse({
    method: request.method,
    ip: request.ip,
    query: textsOf(request.query),
    body: recordOf(request.body),
  });
  if (notice.kind === 'refused') return refuse(notice.http, notice.reason);
  if (notice.kind === 'other') return plain(reply, 200, notice.answer);
  const { externalId, paymentId: named } = notice;
  const paymentId = await shop.db.transaction(async (tx) => {
    const known = await findByExternal(tx, name, externalId);
    // It may be faster than the answer to our own call.
    const isAdopted =
      known === undefined &&
      named !== null &&
      (await adoptExternal(tx, { paymentId: named, provider: name, externalId, now: shop.now() }));
    const found = known ?? (isAdopted ? named : undefined);
    if (found !== undefined) await shop.jobs.send(tx, confirmPayment, { paymentId: found, source: 'webhook' });
    return found;
  });
  // Genuine and not ours, as from another shop of the same account: repeating it would help nobody.
  if (paymentId === undefined)
    request.log.warn({ provider: name, reason: 'unknown', reqId: request.id }, 'payment message refused');
  return plain(reply, 200, notice.answer);
}

const plain = (reply: FastifyReply, http: number, text: string): FastifyReply =>
  reply.code(http).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
/** A parameter that is given twice is nobody's honest message. */
const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(recordOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
