import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { orderVersions } from '#server/db/tables/orders.ts';
import type { OrderLine, OrderRecord } from '#server/features/orders/order-rows.queries.ts';

/** Keeps the order as it was before a change. */
export async function insertVersion(
  tx: Tx,
  order: OrderRecord,
  lines: readonly OrderLine[],
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  await tx.insert(orderVersions).values({
    orderId: order.id,
    version: order.version,
    lines: lines.map((line) => ({ lineId: line.id, quantity: line.quantity - line.returnedQuantity })),
    goodsKop: order.goodsKop,
    dueKop: order.dueKop,
    spend: order.spend,
    actor,
    endedAt: at,
  });
}

/**
 * Takes pieces off the lines. Before the payment they were never sold (`quantity`); afterwards they went back (`returned`), so that
 * what is left keeps its part of what was paid.
 */
export async function lessenLines(
  tx: Tx,
  pieces: readonly { lineId: number; pieces: number }[],
  how: 'quantity' | 'returned',
): Promise<void> {
  const column =
    how === 'quantity'
      ? sql`quantity = l.quantity - g.pieces`
      : sql`returned_quantity = l.returned_quantity + g.pieces`;
  await tx.execute(sql`
    update order_lines l set ${column}
    from unnest(${sql.param(pieces.map((one) => one.lineId))}::int[], ${sql.param(pieces.map((one) => one.pieces))}::int[]) g(id, pieces)
    where l.id = g.id`);
}
