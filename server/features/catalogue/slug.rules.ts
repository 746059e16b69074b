import { cutAtWord, translit } from '#contract/slug.ts';

// The table itself lives in the contract: list shards leave out every slug that it gives.
export { productSlug, translit } from '#contract/slug.ts';

const TITLE_MAX = 60;

/** Address of a category; `isTaken` asks whether another category has it already, then `-id` is added. */
export function categorySlug(title: string, id: number, isTaken: (slug: string) => boolean = () => false): string {
  const slug = cutAtWord(translit(title), TITLE_MAX);
  return slug === '' || isTaken(slug) ? [slug, id].filter((part) => part !== '').join('-') : slug;
}
