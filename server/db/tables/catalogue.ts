import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const categories = pgTable('categories', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
  parentId: integer('parent_id'),
  title: text('title').notNull(),
  /** For the chips of the phone. */
  short: text('short').notNull().default(''),
  slug: text('slug').notNull().unique(),
  position: integer('position').notNull().default(0),
});

export type Maker = { name: string; address: string; country: string };
export type Sgr = { number: string; date: string; url: string };

export const products = pgTable(
  'products',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    code: text('code').notNull().unique(),
    article: text('article'),
    /** On its pack (contract/ean.ts); empty: none is known. */
    ean: text('ean').notNull().default(''),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    /** Kopecks. */
    actualPrice: integer('actual_price').notNull(),
    actualConsPrice: integer('actual_cons_price').notNull(),
    oldPrice: integer('old_price'),
    ballsHalf: integer('balls_half').notNull().default(0),
    weightGrams: integer('weight_grams').notNull().default(0),
    dimsMm: jsonb('dims_mm').$type<[number, number, number] | null>(),
    form: text('form').notNull().default(''),
    pack: text('pack').notNull().default(''),
    qtyInPack: integer('qty_in_pack'),
    volume: text('volume').notNull().default(''),
    stockQty: integer('stock_qty').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    labels: text('labels')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    isBad: boolean('is_bad').notNull().default(false),
    ageFrom: integer('age_from').notNull().default(0),
    marked: boolean('marked').notNull().default(false),
    /** Which rate of VAT is in the price; the per cent of a day stands in docs/product/orders.md#vat. */
    vatKind: text('vat_kind').$type<'standard' | 'reduced' | 'none'>().notNull().default('standard'),
    maker: jsonb('maker').$type<Maker | null>(),
    sgr: jsonb('sgr').$type<Sgr | null>(),
    descriptionHtml: text('description_html').notNull().default(''),
    composition: jsonb('composition').$type<string[]>().notNull().default([]),
    nutrients: jsonb('nutrients').$type<{ name: string; amount: string; percent: string }[]>().notNull().default([]),
    usage: text('usage').notNull().default(''),
    contraindications: text('contraindications').notNull().default(''),
    storage: text('storage').notNull().default(''),
    shelfLife: text('shelf_life').notNull().default(''),
    docs: jsonb('docs').$type<{ title: string; url: string }[]>().notNull().default([]),
    params: jsonb('params').$type<{ name: string; value: string }[]>().notNull().default([]),
    related: integer('related')
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    /** `<source>:<group_id>` of an import: products of one group are variants of each other. */
    variantGroup: text('variant_group'),
    /** False: stored but never shown (no compliance fields, hidden by the owner). */
    published: boolean('published').notNull().default(true),
    /** Since when people may know its address; null: it was never shown. Kept by the trigger of the migration `desk-boxes-shown-once`. */
    firstShownAt: at('first_shown_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (t) => [
    index('products_category').on(t.categoryId),
    index('products_article').on(t.article),
    // What a scanner typed has capitals only.
    index('products_code_scanned').on(sql`upper(${t.code})`),
    index('products_article_scanned').on(sql`upper(${t.article})`),
    index('products_ean')
      .on(t.ean)
      .where(sql`${t.ean} <> ''`),
    index('products_group').on(t.variantGroup),
  ],
);

export const slugHistory = pgTable('slug_history', {
  slug: text('slug').primaryKey(),
  productId: integer('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
});

/** Feed ids are text; ours are integers (docs/product/catalogue.md#importer). `digest` tells unchanged offers. */
export const productSources = pgTable(
  'product_sources',
  {
    source: text('source').notNull(),
    offerId: text('offer_id').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull(),
    /** Why the importer keeps the product unpublished; null: it does not, so a hidden one was hidden by the owner. */
    withheld: text('withheld').$type<'missing' | 'compliance' | null>(),
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.source, t.offerId] }), index('product_sources_product').on(t.productId)],
);
export const categorySources = pgTable(
  'category_sources',
  {
    source: text('source').notNull(),
    categoryKey: text('category_id').notNull(),
    ourId: integer('our_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.source, t.categoryKey] })],
);

/**
 * One original picture. `kind` 'bytes': the uploaded file in `body`; 'packshot': drawn from `spec` on demand,
 * so that 200 demo drawings need no storage. `sha256` is of the bytes, or of the spec with the drawer's version.
 */
export const pictureOriginals = pgTable('picture_originals', {
  sha256: text('sha256').primaryKey(),
  kind: text('kind').$type<'bytes' | 'packshot'>().notNull(),
  mime: text('mime').notNull(),
  body: bytea('body'),
  spec: jsonb('spec').$type<Record<string, unknown> | null>(),
  width: integer('width').notNull().default(960),
  height: integer('height').notNull().default(960),
  /** base64 */
  thumbhash: text('thumbhash').notNull().default(''),
  createdAt: at('created_at').notNull().defaultNow(),
});
export const productPictures = pgTable(
  'product_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    sha256: text('sha256')
      .notNull()
      .references(() => pictureOriginals.sha256),
    /** Where an import took it from; null for drawn ones. */
    sourceUrl: text('source_url'),
    /** A drawn stand-in for a picture that could not be loaded. */
    placeholder: boolean('placeholder').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.productId, t.position] }), index('product_pictures_url').on(t.sourceUrl)],
);

export const priceHistory = pgTable(
  'price_history',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    actualPrice: integer('actual_price').notNull(),
    actualConsPrice: integer('actual_cons_price').notNull(),
    since: at('since').notNull().defaultNow(),
  },
  (t) => [index('price_history_product').on(t.productId, t.since)],
);

/** Published files by content hash; `audience` 1 = only for a consultant's session. */
export const catalogueFiles = pgTable('catalogue_files', {
  sha256: text('sha256').primaryKey(),
  audience: integer('audience').notNull().default(0),
  kind: text('kind').notNull(),
  /** Raw length; `bodyBr` is what is kept. */
  bytes: integer('bytes').notNull(),
  bodyBr: bytea('body_br').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  /** Set when no revision names it any more; deleted 30 days later. */
  droppedAt: at('dropped_at'),
});
export const catalogueRevisions = pgTable('catalogue_revisions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  rev: text('rev').notNull(),
  manifest: text('manifest').notNull(),
  publishedAt: at('published_at').notNull().defaultNow(),
});
/** One row: which revision is current. Flipped in the transaction of the data change. */
export const cataloguePointer = pgTable('catalogue_pointer', {
  one: boolean('one').primaryKey().default(true),
  revisionId: integer('revision_id')
    .notNull()
    .references(() => catalogueRevisions.id),
});

export const cities = pgTable('cities', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  region: text('region').notNull().default(''),
  countryId: integer('country_id').notNull(),
  postIndex: text('post_index').notNull().default(''),
  lat: doublePrecision('lat').notNull(),
  lon: doublePrecision('lon').notNull(),
  utcOffset: integer('utc_offset').notNull(),
});
export const seedSteps = pgTable('seed_steps', {
  name: text('name').primaryKey(),
  doneAt: at('done_at').notNull().defaultNow(),
});
