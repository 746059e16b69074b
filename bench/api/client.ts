import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { COOKIE, type Job, KEY, type Told } from '#bench/api/job.ts';

// The measuring client, a process of its own. It writes ready bytes and reads of an answer only its status and its length: a
// client with a full HTTP parser takes more processor time than the shop takes to answer a file, and measures itself.

process.once('message', (job: Job) => {
  run(job)
    .then((told) => process.send?.(told))
    .catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    })
    .finally(() => process.disconnect());
});

type Count = { times: number[]; errors: number; isOver: boolean };

async function run(job: Job): Promise<Told> {
  const count: Count = { times: [], errors: 0, isOver: false };
  const cpu = process.cpuUsage();
  const started = performance.now();
  const timer = setTimeout(() => (count.isOver = true), job.seconds * 1000);
  await Promise.all(Array.from({ length: job.connections }, (_, i) => ask(job, i, count)));
  clearTimeout(timer);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const times = Float64Array.from(count.times).sort();
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    answers: times.length,
    seconds: ms / 1000,
    p50: at(0.5),
    p99: at(0.99),
    errors: count.errors,
    clientBusy: (user + system) / 1000 / ms,
  };
}

/** One connection from its first request to its last answer; it ends when the time is over and nothing is under way. */
function ask(job: Job, number: number, count: Count): Promise<void> {
  const isKeyed = job.requests[0]!.includes(KEY);
  const sent: number[] = [];
  let turn = 0;
  return new Promise((done) => {
    const socket: Socket = connect(job.port, job.host);
    socket.setNoDelay(true);
    const next = () => {
      const request = isKeyed ? change(job, number, turn++) : pickOf(job.requests);
      sent.push(performance.now());
      socket.write(request, 'utf8');
    };
    const reader = new Answers((status) => {
      count.times.push(performance.now() - sent.shift()!);
      if (status !== job.status) count.errors += 1;
      if (!count.isOver) next();
      else if (sent.length === 0) socket.end();
    });
    socket.on('connect', () => {
      for (let i = 0; i < job.pipelining; i += 1) next();
    });
    socket.on('data', (bytes: Buffer) => reader.take(bytes));
    socket.on('error', () => (count.errors += 1));
    socket.on('close', () => {
      count.errors += sent.length;
      done();
    });
  });
}

const pickOf = (requests: readonly string[]): string => requests[Math.floor(Math.random() * requests.length)]!;

/**
 * Changes go in turn, as their list puts them, and each turn of the list is another buyer's: taken at random, or all of one session,
 * the shop would refuse many of them, and a refusal is cheap.
 */
function change({ requests, cookies, connections }: Job, number: number, turn: number): string {
  const buyer = number + connections * Math.floor(turn / requests.length);
  return requests[turn % requests.length]!.replace(COOKIE, cookies[buyer % cookies.length] ?? '').replace(
    KEY,
    randomUUID(),
  );
}

/** Cuts the stream of a connection into answers. */
class Answers {
  private rest: Buffer | null = null;
  private readonly each: (status: number) => void;
  constructor(each: (status: number) => void) {
    this.each = each;
  }

  take(bytes: Buffer): void {
    const all = this.rest ? Buffer.concat([this.rest, bytes]) : bytes;
    let at = 0;
    while (at < all.length) {
      const body = all.indexOf('\r\n\r\n', at) + 4;
      if (body === 3) break;
      const head = all.toString('latin1', at, body);
      const status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined && status !== 304 && status !== 204)
        throw new Error(`an answer without a length:\n${head}`);
      const end = body + Number(length ?? 0);
      if (end > all.length) break;
      this.each(status);
      at = end;
    }
    this.rest = at < all.length ? all.subarray(at) : null;
  }
}
