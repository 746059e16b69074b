import { createHash } from 'node:crypto';

/** What a drawn picture is made from; the row in `picture_originals` keeps it instead of bytes. */
export type PackshotSpec = {
  title: string;
  subtitle: string;
  code: string;
  category: number;
  /** A form («капсулы») or the name of a pack («box»). */
  form: string;
  /** Net quantity on the label: «60 капсул». */
  volume: string;
  /** Prints «БАД. Не является лекарственным средством.» on the pack (docs/product/law.md row 5). */
  bad: boolean;
};
/** Raise it when the drawing changes: every drawn picture then gets a new hash and a new address. */
export const DRAWER_VERSION = 1;

/** sha256 (hex) of the spec in a fixed key order with the drawer's version. */
export function packshotSha(spec: PackshotSpec): string {
  const { title, subtitle, code, category, form, volume, bad } = spec;
  const text = JSON.stringify(['packshot', DRAWER_VERSION, title, subtitle, code, category, form, volume, bad]);
  return createHash('sha256').update(text).digest('hex');
}

const PACK_BY_CATEGORY: readonly (readonly [RegExp, string, number])[] = [
  [/чай|напит|кофе/i, 'pouch', 302],
  [/косметик|уход|крем|красот/i, 'cream', 401],
  [/книг|каталог|печат/i, 'booklet', 901],
  [/подар|сувенир|набор/i, 'giftbag', 902],
];

/**
 * A stand-in for a picture that could not be loaded: a plain neutral pack with the title. It is no photograph of the
 * product, so it never carries the legal line of a supplement; the page says that in text.
 */
export function drawPlaceholderSpec(of: { title: string; code: string; categoryTitle: string }): PackshotSpec {
  const [, form, category] = PACK_BY_CATEGORY.find(([words]) => words.test(of.categoryTitle)) ?? [null, 'box', 902];
  // 40 characters are what the label can hold at a legible size.
  const title = of.title.length > 40 ? `${of.title.slice(0, 40).replace(/\s+\S*$/, '')}…` : of.title;
  return { title, subtitle: '', code: of.code, category, form, volume: '', bad: false };
}

/** Reads a stored spec back; null when the row does not hold one. */
export function readPackshotSpec(stored: Record<string, unknown> | null): PackshotSpec | null {
  if (stored === null || typeof stored.title !== 'string' || typeof stored.category !== 'number') return null;
  const words = (name: string) => (typeof stored[name] === 'string' ? stored[name] : '');
  return {
    title: stored.title,
    subtitle: words('subtitle'),
    code: words('code'),
    category: stored.category,
    form: words('form'),
    volume: words('volume'),
    bad: stored.bad === true,
  };
}
