import type { PageData } from '#src/features/catalogue/catalogue.types.ts';

/** The title of the tab: the product's, the category's, else that of the screen. */
export function pageTitle(path: string, { details, rows, listed, categories }: PageData): string {
  const product = details && rows.find((row) => row.id === details.id);
  const category = listed ? categories.find((node) => node.slug === listed) : undefined;
  const title = product?.title ?? category?.title ?? (path.startsWith('/katalog') ? 'Каталог' : 'Магазин');
  return `${title} — Росток`;
}
