import type { PageData } from '#src/features/catalogue/catalogue.types.ts';
import { BUILD } from '#src/platform/update/build.ts';

/** `key`: minted at the tap; missing where the browser mints none (plain http). */
export type EarlyTap = { button: HTMLElement; key?: string };
/** What the first script of index.html leaves for the code that comes later, and `unkept`, which it asks when the page is left. */
export const pageWindow = globalThis as {
  taps?: EarlyTap[];
  keepTap?: (event: Event) => void;
  keepKey?: (event: KeyboardEvent) => void;
  hasLeftTaps?: boolean;
  /** Where this page writes down what it has not done yet: it does that itself. */
  tapNote?: string;
  unkept?: () => readonly object[];
};

/** A sheet that this width did without so far belongs to every part that is drawn from now on. */
export function takeAllStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media]')) link.media = 'all';
}

/** From now on React hears taps and keys itself. */
export function stopKeepingTaps(): void {
  const { keepTap, keepKey } = pageWindow;
  if (keepKey) document.removeEventListener('keydown', keepKey);
  if (keepTap) for (const type of ['click', 'change']) document.removeEventListener(type, keepTap);
}

/**
 * What the server rendered this document from (docs/decisions/250). Undefined for the empty page, and for one that another
 * build rendered: its parts may differ from ours, so it is drawn anew.
 */
export function readPage(): PageData | undefined {
  const text = document.getElementById('page')?.textContent;
  const page = text ? (JSON.parse(text) as PageData) : undefined;
  return page?.build === BUILD ? page : undefined;
}
