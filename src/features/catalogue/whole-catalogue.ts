import type { ListRow } from '#contract/catalogue.ts';
import { EMPTY_CATALOGUE, toPriceTable } from '#src/features/catalogue/catalogue.rules.ts';
import type { Catalogue } from '#src/features/catalogue/catalogue.types.ts';
import { orderRows } from '#src/features/catalogue/listing.rules.ts';
import { type Pointer, readCatalogue } from '#src/offline/catalogue-store.ts';
import { POINTER_KEY, SEEN_KEY } from '#src/offline/keys.ts';
import type { Store } from '#src/offline/ports.ts';
import { inStages } from '#src/offline/stages.ts';

/**
 * The revision that this device reads, in stages: ten thousand products are never one task. The catalogue that is shown already,
 * only confirmed, when it is the same revision; undefined when nothing whole is stored.
 */
export async function readWhole(store: Store, shown: Catalogue): Promise<Catalogue | undefined> {
  const [pointer, seen] = (await store.getMany([POINTER_KEY, SEEN_KEY])) as [Pointer | undefined, string | undefined];
  if (pointer && shown.status === 'ready' && shown.rev === pointer.rev) return { ...shown, asOf: seen ?? pointer.at };
  const stored = await readCatalogue(store);
  if (!stored) return undefined;
  const { rows, categories, needs, thumbs, seenAt } = stored;
  const { manifest, rev } = stored.pointer;
  const prices = toPriceTable(stored.prices, manifest.prices[0].asOf);
  const pause = inStages();
  const byId = new Map<number, ListRow>();
  const byCode = new Map<string, ListRow>();
  for (const row of rows) {
    byId.set(row.id, row);
    byCode.set(row.code, row);
    await pause();
  }
  // The plain list's order is remembered with the rows: the screen finds it made.
  orderRows(rows, () => undefined, 'created_at-desc');
  await pause();
  const bySlug = slugsOf(rows, byCode);
  const whole = { rows, categories, needs, prices, thumbs, byId, byCode, bySlug };
  return { ...EMPTY_CATALOGUE, ...whole, status: 'ready', rev, asOf: seenAt, total: manifest.total };
}

/**
 * A slug ends with the code (docs/product/addresses.md#slugs), so its product is found without making every slug; one that was
 * given by hand is looked for among all of them, once.
 */
function slugsOf(rows: readonly ListRow[], byCode: ReadonlyMap<string, ListRow>): Catalogue['bySlug'] {
  let all: Map<string, ListRow> | undefined;
  return {
    get(slug) {
      const row = byCode.get(slug.slice(slug.lastIndexOf('-') + 1));
      if (row?.slug === slug) return row;
      all ??= new Map(rows.map((one) => [one.slug, one]));
      return all.get(slug);
    },
  };
}
