import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { ALIASES } from './aliases.ts';
import { shortName } from './short-name.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Folder of the build that the server keeps to itself (server/platform/client-files.ts). */
export const RENDERER = 'renderer';
/** Lazy parts that no rendered page shows: their code would be most of what the renderer loads. */
const LEFT_OUT = /app\/(rare-routes|Later|SearchBoxLive|Guarded|start-later|open-sync)\.tsx?$/;
/** Screens that are rendered, and the module whose style sheets their pages want beside those of index.html; the footer of all. */
const SCREENS: Record<string, { module: string; media?: string }> = {
  // The rest of the list is in the first chunk.
  catalogue: { module: 'src/features/catalogue/DesktopFilters.tsx', media: '(min-width: 960px)' },
  product: { module: 'src/screens/ProductBySlug.tsx' },
  front: { module: 'src/screens/ShopFront.tsx' },
  footer: { module: 'src/app/Footer.tsx' },
};

/**
 * Builds what the server renders pages with: `renderer/render.js`, all of it in one file, and `renderer/styles.json`, the
 * style sheets of each screen by their names in this build (docs/decisions/250).
 */
export function renderer(define: Record<string, string>): Plugin {
  return {
    name: 'rostok-renderer',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: `${RENDERER}/styles.json`, source: JSON.stringify(stylesOf(bundle)) });
        this.emitFile({ type: 'asset', fileName: `${RENDERER}/render.js`, source: await buildRenderer(define) });
      },
    },
  };
}

/** Code of the renderer, for Node. */
export async function buildRenderer(define: Record<string, string>): Promise<string> {
  const built = await build(rendererConfig(define));
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}

function rendererConfig(define: Record<string, string>): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    define,
    plugins: [react()],
    resolve: { alias: ALIASES },
    css: { modules: { generateScopedName: shortName } },
    // React and the rest too: what renders a page is then exactly what was built with it.
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: join(ROOT, 'src/entry-server.tsx'),
      target: 'node24',
      minify: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { external: LEFT_OUT, output: { codeSplitting: false } },
    },
  };
}

function stylesOf(bundle: Rolldown.OutputBundle): Record<string, { href: string; media?: string }[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const of = (module: string): string[] => {
    const found = new Set<string>();
    const seen = new Set<Rolldown.OutputChunk>();
    const walk = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || seen.has(chunk)) return;
      seen.add(chunk);
      // What it is built on comes first, as in the client.
      for (const name of chunk.imports) walk(chunks.find(({ fileName }) => fileName === name));
      for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(`/${file}`);
    };
    const start = chunks.find(({ moduleIds }) => moduleIds.includes(join(ROOT, module)));
    if (!start) throw new Error(`${module} is in no chunk: see vite/renderer.ts`);
    walk(start);
    return [...found];
  };
  const entry = chunks
    .filter(({ isEntry }) => isEntry)
    .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return Object.fromEntries(
    Object.entries(SCREENS).map(([screen, { module, media }]) => [
      screen,
      // The sheet of the page's own entry is for every width.
      of(module).map((href) => (media && !entry.includes(href.slice(1)) ? { href, media } : { href })),
    ]),
  );
}
