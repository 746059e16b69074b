import { ballsHalfOf } from '#contract/money.ts';
import { consPriceOf } from '#server/features/import/feed-values.rules.ts';
import type { ValidOffer } from '#server/features/import/offer.rules.ts';
import { missingForSale } from '#server/features/catalogue/compliance.rules.ts';

/** The part of a product that an import decides. Money in kopecks, points in half-points, weight in grams. */
export type StagedProduct = {
  article: string | null;
  /** Absent where the feed names none, so that products of older imports are no news. */
  ean?: string;
  title: string;
  actualPrice: number;
  actualConsPrice: number;
  oldPrice: number | null;
  ballsHalf: number;
  weightGrams: number;
  dimsMm: [number, number, number] | null;
  form: string;
  pack: string;
  qtyInPack: number | null;
  volume: string;
  stockQty: number;
  isBad: boolean;
  ageFrom: number;
  maker: { name: string; address: string; country: string } | null;
  sgr: { number: string; date: string; url: string } | null;
  descriptionHtml: string;
  composition: string[];
  usage: string;
  contraindications: string;
  storage: string;
  shelfLife: string;
  params: { name: string; value: string }[];
  groupId: string | null;
  /** Legal fields a supplement lacks; not empty = stored unpublished. */
  lacks: string[];
  /** Topics that the feed names; absent where it names none, so that products of older imports are no news. */
  topics?: string[];
};

/**
 * `consRatioMilli` 770 = `--cons-ratio 0.77`; null = the consultant price is the price and earns no points
 * (docs/product/catalogue.md#importer).
 */
export function toStagedProduct(
  offer: ValidOffer,
  descriptionHtml: string,
  consRatioMilli: number | null,
): StagedProduct {
  const { facts, price } = offer;
  const consPrice = consRatioMilli === null ? price : consPriceOf(price, consRatioMilli);
  return {
    article: offer.article,
    ...(offer.ean === '' ? {} : { ean: offer.ean }),
    title: offer.title,
    actualPrice: price,
    actualConsPrice: consPrice,
    oldPrice: offer.oldPrice,
    ballsHalf: consRatioMilli === null ? 0 : ballsHalfOf(consPrice),
    weightGrams: offer.weightGrams,
    dimsMm: offer.dimsMm,
    form: facts.form,
    pack: facts.pack,
    qtyInPack: facts.qtyInPack,
    volume: facts.volume,
    stockQty: offer.stockQty,
    isBad: facts.isBad,
    ageFrom: facts.ageFrom,
    maker: facts.maker,
    sgr: facts.sgr,
    descriptionHtml,
    composition: facts.composition,
    usage: facts.usage,
    contraindications: facts.contraindications,
    storage: facts.storage,
    shelfLife: facts.shelfLife,
    params: facts.params,
    groupId: offer.groupId,
    lacks: facts.isBad
      ? missingForSale(facts, { hasDescription: descriptionHtml !== '', weightGrams: offer.weightGrams })
      : [],
    ...(facts.topics.length > 0 ? { topics: facts.topics } : {}),
  };
}

type Withheld = 'missing' | 'compliance' | null;
/**
 * Whether a product is shown after this import. What the owner hid by hand stays hidden; what the importer hid comes
 * back as soon as its reason is gone.
 */
export function decidePublished(
  lacks: readonly string[],
  before: { published: boolean; withheld: Withheld } | null,
): { published: boolean; withheld: Withheld } {
  const complies = lacks.length === 0;
  if (before && !before.published && before.withheld === null) return { published: false, withheld: null };
  return { published: complies, withheld: complies ? null : 'compliance' };
}
