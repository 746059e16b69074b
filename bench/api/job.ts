/** What the measuring client is told. It crosses a process border, so it is plain data. */
export type Job = {
  host: string;
  port: number;
  connections: number;
  /** Requests under way on each connection at once. */
  pipelining: number;
  seconds: number;
  /**
   * Whole requests as they are written to the socket, one of them at random each time. `KEY` becomes a new UUID, `COOKIE` the
   * connection's own.
   */
  requests: string[];
  cookies: string[];
  status: number;
};
export type Told = {
  answers: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Answers with another status, and connections that broke. */
  errors: number;
  /** Share of one core that the client itself took: near 1 the client is what was measured. */
  clientBusy: number;
};

export const KEY = '{key}';
export const COOKIE = '{cookie}';

/** The bytes of one HTTP/1.1 request; the connection is kept. */
export function written(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const length =
    body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
