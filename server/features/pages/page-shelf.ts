import type { ClientFile } from '#server/platform/client-files.ts';

/** What a page was made from: pages of another build or revision are never given out (docs/decisions/250). */
export type PageSource = { build: object; revision: object };
/** Null: this page could not be rendered, and whoever asks gets the empty one until `until`. */
type Kept = { file: ClientFile | null; bytes: number; until: number };

/** Rendered pages of the newest source, bounded by the bytes of their compressed form; the one asked for longest ago goes first. */
export function createPageShelf(maxBytes: number, now: () => number) {
  const pages = new Map<string, Kept>();
  let source: PageSource | null = null;
  let bytes = 0;
  const drop = (path: string): void => {
    bytes -= pages.get(path)?.bytes ?? 0;
    pages.delete(path);
  };
  const isCurrent = (from: PageSource): boolean => source?.build === from.build && source.revision === from.revision;
  /** The shelf of another source is emptied. */
  const use = (from: PageSource): void => {
    if (isCurrent(from)) return;
    source = from;
    bytes = 0;
    pages.clear();
  };
  const put = (path: string, kept: Kept): void => {
    drop(path);
    pages.set(path, kept);
    bytes += kept.bytes;
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes || oldest === path) break;
      drop(oldest);
    }
  };
  return {
    /** The page, null while it is known to fail, undefined when it is not here. */
    get(from: PageSource, path: string): ClientFile | null | undefined {
      use(from);
      const kept = pages.get(path);
      if (kept === undefined) return undefined;
      pages.delete(path);
      if (kept.until < now()) {
        bytes -= kept.bytes;
        return undefined;
      }
      pages.set(path, kept);
      return kept.file;
    },
    /** A page that was rendered from what is no longer current is not kept. */
    keep(from: PageSource, path: string, file: ClientFile, weight: number): void {
      if (isCurrent(from)) put(path, { file, bytes: weight, until: Infinity });
    },
    /** Counts as a hundred bytes, so that failures are bounded too. */
    keepFailure(from: PageSource, path: string, until: number): void {
      if (isCurrent(from)) put(path, { file: null, bytes: 100, until });
    },
    bytes: (): number => bytes,
    size: (): number => pages.size,
  };
}
