import { createServer } from 'node:net';

// Below the range that the system hands out by itself (32768 and up): no connection of a test beside this one can take a port
// between the look and the start of a program, or while that program is started again.
const FIRST = 20_000;
const MANY = 1250;
/** Two workers of a run never look at the same port before a program of one of them has taken it. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 8;

/** Given in this process; programs on them may be stopped at the moment. */
const given = new Set<number>();

/** A port of 127.0.0.1 that nobody uses. `many`: so many in a row, of which this is the first. */
export async function freePort(many = 1): Promise<number> {
  for (;;) {
    const port = FIRST + worker * MANY + Math.floor(Math.random() * (MANY - many));
    const row = Array.from({ length: many }, (_, i) => port + i);
    if (row.some((one) => given.has(one))) continue;
    for (const one of row) given.add(one);
    if ((await Promise.all(row.map(isFree))).every(Boolean)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
