import type { ProductDetails } from '#contract/catalogue.ts';
import type { CatalogueIndex } from '#server/features/catalogue/catalogue-index.rules.ts';
import type { ReadyFile } from '#server/features/catalogue/file-shelf.ts';
import type { CurrentCatalogue } from '#server/features/catalogue/files.ts';

/** What the pages of the shop are made from: the revision that this node holds. */
export type PublicCatalogue = {
  index(): Promise<CatalogueIndex>;
  /** The rest of a product page; undefined when the product was hidden since the index was built. */
  details(index: CatalogueIndex, id: number): Promise<ProductDetails | undefined>;
  /** The current revision, if this node has it in memory. */
  ready(): CurrentCatalogue | null;
  /** A published file by its hash. */
  file(sha256: string): Promise<ReadyFile | undefined>;
};
