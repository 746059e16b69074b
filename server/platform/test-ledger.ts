import type { FastifyInstance } from 'fastify';
import { getTestLedger } from '#contract/test-ledger.ts';
import type { Book } from '#server/platform/executions.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { createLedger, findExecutions, insertExecution } from '#server/platform/test-ledger.queries.ts';

/**
 * What testers compare with the intents (docs/product/offline.md#tests). It is kept apart from the stored answers on purpose: a key
 * that was carried out twice would show here as two rows.
 */
export function bookFor(now: () => Date): Book {
  return async (tx, by, effects) => {
    for (const effect of effects) await insertExecution(tx, { ...by, ...effect, at: now().toISOString() });
  };
}

/** Only with TEST_LEDGER=1; production refuses to start with it (env.ts). */
export function installTestLedger(app: FastifyInstance, shop: Shop): void {
  app.addHook('onReady', () => createLedger(shop.db));
  mount(app, shop, getTestLedger, async ({ tx }) => ({ executions: await findExecutions(tx) }));
}
