import type { Getter, Setter } from 'jotai';
import { getProductData, type ListRow, type Product, type ProductDetails } from '#contract/catalogue.ts';
import { onlineRow } from '#src/features/catalogue/online.rules.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';

export type OnlineAnswer =
  | { kind: 'found'; product: Product; row: ListRow; details: ProductDetails }
  | { kind: 'unknown' | 'offline' | 'broken' };

/** Asks the server for a product that this device does not hold. Never throws. */
export async function findOnline(
  get: Getter,
  set: Setter,
  by: { slug: string } | { id: number } | { code: string },
): Promise<OnlineAnswer> {
  try {
    const { product } = await get(apiAtom).send(getProductData, { body: by });
    return product ? { kind: 'found', product, row: onlineRow(product), details: product } : { kind: 'unknown' };
  } catch (error) {
    const failure = failureOf(error);
    switch (failure.kind) {
      case 'refused':
        return {
          kind: failure.refusal.code === 'not_found' || failure.refusal.code === 'validation' ? 'unknown' : 'broken',
        };
      case 'offline':
      case 'timeout':
        set(reportNetworkAtom, false);
        return { kind: 'offline' };
      case 'broken':
        return { kind: 'broken' };
    }
  }
}
