import { createHash } from 'node:crypto';
import { PICTURE_VIEWS, type PictureView } from '#contract/catalogue.ts';

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
  /** Not the pack's face but another drawing of the same product; absent for the face. */
  view?: PictureView;
  /** What the drawing of the view says beside the spec itself; a change of it gives a new address. */
  words?: readonly ViewWords[];
  /** Width, depth and height of the pack in millimetres, for `scale`. */
  mm?: readonly [number, number, number];
};
/** A block of the drawn label: a heading and its text, or a list of pairs. */
export type ViewWords = { title: string; text: string };
/** Raise it when the drawing changes: every drawn picture then gets a new hash and a new address. */
export const DRAWER_VERSION = 1;
/** The same for the views, so that a change of theirs leaves the faces as they are. */
export const VIEW_VERSION = 1;

/** sha256 (hex) of the spec in a fixed key order with the drawer's version. */
export function packshotSha(spec: PackshotSpec): string {
  const { title, subtitle, code, category, form, volume, bad, view, words = [], mm = null } = spec;
  const face = ['packshot', DRAWER_VERSION, title, subtitle, code, category, form, volume, bad];
  const text = JSON.stringify(view === undefined ? face : [...face, view, VIEW_VERSION, words, mm]);
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
    ...readView(stored),
  };
}
function readView({ view, words, mm }: Record<string, unknown>): Pick<PackshotSpec, 'view' | 'words' | 'mm'> {
  const known = PICTURE_VIEWS.find((one) => one === view);
  if (known === undefined) return {};
  const isWords = (one: unknown): one is ViewWords =>
    typeof one === 'object' && one !== null && 'title' in one && 'text' in one && typeof one.text === 'string';
  const isSize = Array.isArray(mm) && mm.length === 3 && mm.every((side) => typeof side === 'number' && side > 0);
  return {
    view: known,
    words: Array.isArray(words) ? words.filter(isWords) : [],
    ...(isSize && { mm: [Number(mm[0]), Number(mm[1]), Number(mm[2])] as const }),
  };
}
