import type { BrowserContext } from '@playwright/test';
import {
  type CuttingProxy,
  type Fault,
  type FaultOptions,
  openCuttingProxy,
  type Passing,
} from '#tests/e2e/support/cutting-proxy.ts';
import { type BrowserFaults, openBrowserFaults } from '#tests/e2e/support/offline-lab-browser.ts';
import { type Build, buildFolder } from '#tests/e2e/support/offline-lab-builds.ts';
import { makePerson, type Person, switchCookie } from '#tests/e2e/support/offline-lab-shop.ts';
import { applyVariant, clockOf, type Variant } from '#tests/e2e/support/offline-lab-variants.ts';
import { openShopProcess, type ShopProcess } from '#tests/e2e/support/shop-process.ts';
import { type Console, expect, type Role, test as base } from '#tests/e2e/support/test.ts';

export { expect };

/**
 * Everything that goes wrong between a phone and a shop, by real means: sockets that die in a proxy, CDP, another build,
 * another cookie. How to use it, with one example per fault: docs/testing-offline.md.
 */
export type OfflineLab = Omit<BrowserFaults, 'close'> & {
  /** Where the phone finds the shop. */
  readonly url: string;
  readonly context: BrowserContext;
  readonly shop: ShopProcess;
  /** What has come to the shop's door, and finer cuts than the ones below. */
  readonly proxy: CuttingProxy;
  /** Rows of the shop's ledger up to this number belong to earlier tests. */
  readonly ledgerStart: number;
  /** Which of the nice things this browser lacks. */
  readonly variant: Variant;

  // ── The network: each struck at keyed requests (what the outbox sends) unless `match` says otherwise
  /** Aeroplane mode: nothing leaves, `navigator.onLine` is false. */
  offline(): Promise<void>;
  online(): Promise<void>;
  /** The socket dies before the shop has heard; `navigator.onLine` stays true. */
  drop(options?: FaultOptions): Fault;
  /** The shop has done it; its answer never comes. */
  loseAnswer(options?: FaultOptions): Fault;
  /** The answer breaks off in its middle. */
  halfAnswer(options?: FaultOptions): Fault;
  /** The answer comes `ms` late. */
  stall(ms: number, options?: FaultOptions): Fault;
  /** A captive portal answers everything with 200 and HTML. */
  portal(options?: FaultOptions): Fault;
  /** 503, as the shop itself says it when its database is away. */
  busy(options?: FaultOptions & { retryAfter?: number }): Fault;
  /** Every request waits at the door, or with its answer in hand, until `releaseServer`. Several may be on at once. */
  holdServer(options?: FaultOptions & { where?: 'request' | 'answer' }): Fault;
  /** Everything that waits goes on, whichever hold it met; requests to come no longer wait. */
  releaseServer(): void;
  /** All faults of the network are over. */
  heal(): Promise<void>;

  // ── The world
  /** The shop comes back with another build of the client; `env`: with other settings (`KILL_WORKER`, `MIN_BUILD`). */
  deploy(build: Build, env?: Record<string, string>): Promise<void>;
  /** The cookie becomes another person's behind the back of the open tabs. */
  switchUser(person: Person): Promise<void>;
  /** An account of this test alone. */
  person(role: Role): Promise<Person>;
};

export type LabParts = {
  context: BrowserContext;
  shop: ShopProcess;
  proxy: CuttingProxy;
  console: Console;
  ledgerStart?: number;
  variant?: Variant;
};
export type OpenLab = OfflineLab & { close(): Promise<void> };

const PORTAL = {
  kind: 'answer',
  http: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Вход в сеть</title><p>Войдите, чтобы пользоваться интернетом</p>',
} as const;
/** What the outbox sends. */
export const isKeyed = (passing: Passing): boolean => passing.key !== null;

/** Phones in front of each proxy: with and without a signal. */
const phones = new WeakMap<CuttingProxy, Map<BrowserContext, boolean>>();
/**
 * A browser that is told to be offline has been seen to let a request of a worker through that was just starting: the door
 * is shut as well while none of its phones has a signal.
 */
function setSignal(proxy: CuttingProxy, context: BrowserContext, hasSignal: boolean | null): void {
  const mine = phones.get(proxy) ?? new Map<BrowserContext, boolean>();
  phones.set(proxy, mine);
  if (hasSignal === null) mine.delete(context);
  else mine.set(context, hasSignal);
  proxy.unplug(mine.size > 0 && ![...mine.values()].includes(true));
}

/** Shops that are not what they began as. */
const deployed = new WeakSet<ShopProcess>();

/** A lab for any context of one shop, before its first page: the fixture opens one for the test's own. */
export async function openLab({
  context,
  shop,
  proxy,
  console,
  ledgerStart = 0,
  variant = 'plain',
}: LabParts): Promise<OpenLab> {
  const { close: closeBrowserFaults, ...browser } = openBrowserFaults(context, proxy.url);
  const holds: (() => void)[] = [];
  const release = () => {
    for (const letGo of holds.splice(0)) letGo();
  };

  const lab: OpenLab = {
    ...browser,
    url: proxy.url,
    context,
    shop,
    proxy,
    ledgerStart,
    variant,
    async offline() {
      await context.setOffline(true);
      setSignal(proxy, context, false);
      // The clock is set right and wrong again between the steps of a journey.
      if (clockOf(variant) !== 0) await browser.skew(0);
    },
    async online() {
      if (clockOf(variant) !== 0) await browser.skew(clockOf(variant));
      setSignal(proxy, context, true);
      await context.setOffline(false);
    },
    drop: (options) => proxy.fault({ kind: 'drop' }, { match: isKeyed, ...options }),
    loseAnswer: (options) => proxy.fault({ kind: 'lose' }, { match: isKeyed, ...options }),
    halfAnswer(options) {
      console.allow(/ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)/);
      return proxy.fault({ kind: 'half' }, { match: isKeyed, ...options });
    },
    stall: (ms, options) => proxy.fault({ kind: 'stall', ms }, { match: isKeyed, ...options }),
    portal: (options) => proxy.fault(PORTAL, options),
    busy({ retryAfter, ...options } = {}) {
      console.allow(/status of 503/);
      return proxy.fault((passing) => busyAnswer(passing, retryAfter), { match: isKeyed, ...options });
    },
    holdServer({ where = 'request', ...options } = {}) {
      const until = new Promise<void>((done) => void holds.push(done));
      return proxy.fault({ kind: 'hold', where, until }, options);
    },
    releaseServer: release,
    async heal() {
      proxy.liftAll();
      release();
      await lab.online();
    },
    async deploy(next, env) {
      await shop.deploy(await buildFolder(next), env);
      if (next === 'first' && !env) deployed.delete(shop);
      else deployed.add(shop);
    },
    switchUser: (person) => switchCookie(context, shop, proxy.url, person),
    person: (role) => makePerson(shop, role),
    async close() {
      proxy.liftAll();
      release();
      setSignal(proxy, context, null);
      await closeBrowserFaults();
    },
  };
  setSignal(proxy, context, true);
  context.once('close', () => setSignal(proxy, context, null));
  await applyVariant(context, variant);
  if (variant === 'no service worker') console.allow(/Service Worker registration blocked by Playwright/);
  if (clockOf(variant) !== 0) await lab.skew(clockOf(variant));
  return lab;
}

/** As the shop says it, key echoed. */
export function busyAnswer({ key }: Passing, retryAfter?: number) {
  return {
    kind: 'answer',
    http: 503,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    },
    body: JSON.stringify({ status: 'error', code: 'server_error', message: 'Магазин на минуту закрыт' }),
  } as const;
}

async function lastExecution(shop: ShopProcess): Promise<number> {
  const [row] = await shop.sql<{ n: number }>('select coalesce(max(n), 0)::int as n from test_ledger');
  return row?.n ?? 0;
}

/** The test of the house with a shop behind the proxy. `lab` belongs to the test's own context. */
export const test = base.extend<{ lab: OfflineLab; variant: Variant }, { gate: CuttingProxy }>({
  variant: ['plain', { option: true }],
  gate: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const gate = await openCuttingProxy();
      await use(gate);
      await gate.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ gate }, use) => {
      const shop = await openShopProcess({ env: { PUBLIC_URL: gate.url, TEST_LEDGER: '1' } });
      gate.lead(shop.url);
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ gate, shop }, use) => use(shop && gate.url),
  lab: async ({ context, shop, gate, consoleGuard, variant }, use) => {
    gate.forget();
    const ledgerStart = await lastExecution(shop);
    const lab = await openLab({ context, shop, proxy: gate, console: consoleGuard, ledgerStart, variant });
    await use(lab);
    await lab.close();
    if (deployed.has(shop)) await lab.deploy('first');
  },
});
