import type { FastifyInstance } from 'fastify';
import {
  getEshopData,
  getProductData,
  listProducts,
  type ProductCard,
  type ProductDetails,
} from '#contract/catalogue.ts';
import { MESSAGES } from '#contract/messages.ts';
import { CONS_SORTS } from '#contract/tables.ts';
import { type CatalogueIndex, type Entry } from '#server/features/catalogue/catalogue-index.rules.ts';
import { findSlugTarget } from '#server/features/catalogue/catalogue.queries.ts';
import { openNodeCatalogue } from '#server/features/catalogue/files.ts';
import { type FastCounts, installFastFiles } from '#server/features/catalogue/fast-files.ts';
import { listFrom, type ListAnswer } from '#server/features/catalogue/list-products.rules.ts';
import { createMemo } from '#server/features/catalogue/memo.ts';
import type { PublicCatalogue } from '#server/features/catalogue/public-catalogue.types.ts';
import { publicFileRoutes } from '#server/features/catalogue/public-files.routes.ts';
import { readDetails, toProduct } from '#server/features/catalogue/read-product.ts';
import type { Env } from '#server/platform/env.ts';
import { lightHeaders } from '#server/platform/headers.ts';
import { describeError } from '#server/platform/log.ts';
import { mount, ReadyAnswer, type Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';
import { priceTypeOf } from '#server/platform/session.ts';

const SHELF = 12;

/** Manifest, shards, list, product, shop front. Everything is answered from this node's memory of the current revision. */
export function catalogueRoutes(
  app: FastifyInstance,
  shop: Shop,
  env: Pick<Env, 'publicUrl' | 'minBuild'>,
): PublicCatalogue {
  const onError = (error: unknown) => app.log.warn({ err: describeError(error) }, 'catalogue refresh failed');
  const catalogue = openNodeCatalogue(shop.db, shop.now, onError, env.minBuild);
  app.addHook('onReady', async () => catalogue.start());
  app.addHook('onClose', () => catalogue.stop());
  publicFileRoutes(app, shop, catalogue);
  app.decorate('fastFiles', installFastFiles(app, catalogue, lightHeaders(env)));

  const ready = (answer: ListAnswer) =>
    answer === 'unknown_category' ? answer : new ReadyAnswer(listProducts, answer);
  const lists = createMemo<CatalogueIndex, ReadyAnswer<typeof listProducts> | 'unknown_category'>(500);
  mount(app, shop, listProducts, async ({ body, session }) => {
    const priceType = priceTypeOf(session.user);
    if (priceType === 0 && CONS_SORTS.includes(body.sort)) refuse('sort_forbidden', MESSAGES.sortForbidden);
    const index = await catalogue.index();
    const answer = lists.get(index, `${priceType} ${JSON.stringify(body)}`, () =>
      ready(listFrom(index, body, priceType)),
    );
    return answer === 'unknown_category'
      ? refuse('not_found', 'Такой категории нет', { category: ['Такой категории нет'] })
      : answer;
  });

  // By the published details, not by the index: a sold piece must not empty this memory.
  const pages = createMemo<string, Promise<ProductDetails | undefined>>(10_000);
  const detailsOf: PublicCatalogue['details'] = (index, id) =>
    pages.get(index.detailsRev, String(id), () => readDetails(shop.db, index, id));
  const answers = createMemo<CatalogueIndex, ReadyAnswer<typeof getProductData>>(5000);
  mount(app, shop, getProductData, async ({ body, session, tx }) => {
    const priceType = priceTypeOf(session.user);
    const index = await catalogue.index();
    const cards = (ids: readonly number[]): ProductCard[] =>
      ids.flatMap((id) => index.byId.get(id)?.cards[priceType] ?? []);
    if (body.ids !== undefined) return { products: cards(body.ids) };
    if (body.id === undefined && body.slug === undefined && body.code === undefined)
      throw invalid({ id: [MESSAGES.fillField] });
    const entry = await findEntry(index, body, (slug) => findSlugTarget(tx, slug));
    const details = entry && (await detailsOf(index, entry.row.id));
    if (!entry || !details)
      return refuse('not_found', body.code === undefined ? MESSAGES.productNotFound : MESSAGES.codeNotFound);
    return answers.get(index, `${priceType} ${body.comments === true} ${entry.row.id}`, () => {
      const product = toProduct(index, entry, details, priceType);
      // Comments of experts come with their issue; the call already has its place for them.
      return new ReadyAnswer(
        getProductData,
        body.comments ? { product, comments: { items: [], total: 0 } } : { product },
      );
    });
  });

  mount(app, shop, getEshopData, async ({ session }) => {
    const priceType = priceTypeOf(session.user);
    const index = await catalogue.index();
    const newest = index.sorted('created_at-desc');
    const shelf = (entries: readonly Entry[]) => entries.slice(0, SHELF).map((entry) => entry.cards[priceType]);
    return {
      categories: [...index.categories],
      new: shelf(newest),
      hits: shelf(newest.filter((entry) => entry.row.labels.includes('Хит'))),
    };
  });
  return {
    index: () => catalogue.index(),
    details: detailsOf,
    ready: () => catalogue.ready(),
    file: (sha256) => catalogue.file(sha256),
  };
}

type Wanted = { id?: number | undefined; slug?: string | undefined; code?: string | undefined };
async function findEntry(
  index: CatalogueIndex,
  { id, slug, code }: Wanted,
  moved: (slug: string) => Promise<{ id: number } | undefined>,
): Promise<Entry | undefined> {
  if (id !== undefined) return index.byId.get(id);
  if (code !== undefined) return index.byCode.get(code.trim());
  if (slug === undefined) return undefined;
  const here = index.bySlug.get(slug);
  if (here) return here;
  const target = await moved(slug);
  return target && index.byId.get(target.id);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Catalogue files answered before the router. */
    fastFiles: FastCounts;
  }
}
