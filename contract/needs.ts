import * as z from 'zod/mini';

// What people look for without naming a product: topics with their goods, words that mean the same, and what is bought most.
// A file of the published catalogue of its own, so that the first cards wait for none of it (docs/decisions/260).

/** A topic such as «Сон и отдых», never a disease (docs/product/law.md). */
export const Need = z.object({
  slug: z.string(),
  title: z.string(),
  /** What people type, lower case: words and short phrases, any case ending. */
  words: z.array(z.string()),
  /** Product ids, the fittest first, as differences (`fromSteps` of catalogue-pack.ts). */
  products: z.array(z.int()),
});
export type Need = z.infer<typeof Need>;
export const NeedsShard = z.object({
  v: z.literal(1),
  needs: z.array(Need),
  /** Groups of words of which each finds what the others find: «ночь», «ночной». */
  synonyms: z.array(z.array(z.string())),
  /** A coarse rank of the last weeks, the same for everyone: ids of each tier as differences, most bought first. */
  popular: z.array(z.array(z.int())),
});
export type NeedsShard = z.infer<typeof NeedsShard>;
