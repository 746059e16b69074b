import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { drawPlaceholderSpec, packshotSha } from '#server/features/catalogue/pictures/packshot.rules.ts';
import { insertPictures } from '#server/features/catalogue/pictures/pictures.queries.ts';
import {
  PICTURE_REFUSALS,
  storePackshot,
  storePictureBytes,
} from '#server/features/catalogue/pictures/store-picture.commands.ts';
import { fetchPicture, type Net, PictureError } from '#server/features/import/fetch-picture.ts';
import { describeRef, isFileRef, readPictureFile } from '#server/features/import/picture-ref.ts';
import {
  countUnloaded,
  dropWithdrawnPictures,
  findBare,
  findUnloaded,
  insertPlaceholders,
  linkPictures,
  rememberLoaded,
} from '#server/features/import/pictures-import.queries.ts';
import type { ImportReport } from '#server/features/import/report.rules.ts';
import type { Say } from '#server/features/import/stage-feed.ts';

// Contents: 1 with the data, 2 loading, 3 one picture

export type PictureParts = {
  /** Bound to the session that holds the staging tables. */
  session: Db;
  /** Any other connections. */
  db: Db;
  file: string;
  folder: string;
  source: string;
  net: Net;
  now: () => Date;
  report: ImportReport;
  say: Say;
  stop: AbortSignal;
};
const AT_A_TIME = 4;
const PAGE = 100;
const PUBLISH_EVERY_MS = 60_000;
const HOST_FAILURES_MAX = 3;

// ── 1 With the data: known pictures stay, everything else gets a drawn stand-in at once ─────────
/** Part of the data transaction, so that the shop never shows a product without a picture. */
export async function settlePictures(tx: Tx, source: string): Promise<void> {
  await dropWithdrawnPictures(tx, source);
  await linkPictures(tx, source);
  const thumbhashes = new Map<string, string>();
  for (let after = 0; ;) {
    const bare = await findBare(tx, source, after, 1000);
    const last = bare.at(-1);
    if (!last) return;
    const drawn = [];
    for (const product of bare) {
      const spec = drawPlaceholderSpec(product);
      const kind = `${spec.form} ${spec.category}`;
      // Drawing takes tens of milliseconds, and all packs of one kind blur into the same thumbhash.
      const thumbhash = thumbhashes.get(kind) ?? (await storePackshot(tx, spec)).thumbhash;
      thumbhashes.set(kind, thumbhash);
      drawn.push({ productId: product.productId, spec, sha256: packshotSha(spec), thumbhash });
    }
    await insertPictures(
      tx,
      drawn.map(({ sha256, spec, thumbhash }) => ({
        sha256,
        kind: 'packshot' as const,
        mime: 'image/svg+xml',
        spec,
        thumbhash,
      })),
    );
    await insertPlaceholders(tx, drawn);
    after = last.productId;
  }
}

// ── 2 Loading ───────────────────────────────────────────────────────────────────────────────────
/** Loads what is not loaded yet, four at a time, and publishes as it goes; a failure is a line of the report. */
export async function loadPictures(parts: PictureParts): Promise<void> {
  const { session, report, say, stop } = parts;
  const total = await countUnloaded(session);
  const hosts = new Map<string, { failures: number; skipped: number }>();
  let published = Date.now();
  let done = 0;
  for (let after = ''; !stop.aborted;) {
    const page = await findUnloaded(session, after, PAGE);
    const last = page.at(-1);
    if (!last) break;
    const loaded = await inParallel(page, AT_A_TIME, async ({ url, line }) => {
      if (stop.aborted) return null;
      const sha256 = await loadOne(url, line, hosts, parts);
      done += 1;
      say.progress(`картинки ${done} из ${total}, не удалось ${report.pictures.failed + report.pictures.skipped}`);
      return sha256 === null ? null : { url, sha256 };
    });
    await rememberLoaded(
      session,
      loaded.filter((one) => one !== null),
    );
    after = last.url;
    if (Date.now() - published > PUBLISH_EVERY_MS) {
      await publishPictures(parts);
      published = Date.now();
    }
  }
  for (const [host, { skipped }] of hosts) {
    if (skipped > 0) say.line(`картинки: сервер ${host} не отвечает, пропущено ещё ${skipped}`);
  }
  if (report.pictures.loaded > 0) await publishPictures(parts);
  if (stop.aborted) report.interrupted = 'остановлено с клавиатуры';
}

async function publishPictures({ session, source, now }: PictureParts): Promise<void> {
  await session.transaction(async (tx) => {
    if ((await linkPictures(tx, source)) > 0) await publishInTx(tx, now());
  });
}

// ── 3 One picture ───────────────────────────────────────────────────────────────────────────────
type Hosts = Map<string, { failures: number; skipped: number }>;

async function loadOne(
  ref: string,
  line: number,
  hosts: Hosts,
  { db, file, folder, net, report, say }: PictureParts,
): Promise<string | null> {
  const host = isFileRef(ref) ? '' : new URL(ref).host;
  const state = hosts.get(host) ?? { failures: 0, skipped: 0 };
  hosts.set(host, state);
  if (state.failures >= HOST_FAILURES_MAX) {
    state.skipped += 1;
    report.pictures.skipped += 1;
    return null;
  }
  try {
    const bytes = isFileRef(ref) ? await readPictureFile(ref, folder) : await fetchPicture(ref, net);
    state.failures = 0;
    const sha256 = await store(db, bytes);
    report.pictures.loaded += 1;
    return sha256;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    if (error.isHostDown) state.failures += 1;
    report.pictures.failed += 1;
    say.line(`${file}:${line}: картинка ${describeRef(ref)} — ${error.message}`);
    return null;
  }
}

async function store(db: DbOrTx, bytes: Buffer): Promise<string> {
  const stored = await storePictureBytes(db, bytes);
  if ('refused' in stored) throw new PictureError(PICTURE_REFUSALS[stored.refused]);
  return stored.sha256;
}

async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
