import type { Catalogue } from '#src/features/catalogue/catalogue.types.ts';
import type { SearchReply, SearchRequest } from '#src/offline/search/search-messages.ts';
import type { SearchAnswer } from '#src/offline/search/search-query.ts';
import type { Suggestions } from '#src/offline/search/suggest.ts';

// One worker per page, kept: its index answers every later letter. It is made beside the page, before anybody asks.

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, (reply: SearchReply) => void>();

/** Begins the index of what the device holds. Never throws; without it the first search makes its own. */
export function prepareSearch(): void {
  if (!worker) void ask({ rev: null, kind: 'find', query: '' });
}

/**
 * Null when the search itself failed: the list says so instead of showing nothing found. Undefined while the whole catalogue is on
 * its way to the page; the worker reads it meanwhile.
 */
export async function search(catalogue: Catalogue, query: string): Promise<SearchAnswer | null | undefined> {
  if (catalogue.status !== 'ready') {
    prepareSearch();
    return undefined;
  }
  const reply = await answerTo(catalogue, 'find', query);
  return reply.kind === 'found' ? reply.answer : null;
}
/** What to offer under the field; null when the search failed. */
export async function suggestFor(catalogue: Searched, query: string): Promise<Suggestions | null> {
  const reply = await answerTo(catalogue, 'suggest', query);
  return reply.kind === 'suggested' ? reply.suggestions : null;
}

type Searched = Pick<Catalogue, 'rev' | 'rows' | 'categories'>;
async function answerTo(catalogue: Searched, kind: SearchRequest['kind'], query: string): Promise<SearchReply> {
  const rev = catalogue.rev ?? '';
  const reply = await ask({ rev, kind, query });
  if (reply.kind !== 'send-rows') return reply;
  return ask({ rev, kind, query, rows: { rows: catalogue.rows, categories: catalogue.categories } });
}

function ask(request: Omit<SearchRequest, 'id'>): Promise<SearchReply> {
  const id = (lastId += 1);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    try {
      worker ??= start();
      worker.postMessage({ ...request, id } satisfies SearchRequest);
    } catch {
      settle({ id, kind: 'failed' });
    }
  });
}

function start(): Worker {
  const started = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'search' });
  started.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => settle(data));
  started.addEventListener('error', () => {
    worker = null;
    for (const id of waiting.keys()) settle({ id, kind: 'failed' });
  });
  return started;
}

function settle(reply: SearchReply): void {
  waiting.get(reply.id)?.(reply);
  waiting.delete(reply.id);
}
