import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { ProductCard } from '#contract/catalogue.ts';
import { PathId } from '#contract/ids.ts';
import { MESSAGES } from '#contract/messages.ts';
import { HelloBonus } from '#contract/hello-shape.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { okNumber } from '#contract/reply.ts';
import type { Needs } from '#contract/rights.ts';
import { LIMITS } from '#contract/tables.ts';

// Contents: 1 the cart on the wire, 2 changes, 3 calls of /cart, 4 the same handlers under /optovik

// ── 1 Cart ──────────────────────────────────────────────────────────────────────────────────────
/**
 * Totals (docs/product/asked-for.md#entities). `sum_weight` grams without packing, `sum_amount` kopecks, `count` pieces
 * (docs/product/prices.md#units).
 */
export const CartResult = z.object({
  sum_weight: z.int(),
  sum_amount: Kopecks,
  sum_balls: Balls,
  only_for_share_pv: z.boolean(),
  count: z.int(),
  price_type: z.union([z.literal(0), z.literal(1)]),
});
export type CartResult = z.infer<typeof CartResult>;
export const CartLine = z.object({
  order_item_id: z.int(),
  product: ProductCard,
  quantity: z.int(),
  /** Current price of the cart's price type, per piece. */
  price: Kopecks,
  sum: Kopecks,
  /** Points of the whole line; null in price type 0. */
  balls: z.nullable(Balls),
  weight: z.int(),
  available: z.boolean(),
  max_qty: z.int(),
  /** Set while the current price is higher than the lowest one the person accepted (docs/product/offline.md#prices). */
  price_changed: z.nullable(z.object({ from: Kopecks, to: Kopecks })),
  note: z.optional(z.string()),
});
export type CartLine = z.infer<typeof CartLine>;
export const CartGroup = z.object({
  cartType: z.int(),
  title: z.string(),
  items: z.array(CartLine),
  sum_amount: Kopecks,
  sum_balls: Balls,
});
export const CartWarning = z.object({
  code: z.string(),
  order_item_id: z.optional(z.int()),
  product_id: z.optional(z.int()),
  message: z.string(),
});
export const cartShape = {
  ...okNumber,
  result: CartResult,
  groups: z.array(CartGroup),
  stepGroups: z.array(z.unknown()),
  single_sale: z.object({ type: z.nullable(z.enum(['cart', 'personal'])) }),
  assign: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
  spend: z.record(z.string(), z.object({ order: Kopecks, delivery: Kopecks })),
  helloBonus: HelloBonus,
  warnings: z.array(CartWarning),
  kind: z.enum(['retail', 'wholesale']),
  /** Rises with every change of this cart. */
  version: z.int(),
  /** Keys of `X-Client-Tried` whose effect this snapshot includes (docs/product/offline.md#reads). */
  included: z.optional(z.array(z.string())),
} as const;
export const CartData = z.object(cartShape);
export type CartData = z.infer<typeof CartData>;

// ── 2 Changes ───────────────────────────────────────────────────────────────────────────────────
export const Delta = z.int().check(
  z.gte(-LIMITS.deltaMax),
  z.lte(LIMITS.deltaMax),
  z.refine((delta: number) => delta !== 0),
);
export const Quantity = z.int().check(z.gte(1), z.lte(LIMITS.quantityMax));
export const ChangeItem = z.object({ product_id: z.int(), delta: Delta, seen_price: z.optional(Kopecks) });
/** What became of one asked change: `applied` may be smaller than `asked`, `quantity` is the line's new one. */
export const ChangeOutcome = z.object({
  product_id: z.int(),
  asked: z.int(),
  applied: z.int(),
  quantity: z.int(),
  /** Price of one piece as it is now, in the session's price type: compared with the one on the screen at the gesture. */
  price: z.optional(Kopecks),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});
export type ChangeOutcome = z.infer<typeof ChangeOutcome>;
const CartType = z._default(z.int(), 0);

// ── 3 Calls ─────────────────────────────────────────────────────────────────────────────────────
const Changed = z.object({ ...cartShape, items: z.array(ChangeOutcome) });
const Added = z.object({
  ...cartShape,
  added: z.array(z.int()),
  items: z.array(ChangeOutcome),
  popup: z.nullable(z.object({ product: ProductCard, quantity: z.int() })),
});
const AddItem = z.object({
  product_id: z.optional(z.int()),
  code: z.optional(z.string().check(z.maxLength(32))),
  quantity: Quantity,
});
const addBody = z.object({
  items: z.array(AddItem).check(z.minLength(1), z.maxLength(200)),
  cartType: CartType,
  source: z.optional(z.enum(['card', 'code', 'share', 'repeat'])),
});

const FIELD_WORDS = { delta: MESSAGES.deltaWrong, quantity: MESSAGES.quantityWrong };

/** The cart calls at a base path: '/cart' for retail, '/optovik/cart' for the wholesale cart (docs/product/people.md#roles). */
function cartCalls(base: '/cart' | '/optovik/cart', suffix: string, title: string) {
  const isRetail = base === '/cart';
  const common = { word: isRetail ? 'cart' : 'wholesale', dialect: 'number', fieldWords: FIELD_WORDS } as const;
  // Anybody may look at the retail cart: a stranger's is empty.
  const toRead: Needs = isRetail ? 'anyone' : 'optovik.cart';
  const toChange: Needs = isRetail ? 'cart.edit' : ['optovik.cart', 'cart.edit'];
  return {
    data: defineCall({
      ...common,
      name: `cartData${suffix}`,
      needs: toRead,
      summary: `${title}: содержимое и итоги`,
      method: 'GET',
      path: `${base}/data`,
      changesWith: { recalc: '1' },
      query: z.object({ recalc: z.optional(z.enum(['0', '1'])) }),
      reply: CartData,
    }),
    change: defineCall({
      ...common,
      name: `cartChange${suffix}`,
      needs: toChange,
      summary: `${title}: изменить количество на разницу`,
      method: 'POST',
      path: `${base}/change`,
      keyed: true,
      body: z.object({ cartType: CartType, items: z.array(ChangeItem).check(z.minLength(1), z.maxLength(200)) }),
      reply: Changed,
    }),
    add: defineCall({
      ...common,
      name: `cartAdd${suffix}`,
      needs: toChange,
      summary: `${title}: добавить товары по id или коду`,
      method: 'POST',
      path: `${base}/add`,
      keyed: true,
      body: addBody,
      reply: Added,
    }),
    set: defineCall({
      ...common,
      name: `cartSet${suffix}`,
      needs: toChange,
      summary: `${title}: задать количество строки`,
      method: 'POST',
      path: `${base}/set`,
      keyed: true,
      body: z.object({ order_item_id: z.int(), quantity: Quantity }),
      reply: Changed,
    }),
    remove: defineCall({
      ...common,
      name: `cartRemove${suffix}`,
      needs: toChange,
      summary: `${title}: убрать строку`,
      method: 'POST',
      path: `${base}/remove/:cartType/:orderItemId`,
      keyed: true,
      params: z.object({ cartType: PathId, orderItemId: PathId }),
      reply: CartData,
    }),
    clean: defineCall({
      ...common,
      name: `cartClean${suffix}`,
      needs: toChange,
      summary: `${title}: очистить`,
      method: 'GET',
      path: `${base}/clean`,
      changes: true,
      keyed: true,
      reply: CartData,
    }),
  };
}
export const retailCart = cartCalls('/cart', '', 'Корзина');
// ── 4 Wholesale ─────────────────────────────────────────────────────────────────────────────────
export const wholesaleCart = cartCalls('/optovik/cart', 'Optovik', 'Оптовая корзина');
/** «Оставить» a raised price: the line's accepted price becomes `price` if it still is the current one. */
export const acceptPrice = defineCall({
  name: 'acceptPrice',
  needs: 'cart.edit',
  summary: 'Принять новую цену строки корзины',
  word: 'cart',
  dialect: 'number',
  method: 'POST',
  path: '/api/cart/accept-price',
  keyed: true,
  body: z.object({ cartType: CartType, product_id: z.int(), price: Kopecks }),
  reply: CartData,
});
