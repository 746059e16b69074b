import type { FastifyInstance } from 'fastify';
import { agreeToOrder, cancelOrder, changeOrder, previewOrderChange } from '#contract/orders.ts';
import { agreesToOrder } from '#server/features/order-changes/agree-to-order.ts';
import { cancelByBuyer } from '#server/features/order-changes/cancel-order.ts';
import { changeLines, previewChange } from '#server/features/order-changes/change-lines.ts';
import { mount, type Shop } from '#server/platform/mount.ts';

/** What a buyer may still do to an order that was placed (docs/product/orders.md#changing-until-packing). */
export function orderChangesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, cancelOrder, (asked) => cancelByBuyer(shop, asked));
  mount(app, shop, previewOrderChange, (asked) => previewChange(shop, asked));
  mount(app, shop, agreeToOrder, (asked) => agreesToOrder(asked));
  mount(app, shop, changeOrder, (asked) => changeLines(shop, asked));
}
