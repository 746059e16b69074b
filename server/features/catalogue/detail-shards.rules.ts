import type { DetailsShard, ProductDetails } from '#contract/catalogue.ts';
import { pictureKey } from '#contract/catalogue-pack.ts';
import {
  byRange,
  type CardData,
  type DetailData,
  groupBy,
  type PictureData,
  type ShardDraft,
} from '#server/features/catalogue/shards.rules.ts';

// What a product's page says beyond its row in the list (docs/product/catalogue.md#shards).

export function detailShards(
  cards: readonly CardData[],
  details: readonly DetailData[],
  pictures: readonly PictureData[],
): ShardDraft[] {
  return packDetails(productDetails(cards, details, pictures));
}
export function packDetails(all: readonly ProductDetails[]): ShardDraft[] {
  return byRange(all, (product) => product.id).map(([from, products]) => {
    const shard: DetailsShard = { v: 1, products };
    return { id: `details:${from}`, kind: 'details', audience: 0, count: products.length, json: JSON.stringify(shard) };
  });
}
export function productDetails(
  cards: readonly CardData[],
  details: readonly DetailData[],
  pictures: readonly PictureData[],
): ProductDetails[] {
  const published = new Set(cards.map((card) => card.id));
  const shown = details.filter((detail) => published.has(detail.id));
  return detailsOf(shown, pictures, { published, variants: shown });
}
export type VariantData = Pick<DetailData, 'id' | 'variantGroup' | 'params'>;
/**
 * Details of published products. `variants`: the published members of their groups, themselves included, in id order.
 * Names only published products among related and variants: a hidden one must not show through another's page.
 */
export function detailsOf(
  details: readonly DetailData[],
  pictures: readonly PictureData[],
  { published, variants }: { published: ReadonlySet<number>; variants: readonly VariantData[] },
): ProductDetails[] {
  const galleries = groupBy(pictures, (picture) => picture.productId);
  const groups = groupBy(variants, (variant) => variant.variantGroup);
  return details.map((detail) => {
    const siblings = detail.variantGroup ? (groups.get(detail.variantGroup) ?? []) : [];
    const differing = differingParams(siblings);
    return {
      id: detail.id,
      subtitle: detail.subtitle,
      description_html: detail.descriptionHtml,
      composition: detail.composition,
      nutrients: detail.nutrients,
      usage: detail.usage,
      contraindications: detail.contraindications,
      storage: detail.storage,
      shelf_life: detail.shelfLife,
      qty_in_pack: detail.qtyInPack,
      volume: detail.volume,
      weight: detail.weightGrams,
      maker: detail.maker,
      sgr: detail.sgr,
      age_from: detail.ageFrom,
      marked: detail.marked,
      docs: detail.docs,
      ...galleryOf(galleries.get(detail.id) ?? []),
      related: detail.related.filter((id) => published.has(id)),
      variants: siblings
        .filter((other) => other.id !== detail.id)
        .map((other) => ({ id: other.id, params: paramsText(other, differing) })),
      params: detail.params,
      group_params: siblings.length > 1 ? paramsText(detail, differing) : '',
    };
  });
}
function galleryOf(pictures: readonly PictureData[]): Pick<ProductDetails, 'gallery' | 'views'> {
  const gallery = pictures.map((picture) => pictureKey(picture.sha256));
  return pictures.some(({ view }) => view) ? { gallery, views: pictures.map(({ view }) => view ?? '') } : { gallery };
}
/** Names of the params that tell the offers of one group apart: «Цвет», «Размер». */
function differingParams(siblings: readonly VariantData[]): Set<string> {
  const values = new Map<string, Set<string>>();
  for (const name of new Set(siblings.flatMap((one) => one.params.map((param) => param.name)))) {
    values.set(name, new Set(siblings.map((one) => one.params.find((param) => param.name === name)?.value ?? '')));
  }
  return new Set([...values].filter(([, seen]) => seen.size > 1).map(([name]) => name));
}
const paramsText = (detail: VariantData, names: Set<string>): string =>
  detail.params
    .filter((param) => names.has(param.name))
    .map((param) => param.value)
    .join(', ');
