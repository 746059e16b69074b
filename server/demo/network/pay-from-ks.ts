import { ACCOUNT_TYPES } from '#contract/tables.ts';
import { findToPay, type UnpaidOrder, writeSpend } from '#server/demo/network/network.queries.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { availableOf, postLedger } from '#server/features/accounts/accounts.commands.ts';

/** Whose orders of the months are paid from КС: the consultant whose accounts the demo shows (docs/product/demo.md#balances). */
export const PAYER = 'cons@rostok.test';
/** КС never falls below where it is to stand in the end. */
export const KEPT_KOP = 348_050;

/**
 * The orders of the payer until `till`, in their order: what КС has above the kept sum pays, as far as it goes, the rest is from before the
 * ledger began. `since`: when bonuses came first; null: they have not come yet.
 */
export async function payFromKs(db: Db, { since, till }: { since: Date | null; till: Date }): Promise<void> {
  for (const order of await findToPay(db, PAYER, till))
    await db.transaction((tx) => pay(tx, order, since !== null && order.paidAt >= since));
}
async function pay(tx: Tx, { id, userId, goodsKop, paidAt }: UnpaidOrder, hasBonuses: boolean): Promise<void> {
  const { balanceKop } = (await availableOf(tx, userId, paidAt))[ACCOUNT_TYPES.KS];
  const ksKop = hasBonuses ? Math.min(goodsKop, Math.max(0, balanceKop - KEPT_KOP)) : 0;
  await writeSpend(tx, id, ksKop);
  await postLedger(tx, {
    key: `order:${id}:paid`,
    kind: 'order_spend',
    ref: { type: 'order', id },
    actor: 'seed',
    reason: 'Заказ демонстрационного месяца',
    at: paidAt,
    entries: [
      { account: { house: 'sales' } as const, amountKop: goodsKop },
      { account: { house: 'opening' } as const, amountKop: ksKop - goodsKop },
      { account: { ownerId: userId, type: ACCOUNT_TYPES.KS }, amountKop: -ksKop },
    ].filter(({ amountKop }) => amountKop !== 0),
  });
}
