import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { BUILD_NUMBER } from './contract/build-number.ts';
import { manifest } from './manifest/manifest.ts';
import { ALIASES } from './vite/aliases.ts';
import { devProxy } from './vite/dev-proxy.ts';
import { CONSULTANT_PARTS, LEARNER_PARTS, PARTS, STAFF_PARTS } from './vite/parts.ts';
import { shortName } from './vite/short-name.ts';
import { RENDERER, renderer } from './vite/renderer.ts';
import { integrityOf, surfaces } from './vite/surfaces.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const OUT = process.env.BUILD_OUT ?? 'dist';
/** Names the build on every screen and in every request; two builds of the same sources may differ by it. */
const BUILD = process.env.BUILD_ID ?? '1';
/** Raised in tests only: what a later release would be. */
const NUMBER = Number(process.env.BUILD_NUMBER ?? BUILD_NUMBER);
const DEFINE = { __BUILD__: JSON.stringify(BUILD), __BUILD_NUMBER__: String(NUMBER) };
const staff = surfaces();

export default defineConfig({
  define: DEFINE,
  plugins: [
    react(),
    plainPage(),
    staff.plugin,
    renderer(DEFINE),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      outDir: OUT,
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeAssets: [],
      includeManifestIcons: false,
      injectManifest: {
        // Every chunk of the shop, so that an old tab never needs the network (docs/product/offline.md#updates). Screenshots
        // and icons stay outside; of desk, counter and the rooms of consultants and learners there is one row each (docs/decisions/161, 390, 593).
        globPatterns: ['index.html', 'assets/**/*.{js,css,svg,woff2}'],
        // A tenth of the precache for one button on one screen: whoever opens the map keeps it in the browser's own cache, and
        // without it the list of points stays (docs/decisions/227).
        // Profile and settings: all that is done there needs the network, and whoever was there keeps their code the same way
        // (docs/decisions/304).
        // Letters that Russian pages do without come when one of them is met, and stay in the browser's own cache (docs/decisions/259).
        globIgnores: [
          'assets/draw-map-*',
          'assets/profile-*',
          'assets/photo-*',
          'assets/returns-*',
          // A new password and old versions of papers, which only the shop has (docs/decisions/517).
          'assets/online-*',
          // Deferred orders are sent by the shop (docs/decisions/550).
          'assets/together-*',
          'assets/golos-text-rare-*',
          // Pictures of a camera, where the browser has no reader of its own (docs/decisions/441).
          'assets/detector.worker-*',
        ],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          async (entries) => ({ manifest: staff.split(entries.map(withIntegrity), OUT), warnings: [] }),
        ],
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
    killWorker(),
    precompress(),
    devProxy(process.env.API_URL ?? 'http://127.0.0.1:3000'),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The list of every chunk's neighbours would be 1 kB gz of the first chunk. A part names its own file beside its styles,
    // because Vite's helper asks for the code only when the styles have come.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'html' ? deps : deps.filter((dep) => dep === file),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // A name of src/offline/keys.ts becomes its text where it is used; otherwise the first chunk would carry the whole list.
      // Sheets are imported by default for this: as `* as styles` they are written out whole, and Vite drops their rules.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            // Whatever the page's entry reaches without `import()` is one file, the bundler's own helpers included. Left alone,
            // every module that a lazy screen shares with the entry becomes a file of its own: twenty requests and 5 kB gz more
            // before the first card (docs/product/start.md#first-load).
            { name: 'index', tags: ['$initial'], priority: 2 },
            ...Object.entries(PARTS).map(([name, test]) => ({ name, test, priority: 1 })),
            // Last: what the shop has a use for is the shop's.
            ...Object.entries({ ...LEARNER_PARTS, ...CONSULTANT_PARTS, ...STAFF_PARTS }).map(([name, test]) => ({
              name,
              test,
              priority: 0,
            })),
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  resolve: { alias: ALIASES },
  css: { modules: { generateScopedName: shortName } },
});

/** The page without the notes and the indentation of its source: 300 bytes of every first visit. */
function plainPage(): Plugin {
  return {
    name: 'rostok-plain-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll(/^\s*\/\/.*\n/gm, '')
          .replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '')
          .replaceAll(/\n\s+/g, '\n'),
    },
  };
}

/**
 * SRI on every precache entry: one captive-portal page during install must not break the app for good
 * (docs/product/offline.md F28).
 */
function withIntegrity<E extends { url: string }>(entry: E): E & { integrity: string } {
  return { ...entry, integrity: integrityOf(readFileSync(join(OUT, entry.url))) };
}

/** The kill switch's worker beside the ordinary one: what the server answers as /sw.js with KILL_WORKER=1 (sw/kill.ts). */
function killWorker(): Plugin {
  return {
    name: 'rostok-kill-worker',
    apply: 'build',
    async generateBundle() {
      const { output } = (await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: join(ROOT, 'sw/kill.ts'), formats: ['es'], fileName: 'sw-kill' },
        },
      }).then((built) => [built].flat()[0])) as Rolldown.RolldownOutput;
      this.emitFile({ type: 'asset', fileName: 'sw-kill.js', source: output[0].code });
    },
  };
}

/** Writes .br and .gz beside what compresses: the server only sends bytes. After the worker, which is written last. */
function precompress(): Plugin {
  return {
    name: 'rostok-precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const file of readdirSync(OUT, { recursive: true, encoding: 'utf8' })) {
          if (file.startsWith(RENDERER)) continue;
          if (!/\.(js|css|html|svg|json|webmanifest|txt|wasm)$/.test(file)) continue;
          const path = join(OUT, file);
          const bytes = readFileSync(path);
          writeFileSync(
            `${path}.br`,
            brotliCompressSync(bytes, {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
            }),
          );
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}
