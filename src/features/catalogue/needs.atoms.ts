import { atom } from 'jotai';
import { unwrap } from 'jotai/utils';
import { engine, revisionAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** A topic such as «Сон и отдых» with the ids of its products, the fittest first. */
export type ShownNeed = { slug: string; title: string; words: readonly string[]; products: readonly number[] };
const NONE: readonly ShownNeed[] = [];

const readAtom = atom(async (get): Promise<readonly ShownNeed[]> => {
  get(revisionAtom);
  const store = get(storesAtom).pub();
  const shard = await engine()
    .then(({ readNeeds }) => readNeeds(store))
    .catch(() => undefined);
  return shard?.needs ?? NONE;
});
/** The shop's topics, of the stored catalogue; empty while it is on its way and where a shop has none. Loaded by late parts only. */
export const needsAtom = unwrap(readAtom, (before) => before ?? NONE);
