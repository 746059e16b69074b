/**
 * Transliteration of docs/product/addresses.md#slugs; no library in here. Both sides need it: a list shard leaves out every
 * slug that this table gives from title and code (contract/catalogue-pack.ts). Changing it re-publishes every list shard.
 */
const LETTERS: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'zh', з: 'z', и: 'i', й: 'j', к: 'k', л: 'l', м: 'm',
  н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'ch', ш: 'sh', щ: 'sch', ъ: '',
  ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya',
}; // prettier-ignore
const TITLE_MAX = 60;

/** «Витамин C «Рябинка»» → `vitamin-c-ryabinka`; empty when nothing is left. */
export function translit(text: string): string {
  // One pass without regular expressions: a cold start of the app does this for every product it holds.
  const lower = text.normalize('NFC').toLowerCase();
  let out = '';
  let isGap = false;
  for (let i = 0; i < lower.length; i += 1) {
    const code = lower.charCodeAt(i);
    const isLatin = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    const letters = isLatin ? lower[i] : code >= 0x430 && code <= 0x451 ? LETTERS[lower[i]!] : undefined;
    if (letters === undefined) isGap = true;
    else if (letters !== '') {
      if (isGap && out !== '') out += '-';
      isGap = false;
      out += letters;
    }
  }
  return out;
}

/**
 * Address of a product, set at creation and never recomputed: the title cut at a word to 60 characters, then the code
 * (docs/product/addresses.md#slugs). A title without a single letter leaves the code alone.
 */
export function productSlug(title: string, code: string): string {
  const tail = translit(code);
  const head = cutAtWord(translit(title), TITLE_MAX);
  return head === '' ? tail : `${head}-${tail}`;
}

/** One word longer than the limit is cut inside: there is no word to cut at. */
export function cutAtWord(slug: string, max: number): string {
  if (slug.length <= max) return slug;
  const end = slug.lastIndexOf('-', max);
  return end > 0 ? slug.slice(0, end) : slug.slice(0, max);
}
