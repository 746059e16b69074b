import type { FastifyInstance } from 'fastify';
import { fetchDeferred, offerShipment, sendDeferred } from '#contract/shipments.ts';
import { factsOfDeferred, readDeferred, sendTogether } from '#server/features/shipments/send-together.ts';
import { offerFor } from '#server/features/delivery/calculate-delivery.commands.ts';
import type { DeliverySettings } from '#server/features/delivery/offer.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { requireUser } from '#server/platform/session.ts';

/** What lies in the warehouse, and how it leaves (docs/product/orders.md#sent-together). */
export function shipmentsRoutes(app: FastifyInstance, shop: Shop, settings: DeliverySettings): void {
  const parts = { db: shop.db, carriers: shop.gates.carriers, settings };
  mount(app, shop, fetchDeferred, async ({ session, now }) => ({
    orders: await readDeferred(shop.db, requireUser(session).id),
    server_time: now.toISOString(),
  }));
  // No transaction is open while carriers are asked.
  mount(
    app,
    shop,
    offerShipment,
    async ({ session, body, now }) => {
      const cart = await factsOfDeferred(shop.db, requireUser(session).id, body.orders);
      return offerFor(parts, { session, body, cart, now });
    },
    { transaction: 'own' },
  );
  mount(app, shop, sendDeferred, (asked) => sendTogether(shop, settings, asked));
}
