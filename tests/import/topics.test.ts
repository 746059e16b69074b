import { eq, sql } from 'drizzle-orm';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { illnessIn } from '#contract/illness-words.ts';
import type { NeedsShard } from '#contract/needs.ts';
import { catalogueFiles } from '#server/db/tables/catalogue.ts';
import { insertNeeds } from '#server/features/catalogue/needs.queries.ts';
import { importFeed } from '#server/features/import/import-feed.ts';
import { formatReport } from '#server/features/import/report.rules.ts';
import type { Note } from '#server/features/import/note.ts';
import { takeTopics } from '#server/features/import/topics.rules.ts';
import { openTestDb } from '#tests/support/open-shop.ts';
import { feed, feedFolder, offer } from '#tests/import/feed-fixture.ts';

// Topics that a feed names for its products (docs/product/catalogue.md#importer), and titles that name an illness.

let open: Awaited<ReturnType<typeof openTestDb>>;
const disk = feedFolder();
let lines: string[] = [];
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(async () => {
  await open.close();
  disk.remove();
});
beforeEach(async () => {
  lines = [];
  await open.db.execute(
    sql`truncate products, categories, category_sources, product_sources, picture_originals, product_pictures, price_history, needs, catalogue_pointer, catalogue_revisions, catalogue_files restart identity cascade`,
  );
});

const run = (offers: string[], isDryRun = false) =>
  importFeed(
    { file: disk.write(feed(offers)), isDryRun, source: null, consRatioMilli: null, hideMissing: false },
    {
      open,
      say: { line: (text) => lines.push(text.replace(/^.*feed\.yml\.xml/, 'feed')), progress: () => {} },
      net: {
        resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
        isAllowed: () => false,
      },
    },
  );
const topic = (names: string) => `<param name="Подборка">${names}</param>`;
/** Topics in their order, each with the offers in it. */
const shelves = async (): Promise<unknown[]> =>
  (
    await open.db.execute<{ title: string; offers: string[] | null }>(sql`
      select n.title, array_agg(s.offer_id order by pn.position) filter (where s.offer_id is not null) as offers
      from needs n left join product_needs pn on pn.need_id = n.id left join product_sources s on s.product_id = pn.product_id
      group by n.id order by n.position, n.id`)
  ).rows.map(({ title, offers }) => [title, ...(offers ?? [])]);

it('a feed fills the topics of the shop and makes those it lacks; the param is no characteristic', async () => {
  await open.db.transaction((tx) =>
    insertNeeds(tx, [{ slug: 'son', title: 'Сон и отдых', words: ['сон'], productIds: [] }]),
  );
  const report = await run([
    offer({ id: 'a', more: topic('сон и отдых; Подарки') }),
    offer({ id: 'b', more: topic('Сон и отдых') }),
    offer({ id: 'c' }),
  ]);
  expect(await shelves()).toEqual([
    ['Сон и отдых', 'a', 'b'],
    ['Подарки', 'a'],
  ]);
  expect(report.topics).toBe(1);
  expect(formatReport(report)).toContain('  подборок добавлено: 1');
  const { rows } = await open.db.execute(sql`select params from products order by id limit 1`);
  expect(rows).toEqual([{ params: [] }]);
  const [file] = await open.db.select().from(catalogueFiles).where(eq(catalogueFiles.kind, 'needs'));
  const { needs } = JSON.parse(String(brotliDecompressSync(file!.bodyBr))) as NeedsShard;
  expect(needs.map(({ slug }) => slug)).toEqual(['son', 'podarki']);
});

it('a later feed moves a product; one that names none leaves what was given by hand', async () => {
  await run([offer({ id: 'a', more: topic('Сон') }), offer({ id: 'b', more: topic('Сон') })]);
  await run([offer({ id: 'a', more: topic('Подарки') }), offer({ id: 'b', price: '500' })]);
  expect(await shelves()).toEqual([
    ['Сон', 'b'],
    ['Подарки', 'a'],
  ]);
  const again = await run([offer({ id: 'a', more: topic('Подарки') }), offer({ id: 'b', price: '500' })]);
  expect(again).toMatchObject({ topics: 0, offers: { unchanged: 2 } });
});

it('a dry run makes none', async () => {
  await run([offer({ id: 'a', more: topic('Сон') })], true);
  expect(await shelves()).toEqual([]);
});

it('takes short names, each once, five at most, and no illness', () => {
  const notes: Note[] = [];
  expect(takeTopics(['Сон', 'сон', 'Диабет', 'x'.repeat(61), 'А', 'Б', 'В', 'Г', 'Д'], 7, notes)).toEqual([
    'Сон',
    'А',
    'Б',
    'В',
    'Г',
  ]);
  expect(notes.map(({ text }) => text)).toEqual([
    'подборка «Диабет» не взята: подборка называет тему, а не болезнь',
    `подборка «${'x'.repeat(60)}…» не взята: длиннее 60 знаков`,
    'подборка «Д» не взята: у товара их больше 5',
  ]);
});

it('a title that names an illness is told with its line: the search shows nothing for that word', async () => {
  const report = await run([
    offer({ id: 'a', name: 'Чай от Простуды' }),
    offer({ id: 'b', name: 'Чай к простому ужину' }),
  ]);
  expect(report.notes.illness).toBe(1);
  expect(lines).toContain(
    'feed:6: замечание — в названии «Чай от Простуды» болезнь или лечение («Простуды»): по этому слову поиск ничего не покажет; назовите товар иначе',
  );
  expect(formatReport(report)).toContain('  в названии болезнь, поиск по ней ничего не покажет: 1');
  expect(report.offers.added).toBe(2);
});

it.each([
  ['Мазь от артрита', 'артрита'],
  ['Сироп при кашле', 'кашле'],
  ['Крем для лица', null],
  ['Рак-отшельник, фигурка', 'Рак'],
  ['', null],
])('«%s» names %s', (title, word) => expect(illnessIn(title)).toBe(word));
