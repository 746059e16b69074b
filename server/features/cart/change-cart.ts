import type { ChangeOutcome } from '#contract/cart.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { RefusalCode } from '#contract/reply.ts';
import type { Tx } from '#server/db/open.ts';
import { deferred } from '#server/db/pipeline.ts';
import {
  type CartKind,
  type CartOwner,
  deleteLines,
  type LineWrite,
  openCartWithLines,
  writeLines,
} from '#server/features/cart/cart.queries.ts';
import {
  judgeChange,
  type LineWithProduct,
  type PriceType,
  priceOf,
  priceSeenAfter,
  refusalOf,
  type StoredLine,
  toCartAnswer,
} from '#server/features/cart/cart.rules.ts';
import type { HelloBuyer } from '#server/features/cart/hello.rules.ts';
import type { CartAnswer } from '#server/features/cart/read-cart.commands.ts';
import type { CardRow } from '#server/features/catalogue/catalogue.queries.ts';
import { refuse } from '#server/platform/refuse.ts';

/** One wish: a product by id or by code, and by how many pieces. `seenPrice` in kopecks stood on the screen. */
export type Wish = { productId?: number; code?: string; delta: number; seenPrice?: number };
export type CartChange = {
  owner: CartOwner;
  kind: CartKind;
  cartType: number;
  wishes: readonly Wish[];
  priceType: PriceType;
  /** The account; null for a guest. */
  buyer: HelloBuyer | null;
  now: Date;
};
export type ChangedCart = { cart: CartAnswer; items: ChangeOutcome[]; products: CardRow[]; touched: number[] };

const INT4_MAX = 2_147_483_647;
/** Ids that no row can have become 0, so that a query may ask for them. */
export const asRowId = (id: number): number => (Number.isInteger(id) && id > 0 && id <= INT4_MAX ? id : 0);

/**
 * Carries the wishes out one after another on the held cart: two waits whatever their number (hold and read; write, and
 * that one only for a line that needs an id), the answer comes from the same rows.
 * @throws refusal of the first wish when none could be carried out.
 */
export async function changeCart(tx: Tx, change: CartChange): Promise<ChangedCart> {
  const { owner, kind, cartType, wishes, priceType, now } = change;
  const asked = {
    ids: wishes.flatMap((wish) => (wish.productId === undefined ? [] : [asRowId(wish.productId)])),
    codes: wishes.flatMap((wish) => (wish.productId === undefined && wish.code !== undefined ? [wish.code] : [])),
  };
  const { cart: head, rows } = await openCartWithLines(tx, { owner, kind, now, asked });
  const draft = new CartDraft(rows, cartType, priceType);
  const items = wishes.map((wish) => draft.carryOut(wish));
  const refused = refusalOf(items);
  // The outcome carries a refusal's code as plain text on the wire; it comes from `judgeChange` only.
  if (refused) refuse((refused.code ?? 'validation') as RefusalCode, refused.message ?? MESSAGES.validation);

  const { writes, removed } = draft.result();
  const known = draft.idsOf(writes);
  const write = () => writeLines(tx, head.id, cartType, writes, now);
  const ids = known ?? (await write());
  if (known && writes.length > 0) await deferred(tx, write);
  if (removed.length > 0) await deferred(tx, () => deleteLines(tx, head.id, removed));
  const { version, spend, hasOrdered } = head;
  const hello = { buyer: change.buyer, hasOrdered, now };
  const cart = toCartAnswer({ kind, version, spend, hello }, draft.linesAfter(ids), priceType);
  return { cart, items, products: draft.productsOf(items), touched: [...ids.values()] };
}

/** The lines as they change in memory while the wishes are carried out in order. */
class CartDraft {
  readonly #products = new Map<number, CardRow>();
  readonly #others: LineWithProduct[] = [];
  readonly #before = new Map<number, StoredLine>();
  readonly #after = new Map<number, LineWrite>();
  readonly #priceType: PriceType;
  readonly #cartType: number;

  constructor(rows: readonly { product: CardRow; line: StoredLine | null }[], cartType: number, priceType: PriceType) {
    this.#priceType = priceType;
    this.#cartType = cartType;
    for (const { product, line } of rows) {
      this.#products.set(product.id, product);
      if (line?.cartType === cartType) this.#before.set(product.id, line);
      else if (line) this.#others.push({ line, product });
    }
  }

  carryOut(wish: Wish): ChangeOutcome {
    const product = this.#find(wish);
    if (!product && wish.productId === undefined) {
      return {
        product_id: 0,
        asked: wish.delta,
        applied: 0,
        quantity: 0,
        code: 'not_found',
        message: MESSAGES.codeNotFound,
      };
    }
    const productId = product?.id ?? wish.productId ?? 0;
    const quantity = this.#quantityOf(productId);
    // A hidden product that is not in the cart is unknown to the public.
    const known = product && (product.published || quantity > 0) ? product : undefined;
    const price = known && priceOf(known, this.#priceType);
    const outcome = judgeChange({ productId, delta: wish.delta, quantity, product: known, price });
    if (outcome.applied !== 0 && product) this.#write(product, outcome, wish.seenPrice);
    return outcome;
  }

  result(): { writes: LineWrite[]; removed: number[] } {
    const changed = [...this.#after.values()];
    return {
      writes: changed.filter((line) => line.quantity > 0),
      removed: changed.flatMap((line) =>
        line.quantity > 0 ? [] : (this.#before.get(line.productId)?.orderItemId ?? []),
      ),
    };
  }

  /** Ids of the written lines by product; undefined while one of them is new and has none yet. */
  idsOf(writes: readonly LineWrite[]): Map<number, number> | undefined {
    const ids = new Map<number, number>();
    for (const { productId } of writes) {
      const before = this.#before.get(productId);
      if (!before) return undefined;
      ids.set(productId, before.orderItemId);
    }
    return ids;
  }

  linesAfter(ids: ReadonlyMap<number, number>): LineWithProduct[] {
    const own = [...this.#products.values()].flatMap((product): LineWithProduct[] => {
      const written = this.#after.get(product.id);
      const before = this.#before.get(product.id);
      if (!written) return before ? [{ line: before, product }] : [];
      if (written.quantity === 0) return [];
      const orderItemId = ids.get(product.id) ?? before?.orderItemId ?? 0;
      return [{ line: { ...written, orderItemId, cartType: this.#cartType }, product }];
    });
    return [...this.#others, ...own];
  }

  productsOf(items: readonly ChangeOutcome[]): CardRow[] {
    return items.flatMap((item) => this.#products.get(item.product_id) ?? []);
  }

  #find(wish: Wish): CardRow | undefined {
    if (wish.productId !== undefined) return this.#products.get(wish.productId);
    return [...this.#products.values()].find((product) => product.code === wish.code && product.published);
  }

  #quantityOf(productId: number): number {
    return (this.#after.get(productId) ?? this.#before.get(productId))?.quantity ?? 0;
  }

  #write(product: CardRow, outcome: ChangeOutcome, seenPrice: number | undefined): void {
    const type = this.#priceType;
    const line = this.#after.get(product.id) ?? this.#before.get(product.id);
    const held = line && line.quantity > 0 ? line : undefined;
    // A decrease says nothing about prices; only an increase was made at a price on the screen.
    const priceSeen =
      outcome.applied < 0 && held && held.priceType === type
        ? held.priceSeen
        : priceSeenAfter(held, priceOf(product, type), type, outcome.applied > 0 ? seenPrice : undefined);
    this.#after.set(product.id, { productId: product.id, quantity: outcome.quantity, priceSeen, priceType: type });
  }
}
