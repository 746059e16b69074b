import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { categories, pictureOriginals, productPictures, products } from '#server/db/tables/catalogue.ts';
import type { Generated } from '#tests/support/generate-catalogue.ts';

/** Writes a generated catalogue into an empty database; publishes nothing. Pictures get their row but no pixels. */
export async function insertCatalogue(
  db: Db,
  { categories: nodes, cards, details, pictures }: Generated,
): Promise<void> {
  const detailOf = new Map(details.map((detail) => [detail.id, detail]));
  await db.transaction(async (tx) => {
    await tx.insert(categories).values(nodes);
    await inParts(cards, (part) =>
      tx
        .insert(products)
        .values(part.map((card) => ({ ...detailOf.get(card.id)!, ...card, labels: [...card.labels] }))),
    );
    await inParts(pictures, (part) =>
      tx.insert(pictureOriginals).values(
        part.map(({ sha256, thumbhash }) => ({
          sha256,
          thumbhash,
          kind: 'packshot' as const,
          mime: 'image/svg+xml',
          spec: {},
        })),
      ),
    );
    await inParts(pictures, (part) =>
      tx.insert(productPictures).values(part.map(({ productId, sha256 }) => ({ productId, position: 0, sha256 }))),
    );
    await tx.execute(sql`select setval(pg_get_serial_sequence('products', 'id'), ${cards.length + 1}, false)`);
  });
}

async function inParts<T>(items: readonly T[], write: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += 200) await write(items.slice(from, from + 200));
}
