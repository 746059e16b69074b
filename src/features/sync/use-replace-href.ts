import { useAtomValue } from 'jotai';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { productIdOf } from '#src/features/sync/words.rules.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';

/**
 * «Заменить»: the category of the product; one that has left the catalogue is looked for by its name. Null where there is
 * nothing to replace: hearts, removals, forms.
 */
export function useReplaceHref(record: OutboxRecord): string | null {
  const { byId, categories } = useAtomValue(catalogueAtom);
  const look = useAtomValue(lookAtom);
  const faced = look(record);
  if (!faced?.face.isReplaceable?.(faced.payload)) return null;
  const category = byId.get(productIdOf(look, record) ?? 0)?.category_id;
  const slug = categories.find((node) => node.id === category)?.slug;
  if (slug) return `/katalog/${slug}`;
  const { title } = record.seen;
  return title ? `/katalog?q=${encodeURIComponent(title)}` : '/katalog';
}
