import { HELLO_BONUS } from '#contract/hello-bonus.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { grantBonus } from '#server/features/accounts/accounts.commands.ts';
import { findEarned, helloKey, lockEarned } from '#server/features/hello-bonus/hello.queries.ts';
import { withRetry } from '#server/platform/retry.ts';

const DAY_MS = 86_400_000;
/** The bonus comes so many days after «Получен», when nothing can go back any more without a reason. */
export const GRANTED_AFTER_DAYS = 14;
/** A gift lives for so long (docs/product/money.md#gifts). */
const GIFT_DAYS = 90;
/** How far back a night looks: longer than any stop of the jobs. */
const LOOK_BACK_DAYS = 90;
const AT_ONCE = 500;

type Granted = { orderId: number; userId: number };
/**
 * Puts the hello bonus of received first orders on БС, an order a transaction: once, also when the job is killed or runs twice.
 * `tell` is called within the transaction. Answers how many were granted.
 */
export async function grantHello(
  db: Db,
  { now, signal, tell }: { now: Date; signal?: AbortSignal; tell?: (tx: Tx, granted: Granted) => Promise<void> },
): Promise<number> {
  const before = new Date(now.getTime() - GRANTED_AFTER_DAYS * DAY_MS);
  const since = new Date(before.getTime() - LOOK_BACK_DAYS * DAY_MS);
  let granted = 0;
  for (let after = 0, more = true; more;) {
    const ids = await findEarned(db, { since, before, after, limit: AT_ONCE });
    for (const orderId of ids) {
      signal?.throwIfAborted();
      if (await withRetry(() => db.transaction((tx) => grantOne(tx, { orderId, now, tell })))) granted += 1;
    }
    after = ids.at(-1) ?? after;
    more = ids.length === AT_ONCE;
  }
  return granted;
}

async function grantOne(
  tx: Tx,
  { orderId, now, tell }: { orderId: number; now: Date; tell?: (tx: Tx, granted: Granted) => Promise<void> },
): Promise<boolean> {
  const order = await lockEarned(tx, orderId);
  if (!order) return false;
  const { isNew } = await grantBonus(tx, {
    key: helloKey(orderId),
    ownerId: order.ownerId,
    amountKop: HELLO_BONUS.amountKop,
    expiresAt: new Date(now.getTime() + GIFT_DAYS * DAY_MS),
    kind: 'hello_bonus',
    ref: { type: 'order', id: orderId },
    actor: 'job:hello-bonus.grant',
    reason: 'Приветственный бонус',
    at: now,
  });
  if (isNew) await tell?.(tx, { orderId, userId: order.ownerId });
  return isNew;
}
