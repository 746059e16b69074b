import type { Tx } from '#server/db/open.ts';
import { categorySlug } from '#server/features/catalogue/slug.rules.ts';
import { addNeeds, findNeedTitles, setProductNeeds } from '#server/features/catalogue/needs.queries.ts';
import type { ImportReport } from '#server/features/import/report.rules.ts';
import { topicKey } from '#server/features/import/topics.rules.ts';

/** So many are still a choice; a feed that names more means something else by the word. */
const MOST = 200;

type Named = { productId: number; titles: readonly string[] };

/**
 * Products into the topics that the feed names for them (`<param name="Подборка">`); a topic that the shop does not have yet is made.
 * Products for which the feed names none keep the topics that somebody gave them by hand.
 */
export async function applyTopics(
  tx: Tx,
  named: readonly Named[],
  { report, say, file }: { report: ImportReport; say: { line(text: string): void }; file: string },
): Promise<void> {
  const meant = named.filter(({ titles }) => titles.length > 0);
  if (meant.length === 0) return;
  const known = await findNeedTitles(tx);
  const ids = new Map(known.map(({ id, title }) => [topicKey(title), id]));
  const fresh = new Map<string, string>();
  for (const title of meant.flatMap(({ titles }) => titles)) {
    const key = topicKey(title);
    if (ids.has(key) || fresh.has(key)) continue;
    if (ids.size + fresh.size < MOST) fresh.set(key, title);
    else if ((report.notes.topic += 1) <= 5)
      say.line(`${file}: замечание — подборка «${title}» не взята: их уже ${MOST}`);
  }
  const slugs = new Set(known.map(({ slug }) => slug));
  const rows = [...fresh.values()].map((title, at) => {
    const slug = categorySlug(title, known.length + at + 1, (one) => slugs.has(one));
    slugs.add(slug);
    return { slug, title, words: [title.toLowerCase()] };
  });
  for (const { id, title } of await addNeeds(tx, rows)) ids.set(topicKey(title), id);
  report.topics += rows.length;
  await setProductNeeds(
    tx,
    meant.map(({ productId, titles }) => ({
      productId,
      needIds: titles.flatMap((title) => ids.get(topicKey(title)) ?? []),
    })),
  );
}
