import { readCatalogue } from '#src/offline/catalogue-store.ts';
import { buildIndex, type SearchIndex } from '#src/offline/search/search-index.ts';
import type { SearchReply, SearchRequest } from '#src/offline/search/search-messages.ts';
import { searchProducts } from '#src/offline/search/search-query.ts';
import { pubStore } from '#src/device/storage.ts';

// Reads the stored catalogue itself, so that the page neither copies it nor waits for the index. Wiring only.

let index: SearchIndex | null = null;
let rev: string | null = null;
let queue: Promise<void> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  queue = queue
    .then(() => answer(data))
    .catch(() => postMessage({ id: data.id, kind: 'failed' } satisfies SearchReply));
});

async function answer(request: SearchRequest): Promise<void> {
  if (request.rows) {
    // Nothing could be stored on this device: the page sends what it holds.
    index = buildIndex(request.rows.rows, request.rows.categories);
    rev = request.rev;
  } else if (!index || (rev !== request.rev && request.rev !== null)) {
    const stored = await readCatalogue(pubStore());
    if (!stored || (request.rev !== null && stored.pointer.rev !== request.rev)) {
      postMessage({ id: request.id, kind: 'send-rows' } satisfies SearchReply);
      return;
    }
    index = buildIndex(stored.rows, stored.categories);
    rev = stored.pointer.rev;
  }
  postMessage({ id: request.id, kind: 'found', answer: searchProducts(index, request.query) } satisfies SearchReply);
}
