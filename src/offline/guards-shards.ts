import type { Need, NeedsShard } from '#contract/needs.ts';
import type { DetailsShard, ListShard, Manifest, ProductDetails, ThumbShard } from '#contract/catalogue.ts';
import {
  flag,
  type Guard,
  int,
  listOf,
  nullable,
  only,
  optional,
  recordOf,
  shape,
  text,
  v1,
} from '#src/offline/guards.ts';

// Guards of the manifest and of the shards that arrive after the first screen; see guards.ts.

const priceRef = { sha256: text, bytes: int, asOf: text };
export const isManifest = shape<Manifest>({
  v: v1,
  rev: text,
  publishedAt: text,
  minBuild: int,
  total: int,
  first: shape<Manifest['first']>({ sha256: text, bytes: int }),
  categories: shape<Manifest['categories']>({ sha256: text, bytes: int }),
  needs: optional(shape<NonNullable<Manifest['needs']>>({ sha256: text, bytes: int })),
  shards: listOf(
    shape<Manifest['shards'][number]>({
      id: text,
      kind: only('list', 'details', 'thumbs'),
      sha256: text,
      bytes: int,
      count: int,
    }),
  ),
  prices: shape<Manifest['prices']>({ 0: shape(priceRef), 1: shape(priceRef) }),
});

const either = <A, B>(a: Guard<A>, b: Guard<B>) => ((value) => a(value) || b(value)) as Guard<A | B>;
const marked = ((value) => Array.isArray(value) && value.length === 2 && int(value[0]) && text(value[1])) as Guard<
  [number, string]
>;
export const isListShard = shape<ListShard>({
  v: v1,
  id: listOf(int),
  code: listOf(either(int, text)),
  title: listOf(text),
  slug: listOf(marked),
  packs: listOf(text),
  pack: listOf(int),
  forms: listOf(text),
  form: listOf(int),
  category_id: listOf(int),
  flags: listOf(int),
  created_at: listOf(int),
  image: text,
  article: listOf(marked),
  holds: optional(listOf(int)),
});
export const isThumbShard = shape<ThumbShard>({ v: v1, thumbs: recordOf(text) });
const pair = shape<{ name: string; value: string }>({ name: text, value: text });
const isDetails = shape<ProductDetails>({
  id: int,
  subtitle: text,
  description_html: text,
  composition: listOf(text),
  nutrients: listOf(shape<ProductDetails['nutrients'][number]>({ name: text, amount: text, percent: text })),
  usage: text,
  contraindications: text,
  storage: text,
  shelf_life: text,
  qty_in_pack: nullable(int),
  volume: text,
  weight: int,
  maker: nullable(shape<NonNullable<ProductDetails['maker']>>({ name: text, address: text, country: text })),
  sgr: nullable(shape<NonNullable<ProductDetails['sgr']>>({ number: text, date: text, url: text })),
  age_from: int,
  marked: flag,
  docs: listOf(shape<ProductDetails['docs'][number]>({ title: text, url: text })),
  gallery: listOf(text),
  views: optional(listOf(text)),
  related: listOf(int),
  variants: listOf(shape<ProductDetails['variants'][number]>({ id: int, params: text })),
  params: listOf(pair),
  group_params: text,
});
export const isDetailsShard = shape<DetailsShard>({ v: v1, products: listOf(isDetails) });

const isNeed = shape<Need>({ slug: text, title: text, words: listOf(text), products: listOf(int) });
export const isNeedsShard = shape<NeedsShard>({
  v: v1,
  needs: listOf(isNeed),
  synonyms: listOf(listOf(text)),
  popular: listOf(listOf(int)),
});
