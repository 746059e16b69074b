/** One planted file per rule of .dependency-cruiser.mjs: what it holds must be caught by exactly that rule's name. */
/** `blamed` where it is not the file: a circle of folders blames the folder. */
export type Plant = { rule: string; file: string; text: string; blamed?: string };

const value = 'export const value = 1;\n';
/** Innocent files that the plants reach for. */
export const GROUND: Record<string, string> = {
  'contract/free.ts': value,
  'contract/heavy.ts':
    "import * as z from 'zod/mini';\nexport const Heavy = z.string();\nexport type Heavy = string;\n",
  'contract/heavier.ts': "import { Heavy } from '#contract/heavy.ts';\nexport const Heavier = Heavy;\n",
  'src/ui/Part.tsx': 'export const Part = () => null;\n',
  'src/offline/engine.ts': value,
  'src/platform/api/api.ts': value,
  'src/device/storage.ts': value,
  'src/device/clock.ts': value,
  'src/app/routes.tsx': 'export const routes = [];\n',
  'src/screens/Cart.tsx': 'export const Cart = () => null;\n',
  'src/features/cart/cart.atoms.ts': value,
  'src/features/favourites/favourites.atoms.ts': value,
  'server/db/open.ts': value,
  'server/gates/mail.ts': value,
  'server/features/cart/cart.rules.ts': value,
  'server/features/cart/cart.routes.ts': value,
  'server/features/cart/cart.queries.ts': value,
  'server/features/cart/change-cart.ts': value,
  'server/features/cart/merge-cart.commands.ts': value,
  'server/features/session/session.commands.ts':
    "import * as m from '#server/features/cart/merge-cart.commands.ts';\nvoid m;\nexport const value = 1;\n",
  'server/platform/bad-round.ts':
    "import * as m from '#server/platform/bad-round-2.ts';\nvoid m;\nexport const round = 1;\n",
  'server/platform/bad-type-round.ts':
    "import type { Round } from '#server/platform/bad-type-round-2.ts';\nexport type Type = Round | 1;\n",
  'server/features/plan/plan.rules.ts': value,
  'server/features/plan/titles.rules.ts':
    "import * as m from '#server/features/sponsor/sponsor.rules.ts';\nvoid m;\nexport const value = 1;\n",
  'server/features/sponsor/sponsor.rules.ts': value,
  'tests/support/help.ts': value,
  'bench/report.ts': value,
};

const plant = (rule: string, file: string, ...imports: string[]): Plant => ({
  rule,
  file,
  text: `${imports.map((path, i) => `import * as m${i} from '${path}';\nvoid m${i};`).join('\n')}\nexport const planted = 1;\n`,
});

export const PLANTS: Plant[] = [
  plant('contract-alone', 'contract/bad-src.ts', '#src/device/clock.ts'),
  plant('contract-alone', 'contract/bad-library.ts', 'jotai'),
  plant('ui-knows-no-domain', 'src/ui/BadAtoms.tsx', '#src/features/cart/cart.atoms.ts'),
  plant('ui-knows-no-domain', 'src/ui/BadClock.tsx', '#src/device/clock.ts'),
  plant('ui-libraries', 'src/ui/BadJotai.tsx', 'jotai'),
  plant('offline-alone', 'src/offline/bad-platform.ts', '#src/device/clock.ts'),
  plant('offline-alone', 'src/offline/bad-react.ts', 'react'),
  plant('offline-zod-free', 'src/offline/bad-contract.ts', '#contract/heavy.ts'),
  plant('offline-zod-free', 'src/offline/bad-chain.ts', '#contract/heavier.ts'),
  plant('platform-below', 'src/platform/bad-feature.ts', '#src/features/cart/cart.atoms.ts'),
  plant('platform-below', 'src/platform/bad-ui.ts', '#src/ui/Part.tsx'),
  plant('outside-world', 'src/features/cart/bad-ky.ts', 'ky'),
  plant('outside-world', 'src/app/bad-idb.ts', 'idb-keyval'),
  plant('features-below', 'src/features/cart/bad-screen.ts', '#src/screens/Cart.tsx'),
  plant('features-below', 'src/features/cart/bad-app.ts', '#src/app/routes.tsx'),
  plant('features-apart', 'src/features/cart/bad-favourites.ts', '#src/features/favourites/favourites.atoms.ts'),
  plant('features-apart', 'src/features/session/bad-cart.ts', '#src/features/cart/cart.atoms.ts'),
  plant('rules-are-pure', 'src/features/cart/bad-clock.rules.ts', '#src/device/clock.ts'),
  plant('rules-are-pure', 'server/features/cart/bad-db.rules.ts', '#server/db/open.ts'),
  plant('rules-are-pure', 'server/features/cart/bad-files.rules.ts', 'node:fs'),
  {
    rule: 'rules-know-no-libraries',
    file: 'server/features/cart/bad-type.rules.ts',
    text: "import type { FastifyRequest } from 'fastify';\nexport const planted = (r: FastifyRequest) => r;\n",
  },
  plant('components-talk-to-atoms', 'src/features/cart/BadApi.tsx', '#src/platform/api/api.ts'),
  plant('components-talk-to-atoms', 'src/screens/BadStorage.tsx', '#src/device/storage.ts'),
  plant('screens-apart', 'src/screens/BadCart.tsx', '#src/screens/Cart.tsx'),
  plant('worker-alone', 'sw/bad-platform.ts', '#src/platform/api/api.ts'),
  plant('worker-alone', 'src/features/catalogue/bad.worker.ts', '#src/features/cart/cart.atoms.ts'),
  plant('device-alone', 'src/device/bad-platform.ts', '#src/platform/api/api.ts'),
  plant('device-alone', 'src/device/bad-jotai.ts', 'jotai'),
  plant('worker-light', 'sw/bad-zod.ts', 'zod/mini'),
  plant('worker-light', 'sw/bad-ky.ts', 'ky'),
  plant('features-meet', 'server/features/favourites/bad-cart.ts', '#server/features/cart/cart.routes.ts'),
  plant('features-meet', 'server/features/favourites/bad-inside.ts', '#server/features/cart/change-cart.ts'),
  plant('routes-last', 'server/platform/bad-routes.ts', '#server/features/cart/cart.routes.ts'),
  plant('queries-ask-only', 'server/features/cart/bad-rules.queries.ts', '#server/features/cart/cart.rules.ts'),
  plant('queries-ask-only', 'server/features/cart/bad-fastify.queries.ts', 'fastify'),
  plant('queries-ask-only', 'server/features/cart/bad-gate.queries.ts', '#server/gates/mail.ts'),
  plant('only-queries-touch-drizzle', 'server/features/cart/bad-sql.ts', 'drizzle-orm'),
  plant('server-base-below', 'server/platform/bad-feature.ts', '#server/features/cart/cart.queries.ts'),
  plant('server-base-below', 'server/db/bad-feature.ts', '#server/features/cart/cart.queries.ts'),
  plant('sides-apart', 'src/features/cart/bad-server.ts', '#server/db/open.ts'),
  plant('sides-apart-server', 'server/features/cart/bad-client.ts', '#src/offline/engine.ts'),
  plant('browser-has-no-node', 'src/platform/bad-node.ts', 'node:fs'),
  plant('not-to-tests', 'server/features/cart/bad-test.ts', '#tests/support/help.ts'),
  plant('not-to-tests', 'src/platform/bad-bench.ts', '#bench/report.ts'),
  plant('no-cycles', 'server/platform/bad-round-2.ts', '#server/platform/bad-round.ts'),
  {
    rule: 'no-cycles',
    file: 'server/platform/bad-type-round-2.ts',
    text: "import type { Type } from '#server/platform/bad-type-round.ts';\nexport type Round = Type[];\n",
  },
  {
    ...plant('no-folder-cycles', 'server/features/sponsor/bad-folder.rules.ts', '#server/features/plan/plan.rules.ts'),
    blamed: 'server/features/sponsor',
  },
  plant('no-barrels', 'server/gates/bad-barrel-user.ts', '#server/gates/index.ts'),
  plant('resolvable', 'server/gates/bad-lost.ts', '#server/gates/nowhere.ts'),
  plant('resolvable', 'server/gates/index.ts', '#server/gates/lost-too.ts'),
];
