import { createHash } from 'node:crypto';
import { debtsOf, noFunds, noSpends } from '#contract/amount-to-pay.ts';
import type { deskPlaceDraft } from '#contract/desk-drafts.ts';
import { isPaymentCode } from '#contract/payment-methods.ts';
import type { FrozenDelivery } from '#server/db/tables/orders.ts';
import { toNewOrder } from '#server/features/checkout/new-order.rules.ts';
import type { Draft } from '#server/features/checkout/placing.rules.ts';
import { writeOrder } from '#server/features/checkout/write-order.queries.ts';
import { frozenDelivery } from '#server/features/delivery/delivery.commands.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { roubles } from '#server/features/orders/letter-frame.rules.ts';
import { insertEvent, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellBuyer } from '#server/features/orders/order-mail.commands.ts';
import { createPayment } from '#server/features/payments/payments.commands.ts';
import { deleteDraft, holdNumber, lockDraft, signHistory } from '#server/features/order-drafts/drafts.queries.ts';
import { missingOf, recipientOf } from '#server/features/order-drafts/drafts.rules.ts';
import { type DraftParts, type PricedDraft, priceDraft } from '#server/features/order-drafts/read-draft.ts';
import { readKey } from '#server/platform/keyed.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

export const DRAFT_GONE = 'Этого черновика уже нет: его оформили или удалили';
export const DRAFT_CHANGED = 'Черновик изменили в другом окне. Посмотрите, что в нём теперь';
/** As many as a buyer may open by themselves (docs/product/orders.md#placing). */
const UNPAID_LIMITS = { person: 3, address: 3 };

/**
 * The draft becomes an order that waits for its money, and its link goes to the buyer: one transaction (docs/decisions/445). Locks in the
 * order of placing: draft, number of a guest, products.
 * @throws not_found, draft_changed, validation, price_changed, out_of_stock, limit_exceeded.
 */
export async function placeDraft(
  shop: Shop,
  parts: DraftParts,
  asked: Asked<typeof deskPlaceDraft>,
): Promise<{ exp_id: number }> {
  const { tx, body, now } = asked;
  const desk = requireUser(asked.session);
  const draft = await lockDraft(tx, body.draft_id);
  if (!draft) throw notFound(DRAFT_GONE);
  if (draft.version !== body.version) return refuse('draft_changed', DRAFT_CHANGED);
  const priced = await priceDraft(tx, draft.fields, parts);
  const missing = missingOf(priced);
  if (Object.keys(missing).length > 0) throw invalid(missing);
  const { fields, buyer, goods, row } = priced;
  const delivery = await frozenDelivery(tx, parts.settings, {
    session: { user: buyer, owner: null },
    cart: { grams: goods.weight, sumKop: goods.sum, isBase: true },
    to: fields.address!, // Judged above, and so are way, recipient and code.
    type: row!.type,
    gateId: fields.way?.gate_id ?? null,
    now,
  });
  const due = goods.sum + delivery.costKop;
  if (due !== body.expected_due)
    return refuse('price_changed', `Сумма изменилась: теперь ${roubles(due)}. Скажите об этом покупателю`);

  const asNew = toOrder(priced, delivery, { now, key: readKey(asked.request) });
  if (buyer === null) await holdNumber(tx, asNew.order.networkHash ?? '');
  const written = await writeOrder(tx, asNew);
  if (!written.isEnough) return refuse('out_of_stock', 'Части товаров уже нет. Посмотрите состав ещё раз');
  if (written.id === null)
    return refuse('limit_exceeded', 'У этого покупателя уже три неоплаченных заказа. Сначала оплатите или отмените их');
  const { id } = written;

  const actor = `desk:${desk.id}`;
  await updateOrder(tx, id, { isAgreed: false });
  await signHistory(tx, id, actor);
  await insertEvent(tx, { orderId: id, kind: 'note', actor, note: `Оформлен по телефону: ${body.reason}`, at: now });
  await createPayment(tx, { orderId: id, code: asNew.method, amountKop: due, now });
  await deleteDraft(tx, draft.id);
  await insertAudit(tx, {
    actorId: desk.id,
    act: 'deskPlaceDraft',
    targetType: 'order',
    targetId: id,
    reason: body.reason,
    asked: { due, lines: fields.lines, way: fields.way?.type ?? null, payment_type: fields.payment_type },
    key: readKey(asked.request),
    at: now,
  });
  await tellBuyer(tx, shop.jobs, id);
  return { exp_id: id };
}

/** Nothing of the accounts is taken, and no debt is collected: the buyer has not said so. Their consents come with the payment. */
function toOrder(
  { fields, buyer, goods, priceType }: PricedDraft,
  delivery: FrozenDelivery,
  { now, key }: { now: Date; key: string | null },
) {
  const recipient = recipientOf(fields).data;
  if (!recipient || !isPaymentCode(fields.payment_type)) throw new Error('a draft that was not judged');
  const due = goods.sum + delivery.costKop;
  const funds = noFunds();
  const draft: Draft = {
    cart: { id: 0, version: 0 },
    goods,
    priceType,
    delivery,
    funds,
    debitUse: true,
    wish: noSpends(),
    money: { spends: noSpends(), debts: debtsOf(funds, true), due },
  };
  const made = toNewOrder(draft, {
    body: {
      delivery: { type: fields.way!.type },
      payment_type: fields.payment_type,
      recipient,
      comment: fields.comment.trim(),
      debitUse: true,
      consents: { personal: true, offer: true },
      expected_due: due,
      cart_version: 0,
      accepted: [],
    },
    method: fields.payment_type,
    user: buyer,
    guestId: null,
    key,
    addressHash: buyer ? '' : createHash('sha256').update(`phone:${recipient.phone}`).digest('base64url'),
    from: { ip: '', userAgent: '' },
    now,
  });
  return {
    ...made,
    method: fields.payment_type,
    order: { ...made.order, cartId: null },
    consents: [],
    limits: UNPAID_LIMITS,
  };
}
