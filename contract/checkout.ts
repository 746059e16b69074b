import * as z from 'zod/mini';
import { CartResult } from '#contract/cart.ts';
import { defineCall } from '#contract/call.ts';
import { DeliveryAddress, DeliveryTypeCode, GateId } from '#contract/delivery.ts';
import { Kopecks } from '#contract/money.ts';
import { Email, PersonName, phoneFields, phoneFitsCountry } from '#contract/people-fields.ts';
import { okNumber } from '#contract/reply.ts';

// Contents: 1 spending accounts, 2 what placing asks, 3 what has changed meanwhile, 4 the calls

// ── 1 Spending accounts ─────────────────────────────────────────────────────────────────────────
export const SpendsByType = z.record(z.string(), z.object({ order: Kopecks, delivery: Kopecks }));
const AccountTypeCode = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const Amount = z.int().check(z.gte(0), z.lte(100_000_000));

// ── 2 What placing asks ─────────────────────────────────────────────────────────────────────────
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));
export const DeliveryChoice = z.object({
  type: DeliveryTypeCode,
  gateType: z.optional(z.nullable(text(30))),
  gateId: z.optional(z.nullable(GateId)),
  /** One of the account's own addresses, or one that is typed in. */
  address_id: z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647))),
  address: z.optional(DeliveryAddress),
});
export type DeliveryChoice = z.infer<typeof DeliveryChoice>;
/** Ticked now, or given earlier to the same text. */
const Consent = z.union([z.literal(true), z.object({ version: text(20), at: z.iso.datetime({ offset: true }) })]);
/** Without an e-mail the order's link goes to the phone. */
export const OrderRecipient = z
  .object({ name: PersonName, ...phoneFields, email: z.optional(z.nullable(Email)) })
  .check(phoneFitsCountry);

// ── 3 What has changed meanwhile ────────────────────────────────────────────────────────────────
/** One thing that is not as the person last saw it: pieces for `stock`, kopecks for everything else. */
export const PlacingChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('price'),
    product_id: z.int(),
    title: z.string(),
    quantity: z.int(),
    from: Kopecks,
    to: Kopecks,
  }),
  /** `to` 0: sold out. `price` of one piece. */
  z.object({
    kind: z.literal('stock'),
    product_id: z.int(),
    title: z.string(),
    price: Kopecks,
    from: z.int(),
    to: z.int(),
  }),
  z.object({ kind: z.literal('delivery'), name: z.string(), from: Kopecks, to: Kopecks }),
  z.object({ kind: z.literal('spend'), account_type: AccountTypeCode, from: Kopecks, to: Kopecks }),
]);
export type PlacingChange = z.infer<typeof PlacingChange>;
/**
 * `details` of a refusal of create_payment that one tap accepts: the same body again under a new key, with these changes as
 * `accepted`, `cart_version` and, as `expected_due`, `due.to`. Without `can_accept` the person must choose anew.
 */
export const PlacingDetails = z.object({
  changes: z.array(PlacingChange),
  due: z.object({ from: Kopecks, to: Kopecks }),
  delivery_cost: z.nullable(Kopecks),
  cart_version: z.int(),
  can_accept: z.boolean(),
  result: CartResult,
});
export type PlacingDetails = z.infer<typeof PlacingDetails>;

// ── 4 The calls ─────────────────────────────────────────────────────────────────────────────────
const common = { word: 'checkout', dialect: 'number', needs: 'order.create', method: 'POST' } as const;

/** The wish: how much of an account goes to goods or to delivery. Placing takes it as far as it fits. */
export const spendAccount = defineCall({
  ...common,
  name: 'cartSpend',
  summary: 'Списать со счёта на товары или доставку',
  path: '/cart/spend',
  needs: ['account.view', 'order.create'],
  keyed: true,
  body: z.object({
    account_type: AccountTypeCode,
    category: z.enum(['order', 'delivery']),
    amount: Amount,
    /** Cost of the delivery on the screen: bounds what is spent on delivery in the answer. */
    delivery_cost: z._default(Amount, 0),
    debitUse: z._default(z.boolean(), false),
  }),
  reply: z.object({
    ...okNumber,
    spend: SpendsByType,
    due: Kopecks,
    accounts: z.array(
      z.object({
        account_type: AccountTypeCode,
        balance: Kopecks,
        available: Kopecks,
        /** The most that could be wished for goods and for delivery, beside the other accounts' wishes. */
        max_order: Kopecks,
        max_delivery: Kopecks,
      }),
    ),
    /** The cart's, raised: placing compares it. */
    version: z.int(),
  }),
});

export const createPayment = defineCall({
  ...common,
  name: 'createPayment',
  summary: 'Оформить заказ целиком',
  path: '/cart/create_payment',
  keyed: true,
  body: z.object({
    delivery: DeliveryChoice,
    payment_type: z.int(),
    recipient: OrderRecipient,
    comment: z._default(text(1000), ''),
    /** Ignored: /cart/spend holds the wish. */
    spend: z.optional(z.unknown()),
    debitUse: z._default(z.boolean(), false),
    /** `delivery`: to pass name, phone and address on; asked for where a carrier brings the parcel (docs/product/law.md#consents). */
    consents: z.object({ personal: Consent, offer: Consent, delivery: z.optional(Consent) }),
    guest: z.optional(z.boolean()),
    expected_due: Kopecks,
    /** Cost of the delivery on the screen: a refusal can then say what it was. */
    expected_delivery: z.optional(Kopecks),
    cart_version: z.int(),
    accepted: z._default(z.array(PlacingChange).check(z.maxLength(300)), []),
  }),
  reply: z.object({
    ...okNumber,
    exp_id: z.int(),
    order_number: z.int(),
    /** Guests only: opens /order/{token}. */
    public_token: z.optional(z.string()),
    due: Kopecks,
    paid: z.boolean(),
    /** Always null: get-payment-link asks the provider. */
    link: z.nullable(z.string()),
    redirect: z.string(),
  }),
  fieldWords: {
    type: 'Сначала выберите способ доставки.',
    personal: 'Нужно согласие на обработку персональных данных',
    offer: 'Нужно согласие с условиями оферты',
  },
});
