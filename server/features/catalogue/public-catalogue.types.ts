import type { ProductDetails } from '#contract/catalogue.ts';
import type { CatalogueIndex } from '#server/features/catalogue/catalogue-index.rules.ts';

/** What the pages of the shop are made from: the revision that this node holds. */
export type PublicCatalogue = {
  index(): Promise<CatalogueIndex>;
  /** The rest of a product page; undefined when the product was hidden since the index was built. */
  details(index: CatalogueIndex, id: number): Promise<ProductDetails | undefined>;
};
