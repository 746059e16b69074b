import type { FastifyInstance } from 'fastify';
import { getTestLedger } from '#contract/test-ledger.ts';
import type { WriteAudit } from '#server/platform/audit.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { createLedger, findExecutions, insertExecution } from '#server/platform/test-ledger.queries.ts';

/**
 * What testers compare with the intents (docs/product/offline.md#tests). It is kept apart from the stored answers on purpose: a key
 * that was carried out twice would show here as two rows.
 */
export function auditFor(now: () => Date): WriteAudit {
  return async (tx, by, entries) => {
    for (const entry of entries) await insertExecution(tx, { ...by, ...entry, at: now().toISOString() });
  };
}

/** Only with TEST_LEDGER=1; production refuses to start with it (env.ts). */
export function installTestLedger(app: FastifyInstance, shop: Shop): void {
  app.addHook('onReady', () => createLedger(shop.db));
  mount(app, shop, getTestLedger, async ({ tx }) => ({ executions: await findExecutions(tx) }));
}
