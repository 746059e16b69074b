import type { FastifyRequest } from 'fastify';
import type { Execution } from '#contract/test-ledger.ts';
import type { Tx } from '#server/db/open.ts';
import { namedOwner } from '#server/platform/keyed.ts';
import type { Session } from '#server/platform/session.ts';

/** What one call did to one product. */
export type Effect = Pick<Execution, 'kind' | 'cart' | 'product_id' | 'asked' | 'applied' | 'quantity'>;
export type ExecutedBy = Pick<Execution, 'key' | 'owner' | 'person' | 'call'>;
/** Books effects in the transaction that has them; the shop has one only where testers ask for a ledger. */
export type Book = (tx: Tx, by: ExecutedBy, effects: readonly Effect[]) => Promise<void>;

export function executedBy(request: FastifyRequest, session: Session): ExecutedBy {
  const key = request.headers['idempotency-key'];
  const { method, url } = request.routeOptions;
  return {
    key: typeof key === 'string' ? key.toLowerCase() : null,
    owner: namedOwner(request) ?? session.owner,
    person: session.owner,
    call: `${String(method)} ${url ?? ''}`,
  };
}
