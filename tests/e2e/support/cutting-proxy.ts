import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

// A real proxy before a real shop, for what `route` cannot do: sockets that die before the shop has heard, or after it has
// done its work (docs/product/offline.md P12). It keeps connections alive, so the browser re-sends by itself as it does
// outside (F2).
// Contents: 1 what it speaks of, 2 the proxy, 3 what a cut does, 4 helpers

// ── 1 What it speaks of ─────────────────────────────────────────────────────────────────────────
/** One request on its way through. */
export type Passing = {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly key: string | null;
  readonly owner: string | null;
  /** The browser's own second attempt, which no code of the page asked for (F2). */
  readonly isResend: boolean;
  /** When it came, milliseconds of a monotonic clock. */
  readonly at: number;
};

export type Cut =
  /** The socket dies before the shop has heard. */
  | { kind: 'drop' }
  /** The shop has done it and answered; the socket dies instead of the answer. */
  | { kind: 'lose' }
  /** Half of the answer's body, then the socket dies. */
  | { kind: 'half' }
  /** The shop hears at once, its answer comes `ms` later. */
  | { kind: 'stall'; ms: number }
  /** Waits: before the shop hears, or with its answer in hand. */
  | { kind: 'hold'; where: 'request' | 'answer'; until: Promise<void> }
  /** Somebody else answers: a captive portal, an overloaded gate. */
  | { kind: 'answer'; http: number; headers: Readonly<Record<string, string>>; body: string };

export type FaultOptions = {
  match?: (passing: Passing) => boolean;
  /** How many requests it strikes; without it every one until it is lifted. */
  times?: number;
  /**
   * `share`: the browser's own re-send of a request that was cut is cut like it and not counted, so that `times` counts
   * what the page has asked for. `own`: a re-send is a request like any other.
   */
  resends?: 'share' | 'own';
};
export type Fault = {
  /** Requests it has struck. */
  readonly struck: readonly Passing[];
  /** Resolves when it has struck `n` requests. */
  met(n?: number): Promise<void>;
  lift(): void;
};
export type CuttingProxy = {
  readonly url: string;
  /** Everything that has come by since `forget`. */
  readonly seen: readonly Passing[];
  forget(): void;
  /** Where the shop is; until that is known, and while the shop is down, every socket dies. */
  lead(target: string): void;
  /** The first fault that matches decides; `cut` may decide request by request (null = let it through). */
  fault(cut: Cut | ((passing: Passing) => Cut | null), options?: FaultOptions): Fault;
  liftAll(): void;
  /** Nothing comes through, as if it had never been sent; faults that stand neither strike nor count. */
  unplug(isUnplugged: boolean): void;
  close(): Promise<void>;
};

type LiveFault = Fault & {
  readonly struck: Passing[];
  decide: (passing: Passing) => Cut | null;
  matches: (passing: Passing) => boolean;
  left: number;
  shares: boolean;
  waiting: { n: number; done: () => void }[];
};
/** A connection has just died under this attempt without a byte: the browser may send it again by itself. */
type Expected = { fault: LiveFault | undefined; cut: Cut; until: number };

/** The browser re-sends at once; the retries of the app wait for their backoff. */
const RESEND_MS = 200;
/**
 * A connection that is opened for a request brings it at once; an older one was opened ahead of need. Taking a fresh one for an
 * older one costs nothing; the reverse counts the browser's own attempt as the page's.
 */
const IDLE_MS = 20;

// ── 2 The proxy ─────────────────────────────────────────────────────────────────────────────────
export async function openCuttingProxy(): Promise<CuttingProxy> {
  let target: URL | null = null;
  let isUnplugged = false;
  const faults: LiveFault[] = [];
  const seen: Passing[] = [];
  const sockets = new WeakMap<Socket, { since: number; requests: number }>();
  const expected = new Map<string, Expected>();

  const server = createServer((request, response) => {
    carry(request, response).catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  server.on('connection', (socket) => sockets.set(socket, { since: performance.now(), requests: 0 }));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const mayBeResent = isProven(socket);
    if (isUnplugged) return void socket.destroy();
    const body = await readAll(request);
    const name = nameOf(request);
    const again = expected.get(name);
    expected.delete(name);
    const isResend = again !== undefined && again.until > performance.now();
    const passing = toPassing(request, isResend);
    seen.push(passing);
    const { fault, cut } = isResend && again.fault?.shares ? again : strike(passing);
    if (!target) return void socket.destroy();
    await serve({ request, response, body, target, cut, onDeath });

    function onDeath(): void {
      if (cut && mayBeResent) expected.set(name, { fault, cut, until: performance.now() + RESEND_MS });
      socket.resetAndDestroy();
    }
  }

  /** Chromium tries again only what died on a connection that had been open before (HttpNetworkTransaction). */
  function isProven(socket: Socket): boolean {
    const known = sockets.get(socket);
    if (!known) return false;
    known.requests += 1;
    return known.requests > 1 || performance.now() - known.since > IDLE_MS;
  }

  function strike(passing: Passing): { fault: LiveFault | undefined; cut: Cut | null } {
    const fault = faults.find((one) => one.left > 0 && one.matches(passing));
    const cut = fault?.decide(passing) ?? null;
    if (!fault || !cut) return { fault: undefined, cut: null };
    fault.left -= 1;
    fault.struck.push(passing);
    for (const { n, done } of fault.waiting) if (fault.struck.length >= n) done();
    return { fault, cut };
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    forget: () => void seen.splice(0),
    lead: (to) => void (target = new URL(to)),
    fault(cut, { match = () => true, times = Infinity, resends = 'share' } = {}) {
      const struck: Passing[] = [];
      const waiting: LiveFault['waiting'] = [];
      const fault: LiveFault = {
        struck,
        waiting,
        left: times,
        matches: match,
        shares: resends === 'share',
        decide: typeof cut === 'function' ? cut : () => cut,
        met: (n = 1) => new Promise((done) => (struck.length >= n ? done() : waiting.push({ n, done }))),
        lift() {
          fault.left = 0;
          fault.shares = false;
          if (faults.includes(fault)) faults.splice(faults.indexOf(fault), 1);
        },
      };
      faults.push(fault);
      return fault;
    },
    unplug: (isOff) => void (isUnplugged = isOff),
    liftAll: () => [...faults].forEach((fault) => fault.lift()),
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

// ── 3 What a cut does ───────────────────────────────────────────────────────────────────────────
type Carried = {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  target: URL;
  cut: Cut | null;
  onDeath: () => void;
};

async function serve({ request, response, body, target, cut, onDeath }: Carried): Promise<void> {
  if (cut?.kind === 'drop') return onDeath();
  if (cut?.kind === 'answer') {
    response.writeHead(cut.http, { 'Cache-Control': 'no-store', ...cut.headers });
    response.end(cut.body);
    return;
  }
  if (cut?.kind === 'hold' && cut.where === 'request') await cut.until;
  const answer = await forward(request, body, target);
  // Like a closed tab outside: what has been sent reaches the shop, whoever still listens (P22).
  if (response.destroyed) return void answer.resume();
  if (cut?.kind === 'lose') {
    await readAll(answer);
    return onDeath();
  }
  if (cut?.kind === 'stall') await new Promise((done) => setTimeout(done, cut.ms));
  if (cut?.kind === 'hold' && cut.where === 'answer') await cut.until;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHop(answer.rawHeaders));
  if (cut?.kind === 'half') {
    const bytes = await readAll(answer);
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
    return;
  }
  answer.pipe(response);
  answer.on('error', () => request.socket.destroy());
}

function forward(request: IncomingMessage, body: Buffer, target: URL): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { connection: _connection, ...headers } = request.headers;
    // A connection of its own each time: a kept one could die with the shop and be a fault that nobody asked for.
    const sent = ask(target, { method: request.method, path: request.url, headers, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

// ── 4 Helpers ───────────────────────────────────────────────────────────────────────────────────
async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};
const toPassing = (request: IncomingMessage, isResend: boolean): Passing => ({
  method: request.method ?? 'GET',
  path: request.url ?? '/',
  key: headerOf(request, 'idempotency-key'),
  owner: headerOf(request, 'x-client-user'),
  isResend,
  at: performance.now(),
});
const nameOf = (request: IncomingMessage): string =>
  `${request.method} ${request.url} ${headerOf(request, 'idempotency-key') ?? ''}`;

/** Spoken between the two ends of one connection only (RFC 9110 §7.6.1). */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const withoutHop = (raw: readonly string[]): string[] =>
  raw.filter((_, i) => !HOP.has((raw[i - (i % 2)] ?? '').toLowerCase()));
