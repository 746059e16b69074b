import type { FastifyRequest } from 'fastify';
import type { Execution } from '#contract/test-ledger.ts';
import type { Tx } from '#server/db/open.ts';
import { namedOwner } from '#server/platform/keyed.ts';
import type { Session } from '#server/platform/session.ts';

/** What one call did to one thing; which thing `target_id` means is said by the kind. */
export type AuditEntry = Pick<Execution, 'kind' | 'cart' | 'target_id' | 'asked' | 'applied' | 'quantity'>;
export type AuditActor = Pick<Execution, 'key' | 'owner' | 'person' | 'call'>;
/** Writes entries in the transaction of what they tell of; the shop has one only where testers ask for a ledger. */
export type WriteAudit = (tx: Tx, by: AuditActor, entries: readonly AuditEntry[]) => Promise<void>;

export function auditActor(request: FastifyRequest, session: Session): AuditActor {
  const key = request.headers['idempotency-key'];
  const { method, url } = request.routeOptions;
  return {
    key: typeof key === 'string' ? key.toLowerCase() : null,
    owner: namedOwner(request) ?? session.owner,
    person: session.owner,
    call: `${String(method)} ${url ?? ''}`,
  };
}
