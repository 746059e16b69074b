import { stepsOf, unpackList } from '#contract/catalogue-pack.ts';
import type {
  CategoriesShard,
  CategoryNode,
  DetailsShard,
  ListRow,
  ListShard,
  Manifest,
  PriceShard,
  ProductDetails,
} from '#contract/catalogue.ts';
import { priceOf, toPriceTable } from '#src/features/catalogue/catalogue.rules.ts';
import type { PageData, PriceTable } from '#src/features/catalogue/catalogue.types.ts';
import { branchOf, orderRows } from '#src/features/catalogue/listing.rules.ts';

// Where pages are rendered on the server (docs/decisions/250): one revision of the published files, and what of it a page
// brings along. Never part of what the browser loads.

/** A published file by its hash, parsed. */
export type ReadFile = (sha256: string) => Promise<unknown>;
export type Published = {
  manifest: Manifest;
  /** Newest first. */
  rows: readonly ListRow[];
  byId: ReadonlyMap<number, ListRow>;
  bySlug: ReadonlyMap<string, ListRow>;
  categories: readonly CategoryNode[];
  prices: PriceTable;
  details(id: number): Promise<ProductDetails | undefined>;
};

/** @throws Error when a file of the revision is missing or broken. */
export async function readPublished(manifest: Manifest, read: ReadFile): Promise<Published> {
  const lists = manifest.shards.filter(({ kind }) => kind === 'list');
  const [categories, prices, ...parts] = (await Promise.all([
    read(manifest.categories.sha256),
    read(manifest.prices[0].sha256),
    ...lists.map(({ sha256 }) => read(sha256)),
  ])) as [CategoriesShard, PriceShard, ...ListShard[]];
  const rows = parts.flatMap((part) => unpackList(part) ?? []);
  if (rows.length !== manifest.total) throw new Error(`${rows.length} rows of ${manifest.total}`);
  return {
    manifest,
    rows: orderRows(rows, () => undefined, 'created_at-desc'),
    byId: new Map(rows.map((row) => [row.id, row])),
    bySlug: new Map(rows.map((row) => [row.slug, row])),
    categories: categories.categories,
    prices: toPriceTable(prices, manifest.prices[0].asOf),
    async details(id) {
      // «details:201» begins at product 201; the last range that begins at or before it holds it.
      const shard = manifest.shards
        .filter(({ kind, id: name }) => kind === 'details' && Number(name.slice('details:'.length)) <= id)
        .sort((a, b) => Number(b.id.slice('details:'.length)) - Number(a.id.slice('details:'.length)))[0];
      const { products } = (shard ? await read(shard.sha256) : { products: [] }) as DetailsShard;
      return products.find((product) => product.id === id);
    },
  };
}

/** Cards of one list, as in the first shard. */
const FIRST_CARDS = 24;
/** Cards in one row of the shop front. */
const ROW = 8;
type Part = Pick<PageData, 'listed' | 'rows' | 'details'>;

/** What the page of an address needs; null for an address that this revision does not have. */
export async function pageDataOf(published: Published, path: string, build: string): Promise<PageData | null> {
  const part = await partOf(published, path);
  const { manifest, categories, prices } = published;
  return (
    part && {
      build,
      rev: manifest.rev,
      asOf: manifest.publishedAt,
      total: manifest.total,
      categories,
      prices: pricesOf(prices, part.rows),
      pricesAt: prices.asOf,
      ...part,
    }
  );
}

async function partOf(published: Published, path: string): Promise<Part | null> {
  const { rows, byId, bySlug, categories } = published;
  const [first, slug] = path.split('/').filter((text) => text !== '');
  if (first === 'katalog' && slug === undefined) return { listed: '', rows: rows.slice(0, FIRST_CARDS) };
  if (first === 'katalog') {
    const category = categories.find((node) => node.slug === slug);
    if (!category) return null;
    const branch = branchOf(categories, category);
    const own = rows.filter((row) => branch.has(row.category_id));
    return { listed: category.slug, rows: own.slice(0, FIRST_CARDS) };
  }
  if (first === 'produkt') {
    const row = bySlug.get(slug ?? '');
    const details = row && (await published.details(row.id));
    if (!row || !details) return null;
    const others = [...details.related, ...details.variants.map(({ id }) => id)].flatMap((id) => byId.get(id) ?? []);
    return { listed: null, rows: [...new Set([row, ...others])], details };
  }
  return first === undefined || first === 'eshop' ? { listed: null, rows: frontRows(published) } : null;
}

/** The newest, and as many of each label as its row of the shop front shows. */
function frontRows({ rows, prices }: Published): ListRow[] {
  const isHere = (row: ListRow) => (priceOf(prices, null, row.id)?.stock ?? 0) > 0;
  const labelled = (['Новинка', 'Хит', 'Акция'] as const).flatMap((label) =>
    rows.filter((row) => row.labels.includes(label) && isHere(row)).slice(0, ROW),
  );
  const wanted = new Set([...rows.slice(0, ROW), ...labelled]);
  return rows.filter((row) => wanted.has(row));
}

/** The prices of these rows as a shard of their own. */
function pricesOf({ shard, at }: PriceTable, rows: readonly ListRow[]): PriceShard {
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  const known = ids.filter((id) => at.has(id));
  const column = (values: readonly number[]) => known.map((id) => values[at.get(id) ?? -1] ?? 0);
  return {
    v: 1,
    priceType: 0,
    id_step: stepsOf(known),
    price: column(shard.price),
    old_price: column(shard.old_price),
    stock: column(shard.stock),
  };
}
