import type { Db } from '#server/db/open.ts';
import { tellFailed, tellWorked } from '#server/gates/health.queries.ts';
import { PaymentError, type PaymentProvider } from '#server/gates/payments/port.ts';

/**
 * Notes in the database whether a provider can be reached, for `/metrics` (`gate="yookassa"` …). What it refuses is that payment's
 * matter, not the provider's.
 */
export function watchPayments(db: Db, provider: PaymentProvider): PaymentProvider {
  const note = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const answer = await work;
      // It has been carried out: a note that could not be written must not make it look otherwise.
      await tellWorked(db, provider.name).catch(() => undefined);
      return answer;
    } catch (error) {
      const isTheirs = error instanceof PaymentError && error.kind !== 'away';
      const cause = error instanceof PaymentError ? error.message : 'unknown';
      await (isTheirs ? tellWorked(db, provider.name) : tellFailed(db, provider.name, cause)).catch(() => undefined);
      throw error;
    }
  };
  const { settle } = provider;
  return {
    name: provider.name,
    create: (request, signal) => note(provider.create(request, signal)),
    read: (ref, signal) => note(provider.read(ref, signal)),
    // Some providers need no network for these two, which would tell nothing.
    cancel: (ref, signal) => provider.cancel(ref, signal),
    refund: (request, signal) => note(provider.refund(request, signal)),
    readRefund: (externalId, signal) => provider.readRefund(externalId, signal),
    ...(settle ? { settle: (request, signal) => note(settle.call(provider, request, signal)) } : {}),
    parse: (message) => provider.parse(message),
  };
}
