import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canonicalPath } from '#contract/canonical-path.ts';
import { isServerPath } from '#contract/paths.ts';
import type { Db } from '#server/db/open.ts';
import { admitsHtml, namesHtml } from '#server/platform/accept.rules.ts';
import { namesNul } from '#server/platform/nul.rules.ts';
import { type Outages, RETRY_AFTER_SECONDS, tellOutage } from '#server/platform/outages.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { chooseEncoding, type ClientFile, type ClientFiles } from '#server/platform/client-files.ts';
import { readerPolicy } from '#server/platform/headers.ts';

/** What the shell asks the catalogue about an address; injected, so that this file knows no feature. */
export type AddressBook = {
  findSlugTarget(db: Db, slug: string): Promise<{ slug: string; moved: boolean } | undefined>;
  findSlugById(db: Db, id: number): Promise<string | undefined>;
  findCategoryBySlug(db: Db, slug: string): Promise<object | undefined>;
  /** A product that was published under this slug once and is not any more. */
  isWithdrawn(db: Db, slug: string): Promise<boolean>;
};
/** What machines are told of a public page; given by the catalogue. */
export type Heads = {
  /** The shell with the head of this page; the shell itself for a page that is not to be listed. */
  fill(shell: ClientFile, pathname: string): Promise<ClientFile>;
};
/** Pages with their content in them; undefined: the empty page is the answer (docs/decisions/250). */
export type Pages = {
  /** Without any waiting: what is in memory. */
  held(pathname: string, query: string): ClientFile | undefined;
  /** Rendered now if need be. Never throws. */
  page(pathname: string, query: string): Promise<ClientFile | undefined>;
};
export type ShellParts = {
  db: Db;
  files: ClientFiles;
  addresses: AddressBook;
  publicUrl: string;
  outages: Outages;
  heads: Heads;
  pages?: Pages | undefined;
};
/** A page does not wait for what is only needed to name its status. */
const ADDRESS_MS = 2000;

/** The worker that reads codes from a camera's pictures: WebAssembly is compiled there and nowhere else (docs/decisions/441). */
const CODE_READER = /^\/assets\/detector\.worker-[\w-]+\.js$/;

const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** Files of the built client under their own addresses. */
export function installClientFiles(app: FastifyInstance, files: ClientFiles): void {
  app.get('/assets/*', { config: { quiet: true } }, (request, reply) => {
    const pathname = pathOf(request);
    const file = files.find(pathname);
    if (!file) return reply.callNotFound();
    const isReader = CODE_READER.test(pathname);
    if (isReader) reply.header('content-security-policy', readerPolicy());
    else if (file.type.startsWith('text/javascript')) reply.header('content-security-policy', files.policy());
    return sendFile(request, reply, file, IMMUTABLE);
  });
}

/**
 * Everything that no call answers: files of the client, screens and unknown addresses.
 * Undefined when the request is neither: the caller then answers with its refusal.
 */
export async function answerUnrouted(
  parts: ShellParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const pathname = pathOf(request);
  const file = parts.files.find(pathname);
  if (pathname === '/index.html') {
    // No screen for people, but the worker precaches the shell under this name; its policy goes with it.
    if (file && !namesPage(request))
      return sendFile(request, reply.header('content-security-policy', parts.files.policy()), file, 'no-cache');
  } else if (file) {
    // A worker fetches under the policy of its own script: with «default-src 'none'» it could not even install.
    if (pathname.endsWith('.js')) reply.header('content-security-policy', parts.files.policy());
    // The worker, the web manifest and icons keep their names from build to build.
    return sendFile(request, reply, file, /\.(js|webmanifest)$/.test(pathname) ? 'no-cache' : HOUR);
  }
  const isScreen = canonicalPath(pathname) !== undefined;
  if (isServerPath(pathname) || !(isScreen ? admitsPage(request) : namesPage(request))) return undefined;
  const shell = parts.files.shell();
  if (!shell) return undefined;
  const home = ownName(parts.publicUrl, request);
  if (home !== undefined) return reply.code(302).header('Cache-Control', 'no-store').header('Location', home).send('');
  const query = queryOf(request);
  const held = parts.pages?.held(pathname, query);
  if (held)
    return sendFile(request, reply.header('content-security-policy', parts.files.policy(held)), held, 'no-cache');
  const where = await resolveInTime(parts, pathname, request);
  if (where === 'away') {
    // The page opens all the same, with what the phone or a file has; a search engine hears that it shall come again.
    reply.code(503).header('Retry-After', RETRY_AFTER_SECONDS).header('content-security-policy', parts.files.policy());
    return sendFile(request, reply, shell, 'no-store');
  }
  if (where.moveTo !== undefined) {
    return reply
      .code(301)
      .header('Cache-Control', 'no-cache')
      .header('Location', where.moveTo + query)
      .send('');
  }
  reply.code(where.status).header('content-security-policy', parts.files.policy());
  if (where.status !== 200) return sendFile(request, reply, shell, 'no-cache');
  const page = await parts.pages?.page(pathname, query);
  if (page)
    return sendFile(request, reply.header('content-security-policy', parts.files.policy(page)), page, 'no-cache');
  const filled = await fillInTime(parts, shell, pathname, request);
  // What has no head is for people alone: a cart, a cabinet, somebody's order.
  if (filled === shell) reply.header('X-Robots-Tag', 'noindex');
  return sendFile(request, reply, filled ?? shell, 'no-cache');
}

/** Undefined when the head is not to be had in time: a page does not wait for what only machines read. */
async function fillInTime(
  { heads, outages }: ShellParts,
  shell: ClientFile,
  pathname: string,
  request: FastifyRequest,
): Promise<ClientFile | undefined> {
  try {
    return await withTimeout(heads.fill(shell, pathname), ADDRESS_MS);
  } catch (error) {
    if (!tellOutage(outages, error, request)) request.log.error({ err: error }, 'the head of a page failed');
    return undefined;
  }
}

/**
 * `localhost` and `127.0.0.1` are two origins to a browser, and only PUBLIC_URL may change anything (docs/product/calls.md#own-origin):
 * whoever typed the other name is led to the right one instead of meeting refusals.
 */
function ownName(publicUrl: string, request: FastifyRequest): string | undefined {
  const { host, hostname } = new URL(publicUrl);
  const asked = request.headers.host ?? '';
  const askedName = asked.replace(/:\d+$/, '');
  const isOther = LOOPBACK.includes(askedName) && LOOPBACK.includes(hostname) && askedName !== hostname;
  return isOther && asked === host.replace(hostname, askedName) ? publicUrl + request.url : undefined;
}
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

type Resolved = { status: 200 | 404 | 410; moveTo?: string };
const FOUND: Resolved = { status: 200 };
const UNKNOWN: Resolved = { status: 404 };

async function resolveInTime(parts: ShellParts, pathname: string, request: FastifyRequest): Promise<Resolved | 'away'> {
  try {
    return await withTimeout(resolveAddress(parts, pathname), ADDRESS_MS);
  } catch (error) {
    if (tellOutage(parts.outages, error, request)) return 'away';
    throw error;
  }
}

async function resolveAddress({ db, addresses }: ShellParts, pathname: string): Promise<Resolved> {
  const canonical = canonicalPath(pathname);
  if (canonical === undefined) return UNKNOWN;
  const [first, second = ''] = canonical.split('/').filter((part) => part !== '');
  const name = decode(second);
  // An address in another spelling leads on only when there is something to lead to.
  const here: Resolved = canonical === pathname ? FOUND : { status: 200, moveTo: canonical };
  if (first === 'product') {
    const slug = /^[1-9]\d{0,9}$/.test(name) ? await addresses.findSlugById(db, Number(name)) : undefined;
    return slug === undefined ? UNKNOWN : { status: 200, moveTo: `/produkt/${slug}` };
  }
  if (first === 'produkt') {
    const target = await addresses.findSlugTarget(db, name);
    if (target?.moved) return { status: 200, moveTo: `/produkt/${target.slug}` };
    if (target) return here;
    return (await addresses.isWithdrawn(db, name)) ? { status: 410 } : UNKNOWN;
  }
  if (first === 'katalog' && second !== '')
    return (await addresses.findCategoryBySlug(db, name)) === undefined ? UNKNOWN : here;
  // Our own pages for failures are screens, but an address that leads there by hand is not a page to be found.
  return first === '404' ? UNKNOWN : here;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ClientFile, caching: string): FastifyReply {
  const { encoding, body } = chooseEncoding(file, request.headers['accept-encoding']);
  // One tag per encoding, as RFC 9110 asks of strong tags.
  const etag = encoding === 'identity' ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`;
  reply.header('Cache-Control', caching).header('ETag', etag).header('Vary', 'Accept-Encoding');
  if (reply.statusCode === 200 && matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.type(file.type).send(body);
}

const matches = (given: string | undefined, etag: string): boolean =>
  given !== undefined && given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

/** A browser opening a page says so; a script that fetches JSON does not. */
const namesPage = (request: FastifyRequest): boolean => isNavigation(request) && namesHtml(request.headers.accept);
/** At the address of a screen whoever takes a page gets it: link previews ask for anything at all. */
const admitsPage = (request: FastifyRequest): boolean =>
  (isNavigation(request) && admitsHtml(request.headers.accept)) || isKeeper(request);
/** Our own worker takes the pages that it keeps (docs/decisions/258), and says so as every call of ours does. */
const isKeeper = ({ headers }: FastifyRequest): boolean =>
  headers['x-requested-with'] === 'rostok' && namesHtml(headers.accept);
/** Browsers tell a script's request from a navigation, and always say its site as well; programs beside them name a mode alone. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined || mode === 'navigate' || headers['sec-fetch-site'] === undefined;
}

function pathOf(request: FastifyRequest): string {
  const end = request.url.search(/[?#]/);
  return end === -1 ? request.url : request.url.slice(0, end);
}

/** With its question mark; empty without one. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** Empty for an address that cannot be decoded: no product has that name. */
function decode(text: string): string {
  try {
    return namesNul(text) ? '' : decodeURIComponent(text);
  } catch {
    return '';
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Neither a call of the contract nor a page: kept out of request logs. */
    quiet?: boolean;
  }
}
