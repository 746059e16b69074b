import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/open.ts';
import {
  actOnSandbox,
  cancelSandbox,
  findSandbox,
  findSandboxByToken,
  insertSandbox,
  insertSandboxRefund,
} from '#server/gates/payments/sandbox.queries.ts';
import { PaymentError, type PaymentProvider, type SandboxDesk } from '#server/gates/payments/port.ts';

/**
 * The embedded provider: a page of our own with three buttons instead of a bank (docs/product/payments.md#sandbox). It keeps
 * its own books, so that the shop asks it as it asks a real one.
 */
export function openSandbox(db: Db, publicUrl: string): { provider: PaymentProvider; desk: SandboxDesk } {
  const provider: PaymentProvider = {
    name: 'sandbox',
    async create(request) {
      const externalId = `sandbox-${request.key}`;
      const token = randomBytes(32).toString('base64url');
      // The same key asks for the same attempt, whose token stands already.
      await insertSandbox(db, {
        externalId,
        token,
        paymentId: request.paymentId,
        orderId: request.orderId,
        code: request.code,
        amountKop: request.amountKop,
        returnUrl: request.returnUrl,
        expiresAt: request.expiresAt,
      });
      const row = await findSandbox(db, externalId);
      if (!row) throw new PaymentError('away', 'lost');
      return { externalId, url: `${publicUrl}/pay/sandbox/${row.token}` };
    },
    async read({ externalId }) {
      const row = await findSandbox(db, externalId);
      if (!row) throw new PaymentError('away', 'unknown');
      const state = row.isEffective ? STATES[row.state] : 'pending';
      return {
        state,
        capturedKop: state === 'succeeded' ? row.amountKop : null,
        capturedAt: state === 'succeeded' ? row.effectiveAt : null,
        refundedKop: row.refundedKop,
        paymentId: row.paymentId,
        key: externalId.replace(/^sandbox-/, ''),
        reason: null,
      };
    },
    cancel: ({ externalId }) => cancelSandbox(db, externalId),
    async refund({ key, externalId, amountKop }) {
      if (!(await insertSandboxRefund(db, { key, externalId, amountKop })))
        throw new PaymentError('refused', 'more than was paid');
      return { externalId: `refund-${key}`, state: 'succeeded' };
    },
    readRefund: (externalId) => Promise.resolve({ externalId, state: 'succeeded' }),
    parse: () => ({ kind: 'refused', http: 400, reason: 'no webhook' }),
  };
  const desk: SandboxDesk = {
    find: (token) => findSandboxByToken(db, token),
    act: (token, action, delayMs) => actOnSandbox(db, token, ENDS[action], delayMs),
  };
  return { provider, desk };
}

const STATES = { pending: 'pending', paid: 'succeeded', declined: 'canceled', expired: 'expired' } as const;
const ENDS = { pay: 'paid', decline: 'declined', expire: 'expired' } as const;
