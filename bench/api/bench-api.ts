import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Load, load } from '#bench/api/load.ts';
import { describeRows, type Row } from '#bench/api/rows.ts';
import { grouped, judged, median, printTable, tellProgress, writeResult } from '#bench/report.ts';
import { openBenchShop } from '#bench/shop.ts';

// API rows of docs/product/start.md#api. Clients keep their connections; `×10` = ten requests under way on each. «Per core»
// divides by the processor time that the server process took, so it holds on a busy machine too; PostgreSQL's own time is not
// in it. «Client» is the share of a core that the measuring process took: from 90 % on its row says more of the client.

const RUNS = Number(process.env.RUNS ?? 5);
const SECONDS = Number(process.env.SECONDS_PER_RUN ?? 4);
/** Only the rows whose name holds this text, and nothing is written: for work on one of them. */
const ONLY = process.env.ONLY ?? '';
/** Middle size of the three catalogues whose bytes bench/catalogue-sizes.ts prints. */
const PRODUCTS = 3000;

type Measured = Omit<Row, 'job' | 'pid'> &
  Pick<Load, 'perSecond' | 'perCore' | 'p50' | 'p99' | 'errors' | 'clientBusy'> & { runs: number[] };

export async function benchApi(): Promise<void> {
  // All rows take minutes: whoever waits sees how far it is, from the first second on.
  tellProgress(`API: a shop with ${grouped(PRODUCTS)} products is being opened`);
  const shop = await openBenchShop({ products: PRODUCTS });
  const bare = await openBare();
  try {
    const rows = (await describeRows(shop, bare)).filter((row) => row.name.includes(ONLY));
    if (rows.length === 0) throw new Error(`no row's name holds «${ONLY}»`);
    tellProgress(`${rows.length} rows, about ${Math.ceil((rows.length * (1 + RUNS * SECONDS)) / 60)} min`);
    const measured: Measured[] = [];
    for (const [i, row] of rows.entries()) {
      const one = await measure(row).catch((error: unknown) => tellProgress(`${row.name}: ${String(error)}`));
      if (one) measured.push(one);
      tellProgress(`${i + 1}/${rows.length} ${row.name}${one ? `: ${grouped(one.perSecond)}/s` : ' failed'}`);
    }
    print(measured);
    if (ONLY === '') writeResult('api', { runs: RUNS, seconds: SECONDS, rows: measured });
  } finally {
    bare.close();
    await shop.close();
  }
}

function print(measured: readonly Measured[]): void {
  printTable(
    `API, ${grouped(PRODUCTS)} products, one server process, medians of ${RUNS} × ${SECONDS} s`,
    ['what', 'per second', 'per core', 'goal', '', 'p50 ms', 'p99 ms', 'goal', '', 'client', 'failed'],
    measured.map((one) => [
      one.name,
      grouped(one.perSecond),
      grouped(one.perCore),
      ...(one.goal ? judged(one.per === 'core' ? one.perCore : one.perSecond, one.goal) : ['', '']),
      one.p50.toFixed(2),
      one.p99.toFixed(2),
      ...(one.p99Goal ? judged(one.p99, one.p99Goal) : ['', '']),
      `${Math.round(one.clientBusy * 100)} %`,
      String(one.errors),
    ]),
  );
}

async function measure({ name, per, goal, p99Goal, job, pid }: Row): Promise<Measured> {
  await load({ ...job, seconds: 1 }, pid);
  const runs: Load[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await load({ ...job, seconds: SECONDS }, pid));
  const middle = (of: (one: Load) => number) => median(runs.map(of));
  return {
    name,
    per,
    goal,
    p99Goal,
    perSecond: middle((one) => one.perSecond),
    perCore: middle((one) => one.perCore),
    p50: middle((one) => one.p50),
    p99: middle((one) => one.p99),
    clientBusy: middle((one) => one.clientBusy),
    errors: runs.reduce((sum, one) => sum + one.errors, 0),
    runs: runs.map((one) => Math.round(one.perSecond)),
  };
}

async function openBare(): Promise<{ url: string; pid: number; close(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done) =>
    child.stdout.once('data', (text: Buffer) => done(text.toString().trim())),
  );
  return { url, pid: child.pid!, close: () => void child.kill() };
}

if (import.meta.main) await benchApi();
