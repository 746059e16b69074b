import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { BUILD_NUMBER } from './contract/build-number.ts';
import { manifest } from './manifest/manifest.ts';
import { plainClassNames, shortName } from './vite/class-names.ts';
import { PARTS } from './vite/parts.ts';
import { plainExports } from './vite/plain-exports.ts';
import { reactModules } from './vite/react-modules.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const OUT = process.env.BUILD_OUT ?? 'dist';
/** Names the build on every screen and in every request; two builds of the same sources may differ by it. */
const BUILD = process.env.BUILD_ID ?? '1';
/** Raised in tests only: what a later release would be. */
const NUMBER = Number(process.env.BUILD_NUMBER ?? BUILD_NUMBER);

export default defineConfig({
  define: { __BUILD__: JSON.stringify(BUILD), __BUILD_NUMBER__: String(NUMBER) },
  plugins: [
    react(),
    reactModules(),
    ...plainClassNames(),
    ownLoader(),
    plainExports(),
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
        // Every route chunk, so that an old tab never needs the network (docs/product/offline.md#updates). Screenshots and icons stay outside.
        globPatterns: ['index.html', 'assets/**/*.{js,css,svg,woff2}'],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [async (entries) => ({ manifest: entries.map(withIntegrity), warnings: [] })],
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
    killWorker(),
    precompress(),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The list of every chunk's neighbours would be 1 kB gz of the first chunk; styles must still come with their part.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) =>
        hostType === 'html' ? deps : deps.filter((dep) => dep.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, handle) {
        const isMissing = log.code === 'IMPORT_IS_UNDEFINED';
        // A class that its sheet does not have would be no class at all.
        if (isMissing && log.message.includes('.module.css')) throw new Error(log.message);
        // React looks for two things that its scheduler has in experiments only.
        if (!isMissing || !log.message.includes('scheduler.production')) handle(level, log);
      },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: [
            // Whatever the page's entry reaches without `import()` is one file, the bundler's own helpers included. Left alone,
            // every module that a lazy screen shares with the entry becomes a file of its own: twenty requests and 5 kB gz more
            // before the first card (docs/product/start.md#first-load).
            { name: 'index', tags: ['$initial'], priority: 2 },
            ...Object.entries(PARTS).map(([name, test]) => ({ name, test, priority: 1 })),
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  css: { modules: { generateScopedName: shortName } },
  resolve: {
    alias: [
      // wouter brings a shim for React 17; React 19 has the hook itself.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // A kilobyte of the worker for one index of times.
      { find: /^idb$/, replacement: join(ROOT, 'sw/idb.ts') },
      { find: /^regexparam$/, replacement: join(ROOT, 'src/app/path-pattern.ts') },
    ],
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/user/data',
        '/cart/',
        '/eshop/produkt',
        '/favorite-products',
        '/education/',
        '/pictures',
        '/logout',
      ].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
});

/**
 * Puts src/platform/update/load-part.ts in the place of Vite's helper for `import()`; fails when Vite has moved it. And takes back
 * `async () => { const { X } = await import(…); return { X } }`, which Vite writes for tree-shaking: that is over by then.
 */
function ownLoader(): Plugin {
  let isPlaced = false;
  return {
    name: 'rostok-own-loader',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null;
      isPlaced = true;
      return `export { loadPart as __vitePreload } from ${JSON.stringify(join(ROOT, 'src/platform/update/load-part.ts'))}`;
    },
    renderChunk(code) {
      const plain = code.replaceAll(
        /async ?\(\) ?=> ?\{\s*(?:const|let) ?\{[^}]*\} ?= ?await (import\([^()]*\)(?:\.then\(\(?\w+\)? ?=> ?\w+(?:\.\w+)?\))?);?\s*return ?\{[^}]*\};?\s*\}/g,
        '() => $1',
      );
      return plain === code ? null : plain;
    },
    buildEnd(error) {
      if (!error && !isPlaced)
        throw new Error('vite/preload-helper.js was not asked for: see vite.config.ts, ownLoader');
    },
  };
}

/** SRI on every precache entry: one captive-portal page during install must not break the app for good (docs/product/offline.md F28). */
function withIntegrity<E extends { url: string; integrity?: string }>(entry: E): E {
  const bytes = readFileSync(join(OUT, entry.url));
  return { ...entry, integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}` };
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
          if (!/\.(js|css|html|svg|json|webmanifest|txt)$/.test(file)) continue;
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
