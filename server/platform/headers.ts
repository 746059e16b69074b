import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/platform/env.ts';

const COMMON = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
const PERMISSIONS =
  'accelerometer=(), camera=(self), display-capture=(), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()';
/** Public files of which thousands are served: only what keeps them safe as files. */
const LIGHT_PREFIXES = ['/api/catalog/', '/pictures/', '/assets/'];

/**
 * Strict policy of a page: own origin only, and exactly these inline blocks by hash
 * (docs/product/addresses.md#what-the-server-answers).
 */
export function contentPolicy(
  hashes: { script: readonly string[]; style: readonly string[] } = { script: [], style: [] },
): string {
  const list = (values: readonly string[]) => values.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${list(hashes.script)}`,
    `style-src 'self'${list(hashes.style)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Of a worker that compiles WebAssembly; no page may. */
export const readerPolicy = (): string =>
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** What a public file carries, wherever it is answered from. */
export function lightHeaders(env: Pick<Env, 'publicUrl'>): Record<string, string> {
  const secure = env.publicUrl.startsWith('https://');
  return secure ? { ...COMMON, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : COMMON;
}

/** What every answer carries that is no public file. */
export function fullHeaders(env: Pick<Env, 'publicUrl'>): Record<string, string> {
  return {
    ...lightHeaders(env),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': PERMISSIONS,
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}

/** The usual security headers on every answer; pages replace the policy by their own. */
export function installHeaders(app: FastifyInstance, env: Env): void {
  const light = lightHeaders(env);
  const full = fullHeaders(env);
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    if (LIGHT_PREFIXES.some((prefix) => url.startsWith(prefix))) reply.headers(light);
    else reply.headers(full).header('x-request-id', request.id);
    done();
  });
}
