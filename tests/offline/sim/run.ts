import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { anySeed, simulate } from '#tests/offline/sim/pool.ts';
import { runSchedule } from '#tests/offline/sim/schedule.ts';
import { shrink, story } from '#tests/offline/sim/shrink.ts';

// npm run sim -- [--runs 10000000] [--seed N] [--threads N]      a long run; the first failure is shrunk and told
// npm run sim -- --replay SEED [--keep 1,4,7] [--shrink]         one schedule again, step by step

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    replay: { type: 'string' },
    keep: { type: 'string' },
    shrink: { type: 'boolean', default: false },
  },
});

if (values.replay === undefined) await run();
else await replay(Number(values.replay), values.keep?.split(',').map(Number));

async function replay(seed: number, given: number[] | undefined): Promise<void> {
  const keep = values.shrink ? (await shrink(seed, given ? { keep: given } : {})).keep : given;
  const { broken, trace, traceHash, plan } = await runSchedule(seed, { trace: true, ...(keep ? { keep } : {}) });
  console.log(trace.join('\n'));
  console.log(`faults: ${plan.faults.join(', ')}; starts as ${plan.startsAs ?? 'a guest'}`);
  if (keep) console.log(`kept commands: ${keep.join(',')}`);
  console.log(`trace ${traceHash.toString(16)}, ${broken ?? 'nothing broke'}`);
  process.exitCode = broken ? 1 : 0;
}

async function run(): Promise<void> {
  const seed = values.seed === undefined ? anySeed() : Number(values.seed);
  const runs = Number(values.runs);
  const threads = Number(values.threads);
  console.log(`${runs} schedules from seed ${seed} on ${threads} threads`);
  const began = performance.now();
  let told = 0;
  const report = await simulate({
    seed,
    runs,
    threads,
    onProgress(ran) {
      const seconds = (performance.now() - began) / 1000;
      if (seconds - told < 10) return;
      told = seconds;
      const left = ((runs - ran) / ran) * seconds;
      console.log(`${ran} of ${runs} in ${seconds.toFixed(0)} s, about ${(left / 60).toFixed(1)} min to go`);
    },
  });
  const { ran, failed, seconds, reached } = report;
  for (const [name, count] of [...reached].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(`  ${name}: ${count}`);
  if (failed !== null) console.log(await story(failed));
  console.log(
    `${ran} schedules from seed ${seed} in ${seconds.toFixed(0)} s: ${failed === null ? 'none failed' : 'FAILED'}`,
  );
  process.exitCode = failed === null ? 0 : 1;
}
