import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NO_CARRIERS } from '#server/gates/carriers/access.ts';
import type { QuoteAsked } from '#server/gates/carriers/port.ts';
import { WAREHOUSES } from '#contract/tariff.ts';

// A carrier of the tests: a local server that answers as its documentation says, or as badly as a test likes.

export type Heard = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};
type Said = { status?: number; headers?: Record<string, string>; body?: unknown } | 'silence' | 'hang up';
export type Say = (heard: Heard) => Said;

export async function openCarrierServer(say: Say) {
  const heard: Heard[] = [];
  let script = say;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://carrier.test');
      const one: Heard = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      heard.push(one);
      const said = script(one);
      if (said === 'silence') return;
      if (said === 'hang up') {
        response.destroy();
        return;
      }
      const { status = 200, headers = {}, body } = said;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    say: (next: Say) => void (script = next),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
export type CarrierServer = Awaited<ReturnType<typeof openCarrierServer>>;

export const [NSK] = WAREHOUSES;
/** 2.4 kg from Novosibirsk to Barnaul. */
export const asking = (more: Partial<QuoteAsked> & { gate?: QuoteAsked['to']['gate'] } = {}): QuoteAsked => {
  const { gate = null, ...rest } = more;
  return {
    type: 11,
    from: NSK,
    to: {
      countryId: 1,
      city: 'Барнаул',
      region: 'Алтайский край',
      index: '656049',
      lat: 53.35,
      lon: 83.78,
      street: 'Молодёжная',
      house: '12',
      gate,
    },
    grams: 2400,
    sumKop: 100_000,
    ...rest,
  };
};
export const access = (more: Partial<typeof NO_CARRIERS>): { carriers: typeof NO_CARRIERS } => ({
  carriers: { ...NO_CARRIERS, ...more },
});
/** A deadline that passes when the test says so; `asked` are the waits in milliseconds. */
export function virtualDeadline() {
  const asked: number[] = [];
  let abort = () => {};
  const deadline = (ms: number): AbortSignal => {
    asked.push(ms);
    const controller = new AbortController();
    abort = () => controller.abort();
    return controller.signal;
  };
  return { asked, deadline, pass: () => abort() };
}
