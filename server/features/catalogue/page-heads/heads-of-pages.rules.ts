import type { CategoryNode, ProductDetails } from '#contract/catalogue.ts';
import { NOT_MEDICINE } from '#contract/content.ts';
import { screenAt } from '#contract/paths.ts';
import type { CatalogueIndex, Entry } from '#server/features/catalogue/catalogue-index.rules.ts';
import { breadcrumbs, organization, product, website } from '#server/features/catalogue/page-heads/json-ld.rules.ts';
import {
  describe,
  type PageHead,
  plainText,
  SITE_NAME,
} from '#server/features/catalogue/page-heads/page-head.rules.ts';
import { STATIC_HEADS } from '#server/features/catalogue/page-heads/static-heads.rules.ts';

const titled = (title: string): string => `${title} — ${SITE_NAME}`;
const SHOP_IMAGE = { path: '/icons/share.png', alt: 'Росток: магазин, который открывается и без интернета' };
const LIST = { name: 'Каталог', path: '/katalog' };

/** The head of a public page that is no product; undefined for one that is not to be listed, or that the index does not know. */
export function headOfPage(index: CatalogueIndex, pathname: string, publicUrl: string): PageHead | undefined {
  const screen = screenAt(pathname);
  if (screen === '/katalog/:category') {
    const node = index.categories.find(({ slug }) => slug === pathname.split('/')[2]);
    return node && headOfCategory(index, node, publicUrl);
  }
  // `/` and `/eshop` are one screen, and /eshop is its name (docs/product/addresses.md#screens).
  const canonical = screen === '/' ? '/eshop' : screen;
  const known = canonical && STATIC_HEADS[canonical];
  if (!known) return undefined;
  return {
    title: titled(known.title),
    description: known.description,
    canonical,
    type: 'website',
    image: SHOP_IMAGE,
    data: canonical === '/eshop' ? [organization(publicUrl), website(publicUrl)] : [],
  };
}

function headOfCategory(index: CatalogueIndex, node: CategoryNode, publicUrl: string): PageHead {
  const branch = index.branchOf(node.slug);
  const newest = index.sorted('created_at-desc').filter(({ row }) => branch?.has(row.categoryId));
  const names = newest.slice(0, 3).map(({ row }) => row.title);
  const path = `/katalog/${node.slug}`;
  const pictured = newest.find(({ cards }) => cards[0].image !== null);
  return {
    title: titled(node.title),
    description: describe(
      `${node.title}: товаров — ${node.count}. ${names.join(', ')}. Цены и наличие в магазине «Росток».`,
    ),
    canonical: path,
    type: 'website',
    image: pictured ? { path: sharePath(pictured), alt: node.title } : SHOP_IMAGE,
    data: [breadcrumbs(publicUrl, [LIST, ...above(index, node.id)])],
  };
}

/** The head of a product page. `details` undefined: only its row is known. */
export function headOfProduct(
  index: CatalogueIndex,
  entry: Entry,
  details: ProductDetails | undefined,
  publicUrl: string,
): PageHead {
  const card = entry.cards[0];
  const text = [card.pack, details?.subtitle ?? '', plainText(details?.description_html ?? '')]
    .filter((part) => part !== '')
    .join('. ')
    .replaceAll(/([.!?…])\./g, '$1');
  // The warning of a supplement stands in every text that offers it (docs/product/law.md).
  const description = card.is_bad
    ? `${describe(`${card.title}. ${text}`, 150)} ${NOT_MEDICINE}`
    : describe(`${card.title}. ${text}`);
  const path = `/produkt/${card.slug}`;
  const way = above(index, card.category_id);
  const category = index.categories.find(({ id }) => id === card.category_id);
  return {
    title: titled(card.title),
    description,
    canonical: path,
    type: 'product',
    image: card.image === null ? SHOP_IMAGE : { path: sharePath(entry), alt: card.title },
    data: [
      product(publicUrl, { card, details, description, category }),
      breadcrumbs(publicUrl, [LIST, ...way, { name: card.title, path }]),
    ],
  };
}

/** A supplement's picture carries its warning; which one is drawn follows the name, since a picture knows no product. */
const sharePath = ({ cards: { 0: card } }: Entry): string =>
  `/pictures/${card.image}/${card.is_bad ? 'studio-bad' : 'studio'}.jpg`;

/** From the topmost category down to this one. */
function above(index: CatalogueIndex, id: number): { name: string; path: string }[] {
  const way: { name: string; path: string }[] = [];
  const seen = new Set<number>();
  let node = index.categories.find((one) => one.id === id);
  while (node && !seen.has(node.id)) {
    seen.add(node.id);
    way.unshift({ name: node.title, path: `/katalog/${node.slug}` });
    const { parent_id } = node;
    node = index.categories.find((one) => one.id === parent_id);
  }
  return way;
}
