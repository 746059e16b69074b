import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { DbOrTx } from '#server/db/open.ts';
import { planCategories, type FeedCategory } from '#server/features/import/categories.rules.ts';
import { cleanDescription } from '#server/features/catalogue/clean-description.commands.ts';
import { FeedError } from '#server/features/import/feed-error.ts';
import { short } from '#server/features/import/feed-values.rules.ts';
import { PictureError } from '#server/features/import/fetch-picture.ts';
import type { Note } from '#server/features/import/note.ts';
import { isRoubleFeed, judgeOffer, type ValidOffer } from '#server/features/import/offer.rules.ts';
import { pictureRef } from '#server/features/import/picture-ref.ts';
import type { ImportReport } from '#server/features/import/report.rules.ts';
import { toStagedProduct } from '#server/features/import/staged.rules.ts';
import {
  analyzeStaging,
  stageOffers,
  type StagedPicture,
  type StagedRow,
} from '#server/features/import/staging.queries.ts';
import type { RawCategory, RawOffer } from '#server/features/import/yml-tree.ts';
import type { ImportRowKind } from '#contract/desk-import.ts';
import { readYml } from '#server/features/import/yml-reader.ts';

/** Raise it when the meaning of a staged product changes: every offer is then written anew. */
const DIGEST_VERSION = 1;
const CHUNK = 300;
const OFFERS_MAX = 1_000_000;
const CATEGORIES_MAX = 20_000;

/** One offer of the report, for whoever shows it row by row. */
export type SaidRow = {
  kind: ImportRowKind;
  line: number;
  offerId: string;
  title: string;
  category: string;
  text: string;
};
export type Say = { line(text: string): void; progress(text: string): void; row?(row: SaidRow): void };
export type StagedFeed = { shopUrl: string; categories: FeedCategory[]; offers: number };

/**
 * Reads the whole feed into the session's temporary tables, judging every offer; nothing of the shop is touched.
 * Refusals are told at once as «file:line: reason».
 * @throws FeedError when the file as a whole cannot be taken
 */
export async function stageFeed(
  db: DbOrTx,
  file: string,
  options: { consRatioMilli: number | null },
  report: ImportReport,
  say: Say,
): Promise<StagedFeed> {
  const size = await sizeOf(file);
  const folder = dirname(resolve(file));
  const categories: RawCategory[] = [];
  const currencies: string[] = [];
  const seen = new Map<string, number>();
  let shopUrl = '';
  let offers: StagedRow[] = [];
  let pictures: StagedPicture[] = [];

  const refuse = (what: string, line: number, reason: string) => say.line(`${file}:${line}: ${what} — ${reason}`);
  const note = ({ kind, line, text }: Note) => {
    report.notes[kind] += 1;
    // A feed without weights would fill the screen; the counter at the end is enough.
    say.row?.({ kind: 'note', line, offerId: '', title: '', category: '', text });
    if (kind !== 'weight' && report.notes[kind] <= 5) say.line(`${file}:${line}: замечание — ${text}`);
  };
  const flush = async () => {
    await stageOffers(db, offers, pictures);
    offers = [];
    pictures = [];
  };
  const takeOffer = async (raw: RawOffer) => {
    if (seen.size >= OFFERS_MAX) throw new FeedError(`Больше ${OFFERS_MAX} предложений в одном файле.`, raw.line);
    const what = `предложение «${short(raw.id)}»`;
    const verdict = judgeOffer(raw, { isRoubleFeed: isRoubleFeed(currencies) });
    const twin = seen.get(raw.id);
    if (verdict.kind === 'refused' || twin !== undefined) {
      report.offers.refused += 1;
      const fault =
        verdict.kind === 'refused' ? verdict : { line: raw.line, reason: `такой id уже есть в строке ${twin}` };
      refuse(what, fault.line, fault.reason);
      const title = short(raw.fields.get('name')?.value ?? '', 200);
      say.row?.({ kind: 'refused', line: fault.line, offerId: short(raw.id), title, category: '', text: fault.reason });
      if (twin === undefined && raw.id !== '' && raw.id.length <= 100) {
        seen.set(raw.id, raw.line);
        offers.push({ n: seen.size, offerId: raw.id, line: raw.line, categoryKey: null, digest: null, data: null });
      }
      return;
    }
    seen.set(raw.id, raw.line);
    verdict.notes.forEach(note);
    const { offer } = verdict;
    const refs = await refsOf(offer, folder, note);
    const data = toStagedProduct(offer, cleanDescription(offer.description), options.consRatioMilli);
    const digest = digestOf([
      DIGEST_VERSION,
      offer.categoryKey,
      options.consRatioMilli,
      data,
      refs.map((ref) => ref.url),
    ]);
    offers.push({
      n: seen.size,
      offerId: offer.offerId,
      line: offer.line,
      categoryKey: offer.categoryKey,
      digest,
      data,
    });
    refs.forEach(({ url, line }, position) => pictures.push({ offerId: offer.offerId, position, url, line }));
  };

  let bytes = 0;
  for await (const item of readYml(file, (read) => {
    bytes = read;
  })) {
    if (item.kind === 'shop-url') shopUrl = item.url;
    else if (item.kind === 'currency') currencies.push(item.id);
    else if (item.kind === 'category') {
      if (categories.length >= CATEGORIES_MAX)
        throw new FeedError(`Больше ${CATEGORIES_MAX} категорий.`, item.category.line);
      categories.push(item.category);
    } else if (item.kind === 'offer') {
      await takeOffer(item.offer);
      if (offers.length >= CHUNK) await flush();
      say.progress(
        `чтение ${Math.min(100, Math.floor((bytes / size) * 100))} %, предложений ${seen.size}, отклонено ${report.offers.refused}`,
      );
    }
  }
  await flush();
  if (seen.size === 0 && report.offers.refused === 0)
    throw new FeedError('В файле нет ни одного предложения (<offer>).');
  await analyzeStaging(db);

  const plan = planCategories(categories);
  for (const { line, reason } of plan.refused) {
    say.line(`${file}:${line}: ${reason}`);
    say.row?.({ kind: 'refused', line, offerId: '', title: 'Категория', category: '', text: reason });
  }
  plan.notes.forEach(note);
  report.categories.refused = plan.refused.length;
  return { shopUrl, categories: plan.ordered, offers: seen.size };
}

async function sizeOf(file: string): Promise<number> {
  const known = await stat(file).catch(() => null);
  if (!known) throw new FeedError('файла нет или он недоступен.');
  if (!known.isFile()) throw new FeedError('это не файл.');
  if (known.size === 0) throw new FeedError('файл пуст.');
  return known.size;
}

async function refsOf(
  offer: ValidOffer,
  folder: string,
  note: (note: Note) => void,
): Promise<{ url: string; line: number }[]> {
  const refs: { url: string; line: number }[] = [];
  for (const { value, line } of offer.pictures) {
    try {
      const url = await pictureRef(value, folder);
      if (!refs.some((ref) => ref.url === url)) refs.push({ url, line });
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      note({ kind: 'picture', line, text: `картинка «${short(value)}» не взята: ${error.message}` });
    }
  }
  return refs;
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
