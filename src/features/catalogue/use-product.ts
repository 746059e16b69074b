import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { ListRow, ProductDetails } from '#contract/catalogue.ts';
import { catalogueAtom, priceOfAtom, syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { detailsOfAtom, findOnlineAtom } from '#src/features/catalogue/catalogue-more.atoms.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { onlinePrice } from '#src/features/catalogue/online.rules.ts';
import type { OnlineAnswer } from '#src/features/catalogue/find-online.ts';
import { shownPriceTypeAtom } from '#src/features/session/session.atoms.ts';

export type ProductState =
  | { kind: 'waiting' }
  | { kind: 'shown'; row: ListRow; price: Price | undefined; details: ProductDetails | null; isLate: boolean }
  /** `unknown`: the shop has none; `offline`: not on this device and nobody to ask; `broken`: the server failed. */
  | { kind: 'unknown' | 'offline' | 'broken' };

/** A product by its slug (or id): from the device, else from the server. */
export function useProduct(by: { slug: string } | { id: number }): ProductState {
  const catalogue = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  const detailsOf = useAtomValue(detailsOfAtom);
  const sync = useAtomValue(syncStateAtom);
  const findOnline = useSetAtom(findOnlineAtom);
  const isCons = useAtomValue(shownPriceTypeAtom) === 1;
  const slug = 'slug' in by ? by.slug : null;
  const id = 'id' in by ? by.id : null;
  const key = slug ?? String(id);
  const local = slug !== null ? catalogue.bySlug.get(slug) : catalogue.byId.get(id ?? 0);
  // A rendered page came with its own product.
  const { details: rendered } = catalogue;
  const [stored, setStored] = useState(() =>
    rendered && rendered.id === local?.id ? { id: rendered.id, details: rendered } : null,
  );
  const [online, setOnline] = useState<{ key: string; answer: OnlineAnswer } | null>(null);
  const isStopped = sync.kind === 'offline' || sync.kind === 'broken' || sync.kind === 'full';
  const isSettled = catalogue.status !== 'empty' || isStopped;
  const localId = local?.id;

  useEffect(() => {
    if (!isSettled) return undefined;
    let isOld = false;
    const ask = async () => {
      const details = localId === undefined ? undefined : await detailsOf(localId);
      if (isOld) return;
      if (details) {
        setStored({ id: details.id, details });
        return;
      }
      if (localId !== undefined && rendered?.id === localId) return;
      const answer = await findOnline(slug !== null ? { slug } : { id: id ?? 0 });
      if (!isOld) setOnline({ key, answer });
    };
    void ask();
    return () => {
      isOld = true;
    };
  }, [isSettled, localId, slug, id, key, detailsOf, findOnline, rendered]);

  const answer = online?.key === key ? online.answer : null;
  const found = answer?.kind === 'found' ? answer : null;
  if (local) {
    const details = stored?.id === local.id ? stored.details : (found?.details ?? null);
    return {
      kind: 'shown',
      row: local,
      price: priceOf(local.id),
      details,
      isLate: details === null && answer !== null,
    };
  }
  if (!answer) return { kind: 'waiting' };
  return found
    ? {
        kind: 'shown',
        row: found.row,
        price: onlinePrice(found.product, isCons),
        details: found.details,
        isLate: false,
      }
    : { kind: answer.kind as 'unknown' };
}
