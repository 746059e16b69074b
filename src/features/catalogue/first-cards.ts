import type { CategoryNode, FirstShard, Manifest } from '#contract/catalogue.ts';
import { isCategoriesShard, isFirstShard } from '#src/offline/guards.ts';
import type { Net } from '#src/offline/ports.ts';

/**
 * The first screen of a first visit: three small files, before the sync module is even loaded
 * (docs/product/start.md#first-load).
 */
export type FirstCards = { manifest: Manifest; first: FirstShard; categories: CategoryNode[] };

/** Undefined when the network, a captive portal or a foreign answer does not give us our own data (docs/product/offline.md F28). */
export async function loadFirstCards(net: Net): Promise<FirstCards | undefined> {
  const manifest = await load(net, '/api/catalog/manifest', namesFirst);
  if (!manifest) return undefined;
  const [first, categories] = await Promise.all([
    load(net, `/api/catalog/s/${manifest.first.sha256}.json`, isFirstShard),
    load(net, `/api/catalog/s/${manifest.categories.sha256}.json`, isCategoriesShard),
  ]);
  return first && categories ? { manifest, first, categories: categories.categories } : undefined;
}

/** All that is used of the manifest here; the sync checks the whole of it before it keeps anything. */
function namesFirst(value: unknown): value is Manifest {
  const { rev, first, categories, prices } = (value ?? {}) as Partial<Manifest>;
  return [rev, first?.sha256, categories?.sha256, prices?.[0]?.asOf].every((text) => typeof text === 'string');
}

async function load<T>(net: Net, path: string, guard: (value: unknown) => value is T): Promise<T | undefined> {
  const answer = await net.get(path).catch(() => undefined);
  if (answer?.status !== 200 || !answer.type.startsWith('application/json')) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer.body));
    return guard(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
