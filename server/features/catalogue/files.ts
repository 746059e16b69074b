import type pg from 'pg';
import type { Manifest } from '#contract/catalogue.ts';
import type { Db } from '#server/db/open.ts';
import { type CatalogueIndex, buildIndex } from '#server/features/catalogue/catalogue-index.rules.ts';
import { findPublishedCardRows } from '#server/features/catalogue/catalogue.queries.ts';
import { type FileShelf, openFileShelf, type ReadyFile, readyFile } from '#server/features/catalogue/file-shelf.ts';
import { listen } from '#server/features/catalogue/listen.ts';
import { findRanks } from '#server/features/catalogue/needs.queries.ts';
import { publishIfNever } from '#server/features/catalogue/publish.commands.ts';
import {
  findCategoryRows,
  findCurrentRevision,
  findCurrentRevisionId,
} from '#server/features/catalogue/publish.queries.ts';

export type CurrentCatalogue = { revisionId: number; rev: string; detailsRev: string; manifest: ReadyFile };
/**
 * What one node keeps of the published catalogue: the current manifest, files by hash and the index of cards. All of it can
 * be read again from PostgreSQL, so nodes agree; a flip is heard by LISTEN, at the latest seen by a poll.
 */
export type NodeCatalogue = FileShelf & {
  /** The manifest if it is in memory: no waiting. */
  ready(): CurrentCatalogue | null;
  current(): Promise<CurrentCatalogue>;
  index(): Promise<CatalogueIndex>;
  /** Looks at the database now instead of at the next notice. */
  refresh(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

const POLL_MS = 5000;

export function openNodeCatalogue(
  db: Db,
  now: () => Date,
  onError: (error: unknown) => void = () => {},
  minBuild = 0,
): NodeCatalogue {
  let current: CurrentCatalogue | null = null;
  let index: CatalogueIndex | null = null;
  let indexing: Promise<CatalogueIndex> | null = null;
  let refreshing: Promise<void> | null = null;
  let heardAgain = false;
  let stopListening: (() => Promise<void>) | null = null;
  let timer: NodeJS.Timeout | undefined;
  const shelf = openFileShelf(db);

  async function look(): Promise<void> {
    let revision = await findCurrentRevision(db);
    if (!revision) {
      await publishIfNever(db, now());
      revision = await findCurrentRevision(db);
    }
    if (!revision || revision.id === current?.revisionId) return;
    const text = withMinBuild(revision.manifest, minBuild);
    const { rev, shards } = JSON.parse(text) as Manifest;
    const detailsRev = shards
      .filter((shard) => shard.kind === 'details')
      .map((shard) => shard.sha256)
      .join(' ');
    current = {
      revisionId: revision.id,
      rev,
      detailsRev,
      manifest: await readyFile(0, Buffer.from(text)),
    };
  }
  const readIndex = async (): Promise<CatalogueIndex> => {
    const published = current ?? (await self.current());
    const [cards, categories, ranks] = await Promise.all([
      findPublishedCardRows(db),
      findCategoryRows(db),
      findRanks(db),
    ]);
    return (index = buildIndex(published, cards, categories, ranks));
  };
  /** One look at a time; a notice that arrives meanwhile leads to one more. */
  function refresh(): Promise<void> {
    if (refreshing) {
      heardAgain = true;
      return refreshing;
    }
    refreshing = (async () => {
      do {
        heardAgain = false;
        await look();
        // Prices and stock may change without a new file: the index follows every notice, once somebody uses it.
        if (index) await readIndex();
      } while (heardAgain);
    })().finally(() => (refreshing = null));
    return refreshing;
  }
  const heard = () => void refresh().catch(onError);
  const poll = async () => {
    const id = await findCurrentRevisionId(db);
    if (id !== undefined && id !== current?.revisionId) await refresh();
  };

  const self: NodeCatalogue = {
    ready: () => current,
    async current() {
      if (!current) await refresh();
      return current!;
    },
    ...shelf,
    async index() {
      if (index) return index;
      indexing ??= readIndex().finally(() => (indexing = null));
      return indexing;
    },
    refresh,
    start() {
      stopListening ??= listen(connectionOf(db), 'catalogue', heard);
      timer ??= setInterval(() => void poll().catch(onError), POLL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await stopListening?.();
      await refreshing?.catch(() => {});
    },
  };
  return self;
}

/**
 * The operator's MIN_BUILD (docs/product/offline.md#updates) on top of the published manifest, as another revision of the same files:
 * phones take it over without downloading anything, and its ETag follows its bytes as always.
 */
function withMinBuild(text: string, minBuild: number): string {
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.minBuild >= minBuild) return text;
  return JSON.stringify({ ...manifest, minBuild, rev: `${manifest.rev}-${minBuild}` });
}

/** Where the pool of this database connects to. */
function connectionOf(db: Db): pg.ClientConfig {
  const { connectionString, host, port, user, password, database, ssl } = (db as Db & { $client: pg.Pool }).$client
    .options;
  return connectionString ? { connectionString, ssl } : { host, port, user, password, database, ssl };
}
