import type { FastifyInstance } from 'fastify';
import { getAddresses, normalizeAddress, removeAddress, saveAddress } from '#contract/addresses.ts';
import { MESSAGES } from '#contract/messages.ts';
import { readAddress, readBook, removeFromBook, saveToBook } from '#server/features/addresses/addresses.commands.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

/** Longest wait for whoever knows addresses; then the gazetteer answers alone. */
const PATIENCE_MS = 4000;

/** Address book and index look-up (docs/product/addresses-of-people.md). */
export function addressesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getAddresses, async ({ tx, session, now }) => ({
    addresses: await readBook(tx, requireUser(session).id),
    server_time: now.toISOString(),
  }));
  mount(app, shop, saveAddress, async ({ tx, session, body, now }) => {
    const { id: userId } = requireUser(session);
    const id = await saveToBook(tx, userId, body, now);
    return {
      address: await readAddress(tx, userId, id),
      addresses: await readBook(tx, userId),
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, removeAddress, async ({ tx, session, body, now }) => {
    const { id: userId } = requireUser(session);
    await removeFromBook(tx, userId, body.id);
    return { addresses: await readBook(tx, userId), server_time: now.toISOString() };
  });
  // It changes nothing, so no transaction is open while somebody outside is asked.
  mount(app, shop, normalizeAddress, async ({ body }) => {
    const found = await shop.gates.addresses.find(body.address, AbortSignal.timeout(PATIENCE_MS));
    const [result, ...variants] = found;
    if (!result || result.quality === 'bad') return refuse('not_found', MESSAGES.indexUnknown);
    return { result, variants };
  });
}
