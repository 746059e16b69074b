import { readdirSync, readFileSync } from 'node:fs';

// Who may import what: docs/architecture.md, and where it leaves room docs/decisions/004.
// tests/architecture plants a violation of every rule and expects it to be caught.

/** Contract files that load no zod, neither themselves nor through others: what the worker and the engine may load. */
const ZOD_FREE = `^contract/(plan/[\\w-]+|${zodFree().join('|')})\\.ts$`;
const DEVICE = '^src/device/';
const WORKERS = '(^sw/|\\.worker\\.ts$)';
/** What can be queued: one definition per kind beside its feature, and the one list of them. */
const MUTATION = '(\\.|/outbox/)mutation\\.ts$';
const MUTATIONS = '^src/mutations\\.ts$';
/** A type is erased: it loads nothing. */
const LOADED = ['type-only'];
const CLIENT = '^(src|sw)/';
const TRIES = '^(tests|bench)/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

function zodFree() {
  const loads = new Map(
    readdirSync('contract')
      .filter((name) => name.endsWith('.ts'))
      .map((name) => {
        const text = readFileSync(`contract/${name}`, 'utf8');
        const from = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm)].map((match) => match[1]);
        return [name.slice(0, -3), from.map((path) => path.replace(/^#contract\/|\.ts$/g, ''))];
      }),
  );
  const isFree = (name) => loads.has(name) && loads.get(name).every(isFree);
  return [...loads.keys()].filter(isFree);
}

export default {
  forbidden: [
    rule(
      'contract-alone',
      'contract/ imports contract/ and zod',
      { path: '^contract/' },
      { pathNot: ['^contract/', 'node_modules/zod/'] },
    ),
    rule(
      'plan-alone',
      'contract/plan, the bonus plan of server and device, imports itself only: no zod, no words of the rest',
      { path: '^contract/plan/' },
      { pathNot: '^contract/plan/' },
    ),
    rule(
      'ui-knows-no-domain',
      'src/ui imports src/ui and libraries',
      { path: '^src/ui/' },
      { path: '^(src/(?!ui/)|contract/|server/|sw/)' },
    ),
    rule(
      'terms-are-words',
      'src/terms, the shop’s own words over src/ui, imports src/terms, src/ui and react',
      { path: '^src/terms/' },
      { pathNot: ['^src/(terms|ui)/', 'node_modules/react/'] },
    ),
    rule(
      'ui-libraries',
      'src/ui: react, react-imask, react-spring and headless widgets',
      { path: '^src/ui/' },
      { path: 'node_modules/(jotai|wouter|ky|idb-keyval|workbox|zod)' },
    ),
    rule(
      'offline-alone',
      'src/offline imports src/offline and zod-free contract files',
      { path: '^src/offline/' },
      { pathNot: ['^src/offline/', ZOD_FREE, '^contract/'] },
    ),
    rule(
      'offline-zod-free',
      'Of the rest of the contract the engine takes types only',
      { path: '^src/offline/' },
      { path: '^contract/', pathNot: ZOD_FREE, dependencyTypesNot: LOADED },
    ),
    rule(
      'device-alone',
      'src/device, which page and worker share, imports src/device, src/offline, idb-keyval and zod-free contract files',
      { path: '^src/device/' },
      { pathNot: ['^src/(device|offline)/', ZOD_FREE, 'node_modules/idb-keyval/'] },
    ),
    rule(
      'platform-below',
      'src/platform knows no features, screens, ui, app',
      { path: '^src/(platform|device|sync-client)/' },
      { path: '^src/(features|screens|ui|terms|app)/' },
    ),
    rule(
      'outside-world',
      'ky, idb-keyval and workbox-window live in src/platform',
      { path: '^src/', pathNot: '^src/(platform|device)/' },
      { path: 'node_modules/(ky|idb-keyval|workbox-window)/' },
    ),
    rule(
      'features-below',
      'Features know no screens and no app',
      { path: '^src/features/' },
      { path: '^src/(screens|app)/' },
    ),
    rule(
      'features-apart',
      'Of other features only the atoms of catalogue, session, notices and forms; the screen joins the rest',
      { path: '^src/features/([^/]+)/', pathNot: ['^src/features/checkout/'] },
      {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '^src/features/(catalogue|session|notices|forms)/[^/]+\\.(atoms|types)\\.ts$'],
      },
    ),
    rule(
      'checkout-knows-the-cart',
      'An order is made of the cart: of it the atoms too, of other features what every feature may have',
      { path: '^src/features/checkout/' },
      {
        path: '^src/features/',
        pathNot: [
          '^src/features/checkout/',
          '^src/features/(catalogue|session|notices|forms|cart)/[^/]+\\.(atoms|types)\\.ts$',
        ],
      },
    ),
    rule(
      'rules-are-pure',
      '*.rules.ts import contract, definitions, the names of their lanes and other rules',
      { path: '\\.rules\\.ts$' },
      {
        pathNot: ['^contract/', '\\.rules\\.ts$', MUTATION, '^src/features/[^/]+/lane\\.ts$', '^(node:)?crypto$'],
        dependencyTypesNot: LOADED,
      },
    ),
    rule(
      'rules-know-no-libraries',
      'Not even a type of react, jotai, drizzle, fastify, ky in a rule',
      { path: '\\.rules\\.ts$' },
      { path: 'node_modules/(react|react-dom|jotai|drizzle-orm|fastify|ky|idb-keyval|pg|wouter)/' },
    ),
    rule(
      'components-talk-to-atoms',
      '*.tsx never reach the network or the storage',
      { path: '^src/.*\\.tsx$' },
      { path: '^src/(platform/api/api\\.ts|device/storage)' },
    ),
    rule(
      'screens-apart',
      'Screens know neither each other nor the app; several join the card of a product in the same way',
      { path: '^src/screens/([^/.]+)' },
      { path: '^src/(screens|app)/', pathNot: ['^src/screens/$1(\\.|/)', '^src/screens/cards/'] },
    ),
    rule(
      'staff-below',
      'Desk and counter know no screens of the shop and no app',
      { path: '^src/staff/' },
      { path: '^src/(screens|app)/' },
    ),
    rule(
      'surfaces-apart',
      'Desk and counter know neither each other nor does what they share know them',
      { path: '^src/staff/([^/]+)' },
      { path: '^src/staff/(desk|punkt)/', pathNot: ['^src/staff/$1/'] },
    ),
    rule(
      'shop-without-staff',
      'Phones of buyers carry no desk and no counter: only the lists of screens and frames name them',
      { path: '^src/', pathNot: ['^src/staff/', '^src/app/(rare-routes\\.tsx|Guarded\\.tsx)$'] },
      { path: '^src/staff/' },
    ),
    rule(
      'worker-alone',
      'The worker imports sw/, src/offline, src/device, the list of mutations and zod-free contract files',
      { path: WORKERS },
      {
        path: '^(src|server|contract)/',
        pathNot: ['^src/offline/', DEVICE, ZOD_FREE, '\\.worker\\.ts$', MUTATION, MUTATIONS],
        dependencyTypesNot: LOADED,
      },
    ),
    rule(
      'renderer-apart',
      'What renders pages on the server is no part of what a browser loads',
      { path: CLIENT, pathNot: '^src/entry-server\\.tsx$' },
      {
        path: '(^src/(entry-server\\.tsx|features/catalogue/published\\.ts|app/page-template\\.rules\\.ts)$|node_modules/react-dom/server)',
        dependencyTypesNot: LOADED,
      },
    ),
    rule(
      'mutation-light',
      'A definition and the names of its lanes are loaded by the worker too: src/offline, src/device and zod-free contract only',
      { path: ['\\.mutation\\.ts$', '^src/features/[^/]+/lane\\.ts$'] },
      { pathNot: ['^src/(offline|device)/', '^src/features/[^/]+/lane\\.ts$', ZOD_FREE], dependencyTypesNot: LOADED },
    ),
    rule(
      'mutations-listed-once',
      'Only page, worker and tests are given the list; a feature knows its own definition alone',
      { pathNot: ['^src/app/', '^src/main\\.tsx$', '^sw/', '^(tests|bench)/'] },
      { path: MUTATIONS },
    ),
    rule(
      'worker-light',
      'No zod, ky, react or jotai in a worker',
      { path: WORKERS },
      { path: 'node_modules/(zod|ky|react|react-dom|jotai|workbox-window)/', dependencyTypesNot: LOADED },
    ),
    rule(
      'features-meet',
      'Of another feature a feature takes queries, rules and commands that are named as such',
      { path: '^server/features/([^/]+)/' },
      { path: '^server/features/', pathNot: ['^server/features/$1/', '\\.(queries|rules|commands)\\.ts$'] },
    ),
    rule(
      'routes-last',
      'Below the features nobody knows routes',
      { path: '^server/(platform|db|gates|demo)/' },
      { path: '\\.routes\\.ts$' },
    ),
    rule(
      'queries-ask-only',
      '*.queries.ts know no fastify, rules, gates',
      { path: '^server/.*\\.queries\\.ts$' },
      { path: '(node_modules/@?fastify/|\\.rules\\.ts$|^server/gates/)', dependencyTypesNot: LOADED },
    ),
    rule(
      'only-queries-touch-drizzle',
      'SQL lives in *.queries.ts and server/db',
      { path: '^server/', pathNot: ['\\.queries\\.ts$', '^server/db/'] },
      { path: 'node_modules/drizzle-orm/' },
    ),
    rule(
      'server-base-below',
      'server/db, gates and platform know no features',
      { path: '^server/(db|gates|platform)/' },
      { path: '^server/(features|demo)/' },
    ),
    rule(
      'jobs-take-jobs',
      'Of a feature server/jobs takes *.jobs.ts',
      { path: '^server/jobs/' },
      { path: '^server/features/', pathNot: '\\.jobs\\.ts$' },
    ),
    rule(
      'jobs-on-top',
      'A job is sent by its definition; the registry and the runner are for the entry points',
      { path: '^server/(features|platform|gates|db|demo)/' },
      { path: '^server/jobs/' },
    ),
    rule(
      'gates-by-port',
      'A feature knows the port of a gate, never an adapter: work.gates brings the one that is set up',
      { path: '^server/features/' },
      { path: '^server/gates/', pathNot: '/port\\.ts$' },
    ),
    rule(
      'queue-library',
      'pg-boss lives in server/db and server/jobs',
      { path: '^server/', pathNot: '^server/(db|jobs)/' },
      { path: 'node_modules/pg-boss/' },
    ),
    rule(
      'gate-libraries',
      'What speaks to others lives in server/gates',
      { path: '^server/', pathNot: '^server/gates/' },
      { path: 'node_modules/nodemailer/' },
    ),
    rule('sides-apart', 'Client and server never import each other', { path: CLIENT }, { path: '^server/' }),
    rule('sides-apart-server', 'Client and server never import each other', { path: '^server/' }, { path: CLIENT }),
    rule(
      'browser-has-no-node',
      'No Node modules in what the browser loads',
      { path: '^(src|sw|contract)/' },
      { dependencyTypes: ['core'] },
    ),
    rule('not-to-tests', 'Nothing imports tests or bench', { pathNot: '^(tests|bench)/' }, { path: '^(tests|bench)/' }),
    rule('no-cycles', 'No circles between files, not even of types', { pathNot: TRIES }, { circular: true }),
    rule(
      'no-cycles-in-tests',
      'A circle of types is harmless in a test, a circle of files is not',
      { path: TRIES },
      { circular: true, viaOnly: { dependencyTypesNot: LOADED } },
    ),
    {
      ...rule('no-folder-cycles', 'No circles between folders', { pathNot: TRIES }, { circular: true }),
      scope: 'folder',
    },
    rule('no-barrels', 'No index.ts barrels', {}, { path: '/index\\.tsx?$', pathNot: 'node_modules' }),
    rule(
      'resolvable',
      'Every import leads somewhere',
      {},
      { couldNotResolve: true, pathNot: ['^virtual:', '\\?(url|raw|worker)'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.d\\.[mc]?ts$' },
    // Without swc dependency-cruiser reads no TypeScript 7 at all and is green (docs/toolchain.md).
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
