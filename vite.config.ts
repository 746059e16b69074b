import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './manifest/manifest.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const STYLE_FILES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .sort();
const OUT = process.env.BUILD_OUT ?? 'dist';
/** Names the build on every screen and in every request; two builds of the same sources may differ by it. */
const BUILD = process.env.BUILD_ID ?? '1';

/**
 * Lazy code in a few files, by the moment that needs it: every file costs the worker's manifest 50 bytes of hash and a request.
 * A module goes where the first pattern names it or something that imports it; what nothing names is a file of its own.
 */
const PARTS = {
  // The rest of the design system, and the small things that most parts share: nobody may load a part for its neighbour's sake.
  ui: /\/src\/ui\/|node_modules\/jotai|contract\/(messages|content|phones)|platform\/failure|catalogue\/(GridSkeleton|ProductRow|online\.rules|catalogue-more)|sponsor\/sponsor\.atoms/,
  // A gesture made without a signal: needs nothing but the first chunk and this.
  queue: /\/src\/offline\/outbox\/|platform\/(queue\/|outbox-|api\.atom|bus\.atom|storage-room)/,
  // What the device remembers: a cold start reads it before the first card, so nothing of the server is here.
  device: /\/src\/offline\/|catalogue\/(engine|sync-in-page|search-client)\.ts|session\/session-store/,
  // ky, zod and the shapes of the calls.
  api: /node_modules\/(ky|zod)\/|contract\/(call|reply|ids|money|session|cart|catalogue|favourites|sponsor)\.ts|platform\/api\.ts/,
  frame: /\/src\/app\/(Later|SearchBoxLive|start-later|Broken)\.tsx?$/,
  list: /catalogue\/(DesktopFilters|FilterSheet|ListNotes|ClientViewSwitch|draw-thumb|list-position)\.|notify\/NotifyMe/,
  product: /screens\/(Produkt|Product)\.|catalogue\/(ProductPreview|PhotoViewer|ShareMenu)\./,
  cart: /screens\/(Cart|OptovikCart)\./,
  shop: /screens\/(Eshop|Favorites)\./,
  account: /screens\/(Login|Logout|User|FormStyle)\./,
  texts: /screens\/(Cookie|PrivacyPolicy|Soglasie|Rekvizity)\./,
  rare: /\/src\/app\/(rare-screens|ToCatalogue)\.|screens\/(BadLink|NotFound|Forbidden|Offline)\./,
  // Commands: what speaks with the server for a person.
  person: /\/src\/features\/.*\.ts$/,
};

export default defineConfig({
  define: { __BUILD__: JSON.stringify(BUILD) },
  plugins: [
    react(),
    reactModules(),
    ...plainClassNames(),
    ownLoader(),
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
        // Every route chunk, so that an old tab never needs the network (offline.md §2.11). Screenshots and icons stay outside.
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
            // before the first card (settled.md §7).
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
      ['/api', '/user/data', '/cart/', '/eshop/produkt', '/favorite-products', '/pictures', '/logout'].map((path) => [
        path,
        'http://127.0.0.1:3000',
      ]),
    ),
  },
});

/**
 * «a0», «a1», «b0»: letters for the style file, a number for the class in it. The same sources give the same names, and the
 * first chunk and its styles are 2 kB gz smaller than with hashes.
 */
function shortName(name: string, file: string, css: string): string {
  const sheet = STYLE_FILES.indexOf(relative(ROOT, file.split('?')[0] ?? file).replaceAll('\\', '/'));
  const classes = [
    ...new Set(
      [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:\.|@keyframes )([a-z_][\w-]*)/gi)].map(
        ([, found]) => found,
      ),
    ),
  ];
  let letters = '';
  for (let rest = sheet + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  const short = `${letters}${classes.indexOf(name)}`;
  // `.h1` to `.h3` are classes of the house (src/ui/global.css): the eighth sheet must not restyle every heading.
  return /^h[1-3]$/.test(short) ? `${short}_` : short;
}

/**
 * `styles.card` becomes the name itself instead of a look-up in a table of all names: the styles are imported as a namespace
 * wherever nobody asks for `styles[kind]`. A sheet whose names have all become text stays for its rules.
 */
function plainClassNames(): Plugin[] {
  return [
    {
      name: 'rostok-plain-class-names',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        if (!/\/src\/.*\.tsx?$/.test(id) || code.includes('styles[')) return null;
        const plain = code.replace(/^import styles from ('[^']+\.module\.css')/m, 'import * as styles from $1');
        return plain === code ? null : { code: plain, map: null };
      },
    },
    {
      name: 'rostok-keep-sheets',
      apply: 'build',
      enforce: 'post',
      // An effect for the bundler, nothing for the minifier.
      transform: (code, id) =>
        id.endsWith('.module.css') ? { code: `${code};debugger;`, map: null, moduleSideEffects: true } : null,
    },
  ];
}

/**
 * Puts src/platform/load-part.ts in the place of Vite's helper for `import()`; fails when Vite has moved it. And takes back
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
      return `export { loadPart as __vitePreload } from ${JSON.stringify(join(ROOT, 'src/platform/load-part.ts'))}`;
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

/**
 * React's packages are CommonJS: whatever nobody calls would stay, and every use would be a look-up in an object. As modules
 * they are 3 kB gz less of the first chunk, and half a kilobyte more when what they ask of old browsers and servers is
 * answered here, as `define` would. Fails when a file has lost the known shape.
 */
function reactModules(): Plugin {
  const files = new Map(
    Object.entries({
      react: 'react/cjs/react.production.js',
      'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
      'react-dom': 'react-dom/cjs/react-dom.production.js',
      'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
      scheduler: 'scheduler/cjs/scheduler.production.js',
    }).map(([name, file]) => [name, join(ROOT, 'node_modules', file)]),
  );
  const own = new Set(files.values());
  return {
    name: 'rostok-react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => files.get(id) ?? null,
    transform(code, id) {
      if (own.has(id)) return { code: toModule(code, id), map: null };
      // `import React from 'react'` of a library asks for everything at once.
      const named = id.includes('/node_modules/')
        ? code.replaceAll(
            /^import (\w+)(, \{[^}]*\})? from (['"]react['"]);/gm,
            (_, all: string, some: string, from: string) =>
              `import * as ${all} from ${from};${some ? `import ${some.slice(2)} from ${from};` : ''}`,
          )
        : code;
      return named === code ? null : { code: named, map: null };
    },
  };
}

/** Every browser that understands `target` has these, none has the two of Node and of Internet Explorer. */
const HAS = {
  object: /typeof (?:window(?:\.document)?|document|performance)(?![\w.])/g,
  function:
    /typeof (?:window\.document\.createElement|setTimeout|clearTimeout|queueMicrotask|reportError|WeakSet|WeakMap|Promise|AbortController|MessageChannel|performance\.(?:now|getEntriesByType))(?![\w.])/g,
  undefined: /typeof setImmediate(?![\w.])/g,
};
const answered = (code: string): string =>
  Object.entries(HAS)
    .reduce((text, [kind, question]) => text.replaceAll(question, `"${kind}"`), code)
    .replaceAll('"documentMode" in document', 'false')
    .replaceAll('document.documentMode', 'undefined');

/** `var X = require('y')` and `exports.z = …` at the start of a line, as `import` and `export`. */
function toModule(code: string, id: string): string {
  const names = new Set<string>();
  const body = answered(code)
    .replace('"use strict";', '')
    .replace(
      /^var ((?:\s*\w+ = require\("[\w-]+"\),)*\s*\w+ = require\("[\w-]+"\))([,;])/m,
      (_, list: string, end: string) => {
        const imports = list.replaceAll(/(\w+) = require\(("[\w-]+")\),?/g, 'import * as $1 from $2;');
        return end === ',' ? `${imports} var ` : imports;
      },
    )
    .replaceAll(/^( *)exports\.(\w+)(?= =)/gm, (_, space: string, name: string) => {
      const isFirst = !names.has(name);
      names.add(name);
      return `${space}${isFirst ? 'var ' : ''}$$${name}`;
    })
    .replaceAll(/\bexports\.(\w+)/g, '$$$$$1');
  if (names.size === 0 || /\brequire\(|\bexports\b/.test(body))
    throw new Error(`${id} is not the CommonJS that is known: see vite.config.ts, toModule`);
  return `${body}\nexport { ${[...names].map((name) => `$$${name} as ${name}`).join(', ')} };`;
}

/** SRI on every precache entry: one captive-portal page during install must not break the app for good (offline.md F28). */
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
