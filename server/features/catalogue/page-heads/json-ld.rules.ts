import type { CategoryNode, ProductCard, ProductDetails } from '#contract/catalogue.ts';
import { SELLER } from '#contract/content.ts';
import { SITE_NAME } from '#server/features/catalogue/page-heads/page-head.rules.ts';

// Structured data in the words of schema.org. Every address is absolute: a reader of JSON-LD knows no base.

const CONTEXT = 'https://schema.org';

/** The shop itself; other blocks name it by `@id`. */
export function organization(publicUrl: string): object {
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    '@id': organizationId(publicUrl),
    name: SITE_NAME,
    legalName: SELLER.name,
    url: `${publicUrl}/eshop`,
    logo: `${publicUrl}/icons/icon-512.png`,
    email: SELLER.email,
    telephone: SELLER.phone,
    taxID: SELLER.inn,
    address: { '@type': 'PostalAddress', addressCountry: 'RU', streetAddress: SELLER.address },
  };
}
const organizationId = (publicUrl: string): string => `${publicUrl}/#organization`;

/** The search of the shop, for the box that search engines show under its name. */
export function website(publicUrl: string): object {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: SITE_NAME,
    url: `${publicUrl}/eshop`,
    inLanguage: 'ru',
    publisher: { '@id': organizationId(publicUrl) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/katalog?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The way to a page from the whole catalogue down: names and paths, the page itself last. */
export function breadcrumbs(publicUrl: string, way: readonly { name: string; path: string }[]): object {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

type Described = {
  card: ProductCard;
  details: ProductDetails | undefined;
  description: string;
  category: CategoryNode | undefined;
};

/** A product with its one offer: public price in roubles with kopecks, and whether it can be bought now. */
export function product(publicUrl: string, { card, details, description, category }: Described): object {
  const url = `${publicUrl}/produkt/${card.slug}`;
  const gallery = details?.gallery.length ? details.gallery : card.image ? [card.image] : [];
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    '@id': `${url}#product`,
    name: card.title,
    sku: card.code,
    url,
    description,
    image: gallery.map((key) => `${publicUrl}/pictures/${key}/960.webp`),
    ...(category ? { category: category.title } : {}),
    ...(details?.maker ? { manufacturer: { '@type': 'Organization', name: details.maker.name } } : {}),
    ...(card.weight > 0 ? { weight: { '@type': 'QuantitativeValue', value: card.weight, unitCode: 'GRM' } } : {}),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'RUB',
      price: roubles(card.actual_price),
      availability: `${CONTEXT}/${card.in_stock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: `${CONTEXT}/NewCondition`,
      seller: { '@id': organizationId(publicUrl), '@type': 'Organization', name: SELLER.name },
    },
  };
}

/** 69050 kopecks → «690.50». */
const roubles = (kopecks: number): string => `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
