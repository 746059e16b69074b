import { type AddressAccess, readDadata } from '#server/gates/addresses/access.ts';
import { resolve } from 'node:path';
import { ALL_CALLS } from '#contract/all-calls.ts';
import { BUILD_NUMBER } from '#contract/build-number.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import type { CarrierAccess } from '#server/gates/carriers/access.ts';
import { type MapTiles, readMapTiles } from '#server/gates/map/access.ts';
import { readPushHosts } from '#server/gates/push/push-hosts.rules.ts';
import type { PaymentSettings } from '#server/gates/payments/payments.ts';
import { carrierAccess, deliveryOff } from '#server/platform/delivery-env.ts';
import { EnvError } from '#server/platform/env-error.ts';
import { type Limits, readLimits } from '#server/platform/limits.rules.ts';
import { readPayments } from '#server/platform/payment-env.ts';

/** Every setting of the shop, read once (docs/operations.md#settings). */
export type Env = {
  production: boolean;
  host: string;
  port: number;
  /** Origin of links, of the Origin check and of Secure cookies; no trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** The built client; another folder only in tests of updates. */
  distDir: string;
  databaseUrl: string | null;
  tls: { cert: string; key: string } | null;
  /** Number of trusted proxy hops. */
  trustProxy: number;
  seed: 'demo' | 'none';
  /** Fixed «now» of the seed; null = today 00:00 Moscow. */
  seedNow: string | null;
  seedPassword: string;
  /** Closed months of the demo network that the seed makes; tests that need none save their time. */
  seedMonths: number;
  allowDemo: boolean;
  metricsToken: string | null;
  testLedger: boolean;
  /** This process runs jobs; false: only `npm run worker` does (docs/operations.md). */
  runsJobs: boolean;
  /** Where letters go; null: into the table of /dev/outbox, in production nowhere until it is set. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Key of SMS.ru; null: short messages go into the table of /dev/outbox, in production nowhere until it is set. */
  smsRuKey: string | null;
  /** Push services beside the browsers' own, each with its port if it is not 443. */
  pushHosts: readonly string[];
  /** Ways of delivery that are not offered. */
  deliveryOff: readonly DeliveryType[];
  /** Carriers that are asked: those whose settings are there. */
  carriers: CarrierAccess;
  /** Suggestions of addresses; null: the Post, if its keys are there, else the gazetteer. */
  dadata: AddressAccess['dadata'];
  /** Pictures of the map of points; null: squared paper. */
  mapTiles: MapTiles | null;
  /** Who takes the money. */
  payments: PaymentSettings;
  /** At most so many API calls are worked on at once; more are answered 503 with Retry-After. */
  maxRunning: number;
  /** How often limited calls may be made: the contract's numbers with the operator's over them. */
  limits: Limits;
  /** Builds with a lower number are asked to update (contract/build-number.ts); 0 = none. */
  minBuild: number;
  /** /sw.js is the worker that removes the worker (sw/kill.ts). */
  killWorker: boolean;
  shopName: string;
  logLevel: string;
};

export { EnvError };

/** @throws EnvError in Russian when a setting is unusable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const production = source.NODE_ENV === 'production';
  const host = source.HOST || '127.0.0.1';
  const port = number('PORT', source.PORT || '3000', 1, 65535);
  const tls = source.TLS_CERT && source.TLS_KEY ? { cert: source.TLS_CERT, key: source.TLS_KEY } : null;
  if (Boolean(source.TLS_CERT) !== Boolean(source.TLS_KEY)) throw new EnvError('TLS_CERT и TLS_KEY задаются вместе');
  const publicUrl = origin(source.PUBLIC_URL || `${tls ? 'https' : 'http'}://${addressOf(host)}:${port}`);
  if (production && !publicUrl.startsWith('https://')) throw new EnvError('В production нужен PUBLIC_URL с https://');
  const testLedger = source.TEST_LEDGER === '1';
  if (production && testLedger) throw new EnvError('TEST_LEDGER=1 запрещён в production');
  const minBuild = number('MIN_BUILD', source.MIN_BUILD || '0', 0, 1_000_000_000);
  // A number above the deployed build's own would lock everybody out.
  if (production && minBuild > BUILD_NUMBER)
    throw new EnvError(`MIN_BUILD: номер этой сборки ${BUILD_NUMBER}, больше нельзя`);
  const seed = source.SEED || (production ? 'none' : 'demo');
  if (seed !== 'demo' && seed !== 'none') throw new EnvError('SEED: допустимы demo и none');
  const limits = readLimits(source.CALL_LIMITS ?? '', ALL_CALLS);
  if (!limits) throw new EnvError('CALL_LIMITS: нужно, например, openGuest.address=2000 notifyProduct.caller=50');
  if (source.SEED_NOW !== undefined && Number.isNaN(Date.parse(source.SEED_NOW)))
    throw new EnvError('SEED_NOW: нужна дата ISO');
  const jobs = source.JOBS || 'on';
  if (jobs !== 'on' && jobs !== 'off') throw new EnvError('JOBS: допустимы on и off');
  const shopName = source.SHOP_NAME ?? 'Росток';
  return {
    production,
    host,
    port,
    publicUrl,
    dataDir: resolve(source.DATA_DIR || './data'),
    distDir: resolve(source.DIST_DIR || './dist'),
    databaseUrl: source.DATABASE_URL || null,
    tls,
    trustProxy: number('TRUST_PROXY', source.TRUST_PROXY || '0', 0, 10),
    seed,
    seedNow: source.SEED_NOW ?? null,
    seedPassword: source.SEED_PASSWORD ?? 'rostok-demo',
    seedMonths: number('SEED_MONTHS', source.SEED_MONTHS || '14', 0, 36),
    allowDemo: source.ALLOW_DEMO === '1',
    metricsToken: source.METRICS_TOKEN || null,
    testLedger,
    runsJobs: jobs === 'on',
    smtpUrl: smtpUrl(source.SMTP_URL),
    mailFrom: source.MAIL_FROM || `${shopName} <no-reply@${new URL(publicUrl).hostname}>`,
    smsRuKey: source.SMS_RU_KEY || null,
    pushHosts: pushHosts(source.PUSH_HOSTS),
    deliveryOff: deliveryOff(source.DELIVERY_OFF),
    carriers: carrierAccess(source),
    dadata: dadataAccess(source),
    mapTiles: mapTiles(source),
    payments: readPayments(source, production),
    maxRunning: number('MAX_RUNNING', source.MAX_RUNNING || '500', 1, 100_000),
    limits,
    minBuild,
    killWorker: source.KILL_WORKER === '1',
    shopName,
    logLevel: logLevel(source.LOG_LEVEL) ?? (production ? 'info' : 'warn'),
  };
}

function dadataAccess(source: Record<string, string | undefined>): AddressAccess['dadata'] {
  const access = readDadata(source);
  if (typeof access === 'string') throw new EnvError(access);
  return access;
}

function mapTiles(source: Record<string, string | undefined>): MapTiles | null {
  const tiles = readMapTiles(source);
  if (typeof tiles === 'string') throw new EnvError(tiles);
  return tiles;
}

function pushHosts(text: string | undefined): readonly string[] {
  const hosts = text ? readPushHosts(text) : [];
  if (!hosts)
    throw new EnvError('PUSH_HOSTS: нужны узлы через запятую, например push.example.ru,push.example.org:8443');
  return hosts;
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new EnvError(`${name}: нужно целое число от ${min} до ${max}`);
  return value;
}

function smtpUrl(text: string | undefined): string | null {
  if (!text) return null;
  if (!/^smtps?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new EnvError('SMTP_URL: нужен адрес вида smtp://имя:пароль@узел:587');
  return text;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
function logLevel(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!LEVELS.includes(text)) throw new EnvError(`LOG_LEVEL: допустимы ${LEVELS.join(', ')}`);
  return text;
}

/** «Listen everywhere» is no address to open. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function origin(text: string): string {
  const parsed = URL.parse(text);
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new EnvError('PUBLIC_URL: нужен адрес вида https://shop.example');
  return parsed.origin;
}
