import type { CartData, CartLine } from '#contract/cart.ts';
import type { StoredCart } from '#src/features/cart/cart.types.ts';

const BASE = 0;
const baseItems = (data: CartData): CartLine[] => data.groups.find((group) => group.cartType === BASE)?.items ?? [];

/** Stored data is read tolerantly: what does not look like a cart is no cart. */
export function isStoredCart(value: unknown): value is StoredCart {
  const { v, data, at, owner, lineVersions } = (value ?? {}) as Partial<StoredCart>;
  return (
    v === 1 &&
    typeof at === 'string' &&
    typeof owner === 'string' &&
    typeof lineVersions === 'object' &&
    lineVersions !== null &&
    typeof data?.version === 'number' &&
    Array.isArray(data.groups) &&
    typeof data.result?.sum_amount === 'number' &&
    data.groups.every(
      (group) =>
        Array.isArray(group?.items) &&
        group.items.every((item) => typeof item?.product?.id === 'number' && typeof item.quantity === 'number'),
    )
  );
}

/** A whole snapshot from a pull; undefined when what we hold is newer (settled.md §8). */
export function afterPull(held: StoredCart | null, data: CartData, owner: string, at: string): StoredCart | undefined {
  if (held && held.owner === owner && newestOf(held) > data.version) return undefined;
  return { v: 1, data, at, owner, lineVersions: {} };
}

/**
 * The answer to a change. Alone on the wire it is as good as a pull; beside other sends it brings its own lines only,
 * each if it is newer than what we hold of that line (settled.md §8).
 */
export function afterChange(
  held: StoredCart | null,
  data: CartData,
  own: readonly number[],
  more: { owner: string; at: string; isAlone: boolean },
): StoredCart | null {
  const { owner, at, isAlone } = more;
  if (!held || held.owner !== owner || (isAlone && newestOf(held) <= data.version))
    return { v: 1, data, at, owner, lineVersions: {} };
  const fresh = own.filter((id) => data.version > (held.lineVersions[id] ?? held.data.version));
  if (fresh.length === 0) return held;
  const lineVersions = { ...held.lineVersions, ...Object.fromEntries(fresh.map((id) => [id, data.version])) };
  const kept = baseItems(held.data).filter((item) => !fresh.includes(item.product.id));
  const came = baseItems(data).filter((item) => fresh.includes(item.product.id));
  const items = [...kept, ...came].sort((a, b) => a.order_item_id - b.order_item_id);
  const others = held.data.groups.filter((group) => group.cartType !== BASE);
  const base = { cartType: BASE, title: 'Основная корзина', items, sum_amount: 0, sum_balls: 0 };
  return {
    ...held,
    at,
    lineVersions,
    data: withTotals({ ...held.data, groups: items.length > 0 ? [base, ...others] : others }),
  };
}

const newestOf = (stored: StoredCart): number => Math.max(stored.data.version, ...Object.values(stored.lineVersions));

/** Totals of what we hold after one of its lines was replaced. */
function withTotals(data: CartData): CartData {
  const groups = data.groups.map((group) => {
    const bought = group.items.filter((item) => item.available);
    return {
      ...group,
      sum_amount: sumOf(bought, (item) => item.sum),
      sum_balls: sumOf(bought, (item) => item.balls ?? 0),
    };
  });
  const bought = groups.flatMap((group) => group.items).filter((item) => item.available);
  const result = {
    ...data.result,
    sum_amount: sumOf(bought, (item) => item.sum),
    sum_balls: sumOf(bought, (item) => item.balls ?? 0),
    sum_weight: sumOf(bought, (item) => item.weight),
    count: sumOf(bought, (item) => item.quantity),
  };
  return { ...data, groups, result };
}
const sumOf = (items: readonly CartLine[], of: (item: CartLine) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
