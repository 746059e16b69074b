import cookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { ALL_CALLS } from '#contract/all-calls.ts';
import type { Call } from '#contract/call.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Db } from '#server/db/open.ts';
import { type Gates, openGates } from '#server/gates/gates.ts';
import {
  findCategoryBySlug,
  findSlugById,
  findSlugTarget,
  isWithdrawn,
} from '#server/features/catalogue/catalogue.queries.ts';
import { transfersRoutes } from '#server/features/transfers/transfers.routes.ts';
import { bonusesRoutes } from '#server/features/plan/bonuses/bonuses.routes.ts';
import { planRoutes } from '#server/features/plan/plan.routes.ts';
import { deskBooksRoutes } from '#server/features/desk-finance/desk-books.routes.ts';
import { disputesRoutes } from '#server/features/plan/disputes/disputes.routes.ts';
import { postingRoutes } from '#server/features/plan/posting/posting.routes.ts';
import { accountsRoutes } from '#server/features/accounts/accounts.routes.ts';
import { retailIncomeRoutes } from '#server/features/retail-income/retail.routes.ts';
import { statementRoutes } from '#server/features/accounts/statement/statement.routes.ts';
import { exportHistoryRoutes } from '#server/features/accounts/history/export-history.routes.ts';
import { historyRoutes } from '#server/features/accounts/history/history.routes.ts';
import { addressesRoutes } from '#server/features/addresses/addresses.routes.ts';
import { cartRoutes } from '#server/features/cart/cart.routes.ts';
import { acquiringRoutes } from '#server/features/acquiring/acquiring.routes.ts';
import { checkoutRoutes } from '#server/features/checkout/checkout.routes.ts';
import { consultantsRoutes } from '#server/features/consultants/consultants.routes.ts';
import { consentsRoutes } from '#server/features/consents/consents.routes.ts';
import { counterRoutes } from '#server/features/counter/counter.routes.ts';
import { shipmentsRoutes } from '#server/features/shipments/shipments.routes.ts';
import { deliveryRoutes } from '#server/features/delivery/delivery.routes.ts';
import { mapRoutes } from '#server/features/delivery/map.routes.ts';
import { draftsRoutes } from '#server/features/order-drafts/drafts.routes.ts';
import { deskAuditRoutes } from '#server/features/desk-audit/desk-audit.routes.ts';
import { deskOrdersRoutes } from '#server/features/desk-orders/desk-orders.routes.ts';
import { deskImportRoutes } from '#server/features/import/desk-import.routes.ts';
import { deskProductsRoutes } from '#server/features/desk-products/desk-products.routes.ts';
import { warehouseRoutes } from '#server/features/warehouse/warehouse.routes.ts';
import { deskUsersRoutes } from '#server/features/desk-users/desk-users.routes.ts';
import { educationRoutes } from '#server/features/education/education.routes.ts';
import { favouritesRoutes } from '#server/features/favourites/favourites.routes.ts';
import { notificationsRoutes } from '#server/features/notifications/notifications.routes.ts';
import { notifyRoutes } from '#server/features/notify/notify.routes.ts';
import { becomeRoutes } from '#server/features/registration/become.routes.ts';
import { registrationRoutes } from '#server/features/registration/registration.routes.ts';
import { orderChangesRoutes } from '#server/features/order-changes/order-changes.routes.ts';
import { installPages } from '#server/features/pages/install-pages.ts';
import { returningRoutes } from '#server/features/returning/returning.routes.ts';
import { ordersRoutes } from '#server/features/orders/orders.routes.ts';
import { catalogueRoutes } from '#server/features/catalogue/catalogue.routes.ts';
import { personalDataRoutes } from '#server/features/personal-data/personal-data.routes.ts';
import { openPageHeads, type PageHeads } from '#server/features/catalogue/page-heads/page-heads.ts';
import { pictureRoutes } from '#server/features/catalogue/pictures/pictures.routes.ts';
import { photosRoutes } from '#server/features/photos/photos.routes.ts';
import { profileRoutes } from '#server/features/profile/profile.routes.ts';
import { ownsGuest } from '#server/features/session/bind-guest.ts';
import { devicesRoutes } from '#server/features/session/devices.routes.ts';
import { reportsRoutes } from '#server/features/reports/reports.routes.ts';
import { searchMissesRoutes } from '#server/features/search-misses/search-misses.routes.ts';
import { sessionRoutes } from '#server/features/session/session.routes.ts';
import { shippingRoutes } from '#server/features/shipping/shipping.routes.ts';
import { sponsorRoutes } from '#server/features/sponsor/sponsor.routes.ts';
import { createAdmission } from '#server/platform/admission.ts';
import { installApiDocs } from '#server/platform/api-docs.ts';
import { openClientFiles } from '#server/platform/client-files.ts';
import { installDevOutbox } from '#server/platform/dev-outbox.ts';
import type { Env } from '#server/platform/env.ts';
import { dialectsOf } from '#server/platform/dialects.rules.ts';
import { earlyRefusals, refuseOddRequests } from '#server/platform/early-refusals.ts';
import { installGuards } from '#server/platform/guards.ts';
import { installHeaders } from '#server/platform/headers.ts';
import { installHealth } from '#server/platform/health.ts';
import { methodsOf } from '#server/platform/methods.rules.ts';
import { childLogger, loggerOptions, requestIdOf } from '#server/platform/log.ts';
import { installMetrics } from '#server/platform/metrics.ts';
import type { LookAtDisk } from '#server/platform/disk.ts';
import { createOutages } from '#server/platform/outages.ts';
import type { Shop } from '#server/platform/mount.ts';
import { answerUnrouted, installClientFiles, type ShellParts } from '#server/platform/shell.ts';
import { installSitemap } from '#server/platform/sitemap.ts';
import { auditFor, installTestLedger } from '#server/platform/test-ledger.ts';

export type AppParts = {
  db: Db;
  /** Puts jobs into the transaction of a change; who runs them is another matter (server/jobs). */
  jobs: JobSender;
  env: Env;
  /** The outside world; by default as the settings say. */
  gates?: Gates;
  now?: () => Date;
  /** For the numbers of /metrics. */
  pool?: pg.Pool;
  /** Address of the database, for the thread that keeps the open period of the network; without it there is none. */
  url?: string;
  /** Room on the disk of DATA_DIR, for /metrics. */
  disk?: LookAtDisk;
  /** Folder of the built client; without it the app is the API alone. */
  dist?: string;
  /** Where log lines go; stdout by default. */
  logTo?: { write(line: string): void };
};

/** The whole shop without listening: tests talk to it with `inject`. */
export async function buildApp({
  db,
  jobs,
  env,
  gates = openGates(db, env),
  now = () => new Date(),
  pool,
  url,
  disk,
  dist,
  logTo,
}: AppParts): Promise<FastifyInstance> {
  const app = Fastify(serverOptions(env, logTo));
  const shop: Shop = {
    db,
    jobs,
    gates,
    now,
    owns: ownsGuest,
    admission: createAdmission(env.maxRunning),
    limits: env.limits,
    isSecure: env.publicUrl.startsWith('https://'),
    ...(env.testLedger ? { audit: auditFor(now) } : {}),
  };
  listMounted(app);
  await app.register(cookie);

  const files = dist === undefined ? undefined : openClientFiles(dist, join(env.dataDir, 'assets-archive'), env);
  const outages = createOutages();
  const shell: ShellParts | undefined = files && {
    db,
    outages,
    files,
    addresses: { findSlugTarget, findSlugById, findCategoryBySlug, isWithdrawn },
    heads: { fill: (file, pathname) => heads.fill(file, pathname) },
    publicUrl: env.publicUrl,
  };
  installHeaders(app, env);
  refuseOddRequests(app.server, env);
  const unrouted = shell && ((request: FastifyRequest, reply: FastifyReply) => answerUnrouted(shell, request, reply));
  installGuards(app, env, { dialectOf, methodsAt: methodsOf(ALL_CALLS), outages }, unrouted);
  installMetrics(app, env, { db, pool, disk, admission: shop.admission });
  installHealth(app, db, outages);
  installSitemap(app, db, env);
  installDevOutbox(app, db, env);
  installApiDocs(app, ALL_CALLS, env);
  if (files) installClientFiles(app, files);

  sessionRoutes(app, shop, env);
  shippingRoutes(app, shop);
  sponsorRoutes(app, shop, env);
  consultantsRoutes(app, shop, env);
  cartRoutes(app, shop);
  checkoutRoutes(app, shop, env);
  ordersRoutes(app, shop);
  returningRoutes(app, shop);
  orderChangesRoutes(app, shop);
  deskOrdersRoutes(app, shop);
  warehouseRoutes(app, shop);
  draftsRoutes(app, shop, env);
  deskImportRoutes(app, shop);
  deskProductsRoutes(app, shop);
  deskUsersRoutes(app, shop);
  deskAuditRoutes(app, shop);
  favouritesRoutes(app, shop);
  acquiringRoutes(app, shop, env);
  notifyRoutes(app, shop);
  notificationsRoutes(app, shop);
  searchMissesRoutes(app, shop);
  registrationRoutes(app, shop, env);
  becomeRoutes(app, shop);
  devicesRoutes(app, shop);
  profileRoutes(app, shop);
  photosRoutes(app, shop);
  consentsRoutes(app, shop);
  personalDataRoutes(app, shop);
  accountsRoutes(app, shop);
  transfersRoutes(app, shop);
  historyRoutes(app, shop);
  exportHistoryRoutes(app, shop);
  statementRoutes(app, shop, env);
  retailIncomeRoutes(app, shop);
  reportsRoutes(app, shop, planRoutes(app, shop, url, join(env.dataDir, 'months')));
  postingRoutes(app, shop);
  bonusesRoutes(app, shop);
  disputesRoutes(app, shop);
  deskBooksRoutes(app, shop);
  addressesRoutes(app, shop);
  counterRoutes(app, shop);
  pictureRoutes(app, shop, env);
  const catalogue = catalogueRoutes(app, shop, env);
  const heads: PageHeads = openPageHeads(catalogue, env.publicUrl);
  if (shell && dist !== undefined) shell.pages = installPages(app, catalogue, heads, { dist, files: shell.files });
  deliveryRoutes(app, shop, env);
  shipmentsRoutes(app, shop, env);
  mapRoutes(app, shop, env);
  educationRoutes(app, shop, env);
  if (env.testLedger) installTestLedger(app, shop);
  return app;
}

/** The envelope of an address that no call has. */
const dialectOf = dialectsOf(ALL_CALLS);

/** Five hundred keys of `X-Client-Tried` are 18 kB; Node's own limit is 16. */
const HEADERS_MAX = 32 * 1024;

function serverOptions(env: Env, logTo: AppParts['logTo']): FastifyServerOptions {
  const options: FastifyServerOptions & { http: ServerOptions } = {
    logger: loggerOptions(env, logTo),
    // Our own line per request names the route instead of the address (guards.ts).
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: childLogger(env),
    genReqId: requestIdOf,
    bodyLimit: 256 * 1024,
    // Only the configured number of proxies may speak for the client's address.
    trustProxy: env.trustProxy === 0 ? false : (_address: string, hop: number) => hop < env.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection while the shop stops is still carried out: Fastify's own 503 would not echo its key.
    return503OnClosing: false,
    http: { maxHeaderSize: HEADERS_MAX, requireHostHeader: false },
    ...earlyRefusals(env, dialectOf),
  };
  // Fastify's types tell HTTP and HTTPS servers apart; nothing of ours depends on which one it is.
  return env.tls
    ? ({
        ...options,
        https: {
          cert: readFileSync(env.tls.cert),
          key: readFileSync(env.tls.key),
          maxHeaderSize: HEADERS_MAX,
          requireHostHeader: false,
        },
      } as FastifyServerOptions)
    : options;
}

/** What is mounted, for the test that the contract and the routes are the same list. */
function listMounted(app: FastifyInstance): void {
  const calls: Call[] = [];
  const others: string[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') return;
    if (route.config?.call) calls.push(route.config.call);
    else others.push(route.url);
  });
  app.decorate('mountedCalls', calls).decorate('otherRoutes', others);
}

declare module 'fastify' {
  interface FastifyInstance {
    mountedCalls: Call[];
    otherRoutes: string[];
  }
}
