import { demoCatalogue } from '#bench/search-quality/demo-catalogue.ts';
import { measureQuality } from '#bench/search-quality/measure.ts';
import { OPEN } from '#bench/search-quality/open.ts';
import { buildIndex } from '#src/offline/search/search-index.ts';
import { searchProducts } from '#src/offline/search/search-query.ts';
import { buildTexts } from '#src/offline/search/text-index.ts';
const c = demoCatalogue();
const index = buildIndex(c.rows, c.categories, c.needs);
const texts = buildTexts(index, c.details);
for (const r of measureQuality(OPEN, c, (q) => searchProducts(index, q, texts)))
  console.log(
    r.kind,
    r.cases,
    r.found.toFixed(0),
    r.first.toFixed(0),
    'strays',
    r.strays.toFixed(0),
    r.missed.join(' | '),
  );
for (const q of process.argv.slice(2)) {
  const a = searchProducts(index, q, texts);
  console.log(
    q,
    a.ids.length,
    a.corrected,
    a.isPartly,
    a.need?.title,
    a.ids
      .slice(0, 6)
      .map((i) => c.rows[i - 1]!.title)
      .join(' | '),
  );
}
