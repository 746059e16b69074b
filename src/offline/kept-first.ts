import type { CategoryNode, FirstShard } from '#contract/catalogue.ts';
import { FIRST_KEY, POINTER_KEY, SEEN_KEY } from '#src/offline/keys.ts';
import type { Store } from '#src/offline/ports.ts';

// Read in the first chunk; what writes it stands in catalogue-first.ts.

/** What stands under FIRST_KEY. Good for one revision: whoever reads it compares `rev` with the pointer's. */
export type KeptFirst = { v: 1; rev: string; pricesAt: string; first: FirstShard; categories: CategoryNode[] };
/** The kept cards, and when the server last confirmed their revision. */
export type StoredFirst = KeptFirst & { asOf: string };

/** Undefined when none are kept, or those of another revision than the device reads. Three small values, one transaction. */
export async function readFirst(store: Store): Promise<StoredFirst | undefined> {
  const [pointer, kept, seen] = (await store.getMany([POINTER_KEY, FIRST_KEY, SEEN_KEY])) as [
    { rev: string; at: string } | undefined,
    KeptFirst | undefined,
    string | undefined,
  ];
  return pointer && kept?.v === 1 && kept.rev === pointer.rev ? { ...kept, asOf: seen ?? pointer.at } : undefined;
}
