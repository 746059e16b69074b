import { readAllDetails, readCatalogue } from '#src/offline/catalogue-store.ts';
import { buildIndex, type SearchIndex } from '#src/offline/search/search-index.ts';
import type { SearchReply, SearchRequest } from '#src/offline/search/search-messages.ts';
import { type SearchAnswer, searchProducts } from '#src/offline/search/search-query.ts';
import { suggest } from '#src/offline/search/suggest.ts';
import { buildTexts, type TextIndex } from '#src/offline/search/text-index.ts';
import { pubStore } from '#src/device/storage.ts';

// Reads the stored catalogue itself, so that the page neither copies it nor waits for the index. Wiring only.

let index: SearchIndex | null = null;
let rev: string | null = null;
let texts: TextIndex | null = null;
let queue: Promise<void> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  queue = queue
    .then(() => answer(data))
    .catch(() => postMessage({ id: data.id, kind: 'failed' } satisfies SearchReply));
});

async function answer(request: SearchRequest): Promise<void> {
  if (request.rows) {
    // Nothing could be stored on this device: the page sends what it holds.
    take(buildIndex(request.rows.rows, request.rows.categories), request.rev);
  } else if (!index || (rev !== request.rev && request.rev !== null)) {
    const stored = await readCatalogue(pubStore());
    if (!stored || (request.rev !== null && stored.pointer.rev !== request.rev)) {
      postMessage({ id: request.id, kind: 'send-rows' } satisfies SearchReply);
      return;
    }
    take(buildIndex(stored.rows, stored.categories, stored.needs), stored.pointer.rev);
  }
  const reply =
    request.kind === 'suggest'
      ? { kind: 'suggested' as const, suggestions: suggest(index!, request.query) }
      : { kind: 'found' as const, answer: await find(index!, request.query) };
  postMessage({ id: request.id, ...reply } satisfies SearchReply);
}

function take(built: SearchIndex, of: string | null): void {
  index = built;
  rev = of;
  texts = null;
}

/** Descriptions are read at the first query that titles do not answer, or only by guessing at a slip: most never need them. */
async function find(within: SearchIndex, query: string): Promise<SearchAnswer> {
  const first = searchProducts(within, query, texts);
  const isGuessed = first.corrected !== null && /\p{Script=Cyrillic}/u.test(query);
  if (texts || query.trim() === '' || first.isIllness || (first.ids.length > 0 && !first.isPartly && !isGuessed))
    return first;
  texts = buildTexts(within, await readAllDetails(pubStore()));
  return searchProducts(within, query, texts);
}
