import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { isPlainQuery, type PageScreen, pageScreenOf } from '#server/features/pages/page-address.rules.ts';
import type { PageStyle } from '#server/features/pages/render-messages.ts';
import { createPageShelf, type PageSource } from '#server/features/pages/page-shelf.ts';
import {
  openRenderThread,
  RenderError,
  type Rendered,
  type RenderThread,
} from '#server/features/pages/render-thread.ts';
import { type ClientFile, hashOf } from '#server/platform/client-files.ts';
import type { Pages } from '#server/platform/shell.ts';

/** Of the published catalogue: what is current on this node, and files by hash. */
export type PublishedFiles = {
  ready(): { rev: string; manifest: { identity: Buffer } } | null;
  index(): Promise<{ rev: string }>;
  file(sha256: string): Promise<{ audience: number; identity: Buffer } | undefined>;
};
export type PagesParts = {
  catalogue: PublishedFiles;
  /** What machines are told of the page. */
  heads: { fill(shell: ClientFile, pathname: string): Promise<ClientFile> };
  /** Folder of the built client, with the renderer beside it. */
  dist: string;
  /** index.html as the client's files hold it now; another one after every build. */
  shell(): ClientFile | undefined;
  log: { error(about: object, message: string): void };
  limits?: Partial<typeof LIMITS>;
};

/** Style sheets of each screen, and of the footer under all of them (vite/renderer.ts). */
type Styles = Record<PageScreen | 'footer', PageStyle[]>;

const LIMITS = {
  /** Of compressed pages: some four thousand. */
  bytes: 64 * 1024 * 1024,
  /** A visitor waits no longer than this for the first rendering of a page, then gets the empty one. */
  deadlineMs: 1500,
  maxWaiting: 64,
  /** A page that cannot be rendered is tried again after this. */
  failureMs: 10_000,
};

/** Rendered pages of the current build and revision; each is rendered when it is first asked for (docs/decisions/250). */
export function openPages({
  catalogue,
  heads,
  dist,
  shell,
  log,
  limits,
}: PagesParts): Pages & { stop(): Promise<void> } {
  const { bytes, deadlineMs, maxWaiting, failureMs } = { ...LIMITS, ...limits };
  const shelf = createPageShelf(bytes, Date.now);
  const rendering = new Map<string, { source: PageSource; page: Promise<ClientFile | undefined> }>();
  let build: { shell: ClientFile; thread: RenderThread; styles: Styles } | null = null;

  /** Everything of an earlier build ends with it. */
  const buildOf = (current: ClientFile): NonNullable<typeof build> => {
    if (build?.shell === current) return build;
    void build?.thread.stop();
    const styles = readStyles(dist);
    const code = join(dist, 'renderer/render.js');
    return (build = { shell: current, styles, thread: openRenderThread({ code, readFile, deadlineMs, maxWaiting }) });
  };
  const readFile = async (sha256: string): Promise<string | null> => {
    const file = await catalogue.file(sha256);
    // Consultants' prices are no part of a page that everybody gets.
    return file?.audience === 0 ? file.identity.toString('utf8') : null;
  };
  const sourceNow = () => {
    const template = shell();
    const revision = catalogue.ready();
    return template && revision ? { source: { build: template, revision }, template, revision } : undefined;
  };

  async function render(path: string, screen: PageScreen): Promise<ClientFile | undefined> {
    const now = sourceNow();
    if (!now) return undefined;
    try {
      const { thread, styles } = buildOf(now.template);
      const filled = await heads.fill(now.template, path);
      const rendered = await thread.render({
        path,
        manifest: now.revision.manifest.identity.toString('utf8'),
        template: filled.body.identity?.toString('utf8') ?? '',
        styles: styles[screen],
        footerStyles: styles.footer,
      });
      if (!rendered) return undefined;
      const sheets = styles[screen].flatMap(({ text }) => (text === undefined ? [] : [hashOf(text)]));
      const file = pageFile(rendered, sheets);
      // A publish in the middle: the head is of another revision, and only this visitor gets it.
      if ((await catalogue.index()).rev === now.revision.rev) shelf.keep(now.source, path, file, rendered.br.length);
      return file;
    } catch (error) {
      const isBusy = error instanceof RenderError && error.isBusy;
      if (!isBusy) {
        shelf.keepFailure(now.source, path, Date.now() + failureMs);
        log.error({ err: error, screen }, 'page not rendered');
      }
      return undefined;
    }
  }

  return {
    held(pathname, query) {
      if (!isPlainQuery(query)) return undefined;
      const now = sourceNow();
      return (now && shelf.get(now.source, pathname)) ?? undefined;
    },
    async page(pathname, query) {
      const screen = pageScreenOf(pathname);
      const now = screen && isPlainQuery(query) ? sourceNow() : undefined;
      if (!screen || !now) return undefined;
      const kept = shelf.get(now.source, pathname);
      if (kept !== undefined) return kept ?? undefined;
      const running = rendering.get(pathname);
      if (running?.source.build === now.source.build && running.source.revision === now.source.revision)
        return running.page;
      const page = render(pathname, screen).finally(() => {
        if (rendering.get(pathname)?.page === page) rendering.delete(pathname);
      });
      rendering.set(pathname, { source: now.source, page });
      return page;
    },
    async stop() {
      await build?.thread.stop();
    },
  };
}

/** What every width needs before its first paint stands in the page; the rest is linked to (docs/decisions/420). */
function readStyles(dist: string): Styles {
  const styles = JSON.parse(readFileSync(join(dist, 'renderer/styles.json'), 'utf8')) as Styles;
  const withText = (style: PageStyle): PageStyle =>
    style.media === undefined ? { ...style, text: readFileSync(join(dist, style.href), 'utf8') } : style;
  return Object.fromEntries(
    Object.entries(styles).map(([screen, list]) => [screen, screen === 'footer' ? list : list.map(withText)]),
  ) as Styles;
}

/** Kept in one form; the others are made of it for the few who ask. */
function pageFile({ br, etag }: Rendered, sheets: readonly string[]): ClientFile {
  let gzip: Buffer | undefined;
  return {
    sheets,
    type: 'text/html; charset=utf-8',
    etag,
    body: {
      br,
      get gzip() {
        return (gzip ??= gzipSync(brotliDecompressSync(br)));
      },
      get identity() {
        return brotliDecompressSync(br);
      },
    },
  };
}
