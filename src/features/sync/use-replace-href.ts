import { useAtomValue } from 'jotai';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { productIdOf } from '#src/features/sync/words.rules.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';

/**
 * «Заменить»: the category of the product; one that has left the catalogue is looked for by its name. Null where there is
 * nothing to replace: hearts, removals, forms.
 */
export function useReplaceHref({ kind, body, seen }: OutboxRecord): string | null {
  const { byId, categories } = useAtomValue(catalogueAtom);
  if (kind !== 'cart.change' || body.delta < 0) return null;
  const category = byId.get(productIdOf({ body }) ?? 0)?.category_id;
  const slug = categories.find((node) => node.id === category)?.slug;
  if (slug) return `/katalog/${slug}`;
  return seen.title ? `/katalog?q=${encodeURIComponent(seen.title)}` : '/katalog';
}
