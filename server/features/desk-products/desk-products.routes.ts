import type { FastifyInstance } from 'fastify';
import type { CallReply } from '#contract/call.ts';
import { pictureKey } from '#contract/catalogue-pack.ts';
import {
  DESK_PRODUCTS_PAGE,
  deskAddProductPicture,
  deskFindProducts,
  deskGetProduct,
  deskPublishProducts,
  deskSetProductPictures,
} from '#contract/desk-products.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PHOTO_BODY_MAX } from '#contract/photos.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findJournal } from '#server/features/desk-audit/journal.queries.ts';
import { toJournalLine } from '#server/features/desk-audit/journal.rules.ts';
import {
  findCategories,
  findDeskProduct,
  findDeskProducts,
  findPriceHistory,
  findProductPictures,
  findVariants,
} from '#server/features/desk-products/desk-products.queries.ts';
import { categoryNames, deskRowOf, strikable } from '#server/features/desk-products/desk-products.rules.ts';
import { addProductPicture, setProductPictures } from '#server/features/desk-products/product-pictures.ts';
import { publishProducts } from '#server/features/desk-products/publish-products.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';

const INT4_MAX = 2_147_483_647;
const SHOWN_LINES = 50;

/** Products at the desk (docs/product/desk.md#products). */
export function deskProductsRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFindProducts, async ({ body: { q, show, sort = 'code', desc = false, page = 1 } }) => {
    const words = (q ?? '').trim();
    const { rows, total } = await findDeskProducts(shop.db, {
      pattern: words === '' ? undefined : `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
      show,
      sort,
      desc,
      limit: DESK_PRODUCTS_PAGE,
      offset: (page - 1) * DESK_PRODUCTS_PAGE,
    });
    return { products: rows.map(({ row, category }) => deskRowOf(row, category)), total, page };
  });
  mount(app, shop, deskGetProduct, ({ params, now }) => readDeskProduct(shop.db, params.id, now));
  mount(app, shop, deskPublishProducts, (asked) => publishProducts(shop, asked));
  mount(
    app,
    shop,
    deskAddProductPicture,
    async (asked) => {
      await addProductPicture(asked);
      return readDeskProduct(asked.tx, asked.body.product_id, asked.now);
    },
    { bodyLimit: PHOTO_BODY_MAX },
  );
  mount(app, shop, deskSetProductPictures, async (asked) => {
    await setProductPictures(asked);
    return readDeskProduct(asked.tx, asked.body.product_id, asked.now);
  });
}

async function readDeskProduct(
  db: DbOrTx,
  id: number,
  now: Date,
): Promise<Omit<CallReply<typeof deskGetProduct>, 'status'>> {
  const found = id > INT4_MAX ? undefined : await findDeskProduct(db, id);
  if (!found) throw notFound(MESSAGES.productNotFound);
  const history = await findPriceHistory(db, [id]);
  const spans = history.map((row) => ({ price: row.actualPrice, since: row.since }));
  const pictures = await findProductPictures(db, id);
  const journal = await findJournal(db, { target: 'product', targetId: id, limit: SHOWN_LINES });
  return {
    product: deskRowOf(found.row, found.category),
    pictures: pictures.map((sha256) => ({ sha256, url: `/pictures/${pictureKey(sha256)}/240.webp` })),
    prices: history
      .toReversed()
      .slice(0, SHOWN_LINES)
      .map((row) => ({ price: row.actualPrice, cons_price: row.actualConsPrice, since: row.since.toISOString() })),
    may_strike: strikable(spans, now).filter((price) => price > found.row.actualPrice),
    categories: [...categoryNames(await findCategories(db))].map(([categoryId, title]) => ({ id: categoryId, title })),
    variants: await findVariants(db, id, found.row.variantGroup),
    journal: journal.map(toJournalLine),
  };
}
