import { noSpends, SPEND_ORDER, type Spends } from '#contract/amount-to-pay.ts';
import type { CallReply } from '#contract/call.ts';
import type { spendAccount as spendCall } from '#contract/checkout.ts';
import { cartKindOf } from '#server/features/cart/read-cart.commands.ts';
import { findPlacingLines, openPlacing, writeSpend } from '#server/features/checkout/checkout.queries.ts';
import { consentVersion } from '#server/features/checkout/consents.rules.ts';
import { fundsOf } from '#server/features/checkout/funds.commands.ts';
import { goodsOf, moneyOf } from '#server/features/checkout/placing.rules.ts';
import { type SpendFault, spendFault, spendLimits } from '#server/features/checkout/spend.rules.ts';
import type { Asked } from '#server/platform/mount.ts';
import { RefusedError, refuse } from '#server/platform/refuse.ts';
import { priceTypeOf, requireUser } from '#server/platform/session.ts';

/**
 * Stores how much of an account goes to goods or to delivery (docs/product/orders.md#amount-to-pay). @throws limit_exceeded,
 * insufficient_funds, with the most that could be wished as `details`; cart_empty.
 */
export async function spendFromAccount(
  asked: Asked<typeof spendCall>,
): Promise<Omit<CallReply<typeof spendCall>, 'status'>> {
  const { tx, session, body, now } = asked;
  const user = requireUser(session);
  const ofOwner = { owner: { userId: user.id }, kind: cartKindOf(user) };
  const cart = await openPlacing(tx, { ...ofOwner, consentVersion });
  if (!cart) return refuse('cart_empty', 'В корзине пусто: списывать не на что');
  const goods = goodsOf(await findPlacingLines(tx, ofOwner), priceTypeOf(user)).sum;
  const funds = await fundsOf(tx, user, now, { debitUse: body.debitUse });
  const order = { goods, delivery: body.delivery_cost, funds, debitUse: body.debitUse };

  const before = cart.spend ?? noSpends();
  const wish: Spends = {
    ...before,
    [body.account_type]: { ...before[body.account_type], [body.category]: body.amount },
  };
  const fault = spendFault(wish, { type: body.account_type, category: body.category }, order);
  // A lower wish is taken in any case: a person must be able to step back.
  if (fault && body.amount > before[body.account_type][body.category])
    throw new RefusedError(fault.code, WORDS[fault.why], { details: { most: fault.most } });
  const version = await writeSpend(tx, cart.id, wish, now);
  const after = spendLimits(wish, order);
  return {
    spend: wish,
    due: moneyOf(wish, order).due,
    accounts: SPEND_ORDER.map((type) => ({
      account_type: type,
      ...funds[type],
      max_order: after[type].order,
      max_delivery: after[type].delivery,
    })),
    version,
  };
}
const WORDS: Readonly<Record<SpendFault['why'], string>> = {
  bonus: 'Бонусный счёт оплачивает не больше 30 % товаров',
  delivery: 'Бонусный счёт не оплачивает доставку',
  funds: 'На счёте меньше, чем вы хотите списать',
};
