import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Manifest, ShardKind } from '#contract/catalogue.ts';
import type { OpenDb, Tx } from '#server/db/open.ts';
import { findCardRows } from '#server/features/catalogue/catalogue.queries.ts';
import {
  deleteRevisionsBefore,
  findCardsIn,
  findCategoryRows,
  findCurrentRevision,
  findDetailsIn,
  findKnownFiles,
  findPicturesIn,
  findPicturesOf,
  findPriceRows,
  findVariantsOf,
  flipRevision,
  insertFiles,
  lockPublishing,
  markDroppedFiles,
  notifyNodes,
} from '#server/features/catalogue/publish.queries.ts';
import { needsShard } from '#server/features/catalogue/needs.rules.ts';
import { findNeeds } from '#server/features/catalogue/needs.queries.ts';
import { tellWhoWaits } from '#server/features/notify/notify.commands.ts';
import { detailsOf, packDetails } from '#server/features/catalogue/detail-shards.rules.ts';
import {
  categoriesShard,
  firstShard,
  listShards,
  newest,
  priceShard,
  rangeOf,
  SHARD_RANGE,
  type ShardDraft,
  thumbShards,
} from '#server/features/catalogue/shards.rules.ts';

export type Published = { rev: string; changed: number };
/** `prices`: only prices and stock of products that stay published have changed, so the other shards are taken over. */
export type PublishScope = 'all' | 'prices';

const DAYS_30_MS = 30 * 86_400_000;
/** Builds older than this cannot read the shards (packed columns are format 1). */
const MIN_BUILD = 1;

/** Publishes in a transaction of its own: at a start, every night, or by hand. What changed meanwhile is unknown here. */
export function publishCatalogue({ db, jobs }: Pick<OpenDb, 'db' | 'jobs'>, now: Date): Promise<Published> {
  return db.transaction(async (tx) => {
    const published = await publishInTx(tx, now);
    await tellWhoWaits(tx, jobs);
    return published;
  });
}

/** An empty shop is a catalogue too. Does nothing where another process has published first, or while this one waited for it. */
export function publishIfNever(db: Pick<OpenDb, 'db'>['db'], now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPublishing(tx);
    if (!(await findCurrentRevision(tx))) await publishInTx(tx, now);
  });
}

/**
 * Builds the shards from the data as this transaction sees them, stores those whose hash is new, flips the current
 * revision and tells the nodes at commit (docs/product/catalogue.md#publishing). `changed` counts new files; without any change there is no new
 * revision. Concurrent publications wait for each other, so call it last in a transaction.
 */
export async function publishInTx(tx: Tx, now: Date, scope: PublishScope = 'all'): Promise<Published> {
  await lockPublishing(tx);
  const before = await findCurrentRevision(tx);
  const current = before ? (JSON.parse(before.manifest) as Manifest) : null;
  const draft = new RevisionDraft(tx, now);
  await buildAll(tx, draft, scope === 'prices' && current?.needs !== undefined);
  const { built, fresh } = await draft.end();
  const manifest = manifestOf(built, current, now);
  // Told even when no file changed: exact stock and such are answered by the calls, from each node's memory.
  await notifyNodes(tx);
  // The same content gives the same files, so nothing new was stored.
  if (manifest.rev === current?.rev) return { rev: manifest.rev, changed: 0 };

  await flipRevision(tx, { rev: manifest.rev, manifest: JSON.stringify(manifest), publishedAt: now });
  const live = [
    manifest.first,
    manifest.categories,
    manifest.prices[0],
    manifest.prices[1],
    ...manifest.shards,
    ...(manifest.needs ? [manifest.needs] : []),
  ].map((file) => file.sha256);
  const longAgo = new Date(now.getTime() - DAYS_30_MS);
  await markDroppedFiles(tx, live, now, longAgo);
  await deleteRevisionsBefore(tx, longAgo);
  return { rev: manifest.rev, changed: fresh };
}

/**
 * Range after range, so that 50,000 products need no more memory than 5,000: of the whole catalogue only the columns of the
 * price shards are held, of a range its cards and details until its files are stored.
 */
async function buildAll(tx: Tx, draft: RevisionDraft, pricesOnly: boolean): Promise<void> {
  const prices = await findPriceRows(tx);
  const top = newest(prices).map((row) => row.id);
  await draft.take([
    firstShard(await findCardRows(tx, top), await findPicturesOf(tx, top), prices.length),
    priceShard(prices, 0),
    priceShard(prices, 1),
  ]);
  if (pricesOnly) return;
  await draft.take([categoriesShard(await findCategoryRows(tx), prices)]);
  const published = new Set(prices.map((row) => row.id));
  await draft.take([needsShard(await findNeeds(tx), published)]);
  for (const from of new Set(prices.map((row) => rangeOf(row.id)))) {
    const to = from + SHARD_RANGE - 1;
    const details = await findDetailsIn(tx, from, to);
    const variants = await findVariantsOf(tx, [...new Set(details.flatMap((detail) => detail.variantGroup ?? []))]);
    const pictures = await findPicturesIn(tx, from, to);
    await draft.take([
      ...listShards(await findCardsIn(tx, from, to), details),
      ...packDetails(detailsOf(details, pictures, { published, variants })),
      ...thumbShards(pictures),
    ]);
  }
}

/** A file of the manifest; its text is stored already. */
type Built = Omit<ShardDraft, 'json'> & { bytes: number; sha256: string };

/** Compresses and keeps only what is new: a price change costs two small files, not the catalogue. */
class RevisionDraft {
  readonly #tx: Tx;
  readonly #now: Date;
  readonly #built: Built[] = [];
  #waiting: (Built & { json: string })[] = [];
  #fresh = 0;

  constructor(tx: Tx, now: Date) {
    this.#tx = tx;
    this.#now = now;
  }

  async take(drafts: readonly ShardDraft[]): Promise<void> {
    for (const { json, ...draft } of drafts) {
      const file = { ...draft, bytes: Buffer.byteLength(json), sha256: sha256Of(json) };
      this.#built.push(file);
      this.#waiting.push({ ...file, json });
    }
    if (this.#waiting.length >= AT_ONCE) await this.#store();
  }

  async end(): Promise<{ built: Built[]; fresh: number }> {
    await this.#store();
    return { built: this.#built, fresh: this.#fresh };
  }

  async #store(): Promise<void> {
    const distinct = [...new Map(this.#waiting.map((file) => [file.sha256, file])).values()];
    this.#waiting = [];
    const known = await findKnownFiles(
      this.#tx,
      distinct.map((file) => file.sha256),
    );
    const fresh = distinct.filter((file) => !known.has(file.sha256));
    // A few at a time: every encoder takes its whole window at once, and 500 of them took 4 GB (50,000 products).
    for (let from = 0; from < fresh.length; from += ENCODERS) {
      const part = fresh.slice(from, from + ENCODERS);
      const bodies = await Promise.all(part.map(compress));
      await insertFiles(
        this.#tx,
        part.map(({ sha256, audience, kind, bytes }, i) => ({
          sha256,
          audience,
          kind,
          bytes,
          bodyBr: bodies[i]!,
          createdAt: this.#now,
        })),
      );
    }
    this.#fresh += fresh.length;
  }
}
const AT_ONCE = 8;
const ENCODERS = 2;

/** As the manifest lists them: by kind, then by range. */
const SHARD_KINDS: readonly ShardKind[] = ['list', 'details', 'thumbs'];

/** Shards absent from `built` are those of the current manifest. `rev` names the content, whenever it was published. */
function manifestOf(built: readonly Built[], current: Manifest | null, now: Date): Manifest {
  const find = (id: string) => {
    const shard = built.find((one) => one.id === id);
    return shard && { sha256: shard.sha256, bytes: shard.bytes };
  };
  const shards = SHARD_KINDS.flatMap((kind) =>
    built
      .filter((one) => one.kind === kind)
      .map(({ id, sha256, bytes, count }) => ({ id, kind, sha256, bytes, count })),
  );
  const price = (type: 0 | 1) => {
    const file = find(`prices:${type}`)!;
    const same = current?.prices[type].sha256 === file.sha256;
    return { ...file, asOf: same ? current.prices[type].asOf : now.toISOString() };
  };
  const content = {
    minBuild: MIN_BUILD,
    total: built.find((shard) => shard.id === 'prices:0')!.count,
    first: find('first')!,
    categories: find('categories') ?? current!.categories,
    needs: find('needs') ?? current!.needs!,
    shards: find('categories') ? shards : current!.shards,
    prices: { 0: price(0), 1: price(1) },
  };
  const named = [
    MIN_BUILD,
    content.first.sha256,
    content.categories.sha256,
    content.needs.sha256,
    content.prices[0].sha256,
    content.prices[1].sha256,
    ...content.shards.map((shard) => shard.sha256),
  ];
  return { v: 1, rev: sha256Of(named.join(' ')).slice(0, 16), publishedAt: now.toISOString(), ...content };
}

const brotli = promisify(brotliCompress);
/**
 * Measured on 10,000 products: details at 11 are 8 % smaller than at 9 and take 11 times as long (17 s instead of 1.5),
 * everything else takes a second at 11 and gains as much.
 */
function compress(file: Pick<ShardDraft, 'kind' | 'json'>): Promise<Buffer> {
  const body = Buffer.from(file.json);
  const quality = file.kind === 'details' && body.length > 64 * 1024 ? 9 : 11;
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: 22,
    },
  });
}
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
