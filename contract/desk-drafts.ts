import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { DeliveryAddress, DeliveryRow, DeliveryTypeCode, GateId } from '#contract/delivery.ts';
import { DeskReason, deskCommon } from '#contract/desk-orders.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { FieldErrors, okWord } from '#contract/reply.ts';

// An order that the desk writes down for a buyer (docs/product/desk.md#an-order-by-telephone). Contents: 1 what is written down, 2 how it
// looks, 3 calls. Money in kopecks, times in ISO.

const Id = z.int().check(z.positive(), z.lte(2_147_483_647));
const typed = (max: number) => z._default(z.string().check(z.maxLength(max)), '');

// ── 1 What is written down ──────────────────────────────────────────────────────────────────────
/** As it was typed so far: nothing but its size is judged before the order is placed. */
export const DraftFields = z.object({
  /** The account that the order becomes one of; null: a guest's. */
  buyer_id: z._default(z.nullable(Id), null),
  name: typed(60),
  phone: typed(22),
  email: typed(200),
  lines: z._default(
    z.array(z.object({ product_id: Id, quantity: z.int().check(z.gte(1), z.lte(999)) })).check(z.maxLength(200)),
    [],
  ),
  /** The line as it was typed; `address` is what was found by it. */
  where: typed(200),
  address: z._default(z.nullable(DeliveryAddress), null),
  way: z._default(
    z.nullable(
      z.object({
        type: DeliveryTypeCode,
        gate_id: z._default(z.nullable(GateId), null),
        gate_name: typed(300),
      }),
    ),
    null,
  ),
  payment_type: z._default(z.int(), 1),
  comment: typed(1000),
});
export type DraftFields = z.infer<typeof DraftFields>;

// ── 2 How it looks ──────────────────────────────────────────────────────────────────────────────
const Buyer = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  price_type: z.union([z.literal(0), z.literal(1)]),
});
export type DraftBuyer = z.infer<typeof Buyer>;
const Goods = z.object({
  product_id: z.int(),
  code: z.string(),
  title: z.string(),
  pack: z.string(),
  /** Of one piece, for this buyer. */
  price: Kopecks,
  /** Pieces that one order may take now; 0: it is not sold. */
  most: z.int(),
});
export type DraftGoods = z.infer<typeof Goods>;
export const DeskDraft = z.object({
  id: z.int(),
  /** Rises with every change: a colleague's change is not written over. */
  version: z.int(),
  author: z.string(),
  updated_at: z.string(),
  fields: DraftFields,
  buyer: z.nullable(Buyer),
  lines: z.array(z.object({ ...Goods.shape, quantity: z.int(), sum: Kopecks })),
  sum: Kopecks,
  /** Null for client prices. */
  balls: z.nullable(Balls),
  weight: z.int(),
  ways: z.array(DeliveryRow),
  /** Null while the way is not chosen or not ready. */
  delivery_cost: z.nullable(Kopecks),
  due: z.nullable(Kopecks),
  payments: z.array(z.object({ code: z.int(), name: z.string() })),
  /** What is still missing before it can be placed, by field. */
  missing: FieldErrors,
});
export type DeskDraft = z.infer<typeof DeskDraft>;
export const DraftRow = z.object({
  id: z.int(),
  author: z.string(),
  /** As it was typed; empty while it was not. */
  name: z.string(),
  phone: z.string(),
  pieces: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type DraftRow = z.infer<typeof DraftRow>;

// ── 3 Calls ─────────────────────────────────────────────────────────────────────────────────────
const OneDraft = z.object({ ...okWord, draft: DeskDraft, server_time: z.string() });
const Which = { draft_id: Id };
const change = { ...deskCommon, method: 'POST', keyed: true, limit: { caller: 6000 } } as const;

export const deskFetchDrafts = defineCall({
  ...deskCommon,
  name: 'deskFetchDrafts',
  summary: 'Хозяйство: заказы по телефону, которые ещё не оформлены',
  method: 'GET',
  path: '/api/desk/drafts',
  reply: z.object({ ...okWord, drafts: z.array(DraftRow), server_time: z.string() }),
});
export const deskGetDraft = defineCall({
  ...deskCommon,
  name: 'deskGetDraft',
  summary: 'Хозяйство: черновик заказа с ценами и доставкой на эту минуту',
  method: 'POST',
  path: '/api/desk/drafts/get',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object(Which),
  reply: OneDraft,
});
export const deskOpenDraft = defineCall({
  ...change,
  name: 'deskOpenDraft',
  summary: 'Хозяйство: начать заказ по телефону',
  path: '/api/desk/drafts/open',
  body: z.object({}),
  reply: OneDraft,
});
export const deskSaveDraft = defineCall({
  ...change,
  name: 'deskSaveDraft',
  summary: 'Хозяйство: записать черновик заказа, как он набран',
  path: '/api/desk/drafts/save',
  body: z.object({ ...Which, version: z.int(), fields: DraftFields }),
  reply: OneDraft,
});
export const deskDropDraft = defineCall({
  ...change,
  name: 'deskDropDraft',
  summary: 'Хозяйство: удалить черновик заказа',
  path: '/api/desk/drafts/drop',
  body: z.object(Which),
  reply: z.object(okWord),
});
export const deskPlaceDraft = defineCall({
  ...change,
  name: 'deskPlaceDraft',
  summary: 'Хозяйство: оформить черновик и отправить покупателю ссылку на оплату',
  path: '/api/desk/drafts/place',
  limit: { caller: 600 },
  body: z.object({
    ...Which,
    version: z.int(),
    /** What stands on the screen. */
    expected_due: Kopecks,
    reason: DeskReason,
  }),
  reply: z.object({ ...okWord, exp_id: z.int() }),
});
export const deskFindGoods = defineCall({
  ...deskCommon,
  name: 'deskFindGoods',
  summary: 'Хозяйство: товары для заказа по коду, артикулу или словам',
  method: 'POST',
  path: '/api/desk/drafts/goods',
  changes: false,
  body: z.object({ ...Which, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ ...okWord, goods: z.array(Goods) }),
});
export const deskFindBuyer = defineCall({
  ...deskCommon,
  name: 'deskFindBuyer',
  summary: 'Хозяйство: кабинет покупателя по целому телефону, e-mail или номеру консультанта',
  method: 'POST',
  path: '/api/desk/drafts/buyer',
  changes: false,
  limit: { caller: 600 },
  body: z.object({ q: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)) }),
  reply: z.object({ ...okWord, buyer: z.nullable(Buyer) }),
});

export const DRAFT_CALLS = [
  deskFetchDrafts,
  deskGetDraft,
  deskOpenDraft,
  deskSaveDraft,
  deskDropDraft,
  deskPlaceDraft,
  deskFindGoods,
  deskFindBuyer,
] as const;
