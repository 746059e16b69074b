import type { FastifyInstance } from 'fastify';
import { createPayment, spendAccount } from '#contract/checkout.ts';
import { placeOrder } from '#server/features/checkout/place-order.ts';
import { spendFromAccount } from '#server/features/checkout/spend-account.ts';
import type { DeliverySettings } from '#server/features/delivery/offer.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';

/** From a full cart to an order (docs/product/orders.md). */
export function checkoutRoutes(app: FastifyInstance, shop: Shop, settings: DeliverySettings): void {
  mount(app, shop, spendAccount, (asked) => spendFromAccount(asked));
  mount(app, shop, createPayment, (asked) => placeOrder(shop, settings, asked));
}
