import { execFileSync } from 'node:child_process';
import { runSchedule, type RunOptions } from '#tests/offline/sim/schedule.ts';

/** Leaves out commands as long as the same invariant still breaks; what remains is the story of the bug. */
export async function shrink(seed: number, options: RunOptions = {}): Promise<{ keep: number[]; broken: string }> {
  const first = await runSchedule(seed, options);
  let broken = first.broken ?? '';
  const invariant = broken.split(':')[0];
  let keep = [...(options.keep ?? first.plan.commands.map(({ salt }) => salt))];
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    for (const salt of [...keep]) {
      const without = keep.filter((one) => one !== salt);
      const tried = await runSchedule(seed, { ...options, keep: without });
      if (!tried.broken || tried.broken.split(':')[0] !== invariant) continue;
      [keep, broken, isShorter] = [without, tried.broken, true];
    }
  }
  return { keep, broken };
}

/** Everything another person needs to see the same failure. */
export async function story(seed: number): Promise<string> {
  const { keep, broken } = await shrink(seed);
  const { plan } = await runSchedule(seed, { keep });
  const names = plan.commands.filter(({ salt }) => keep.includes(salt)).map(({ name }) => name);
  return [
    `seed ${seed} at ${commit()}: ${broken}`,
    `  commands: ${names.join(' → ')}`,
    `  starts as ${plan.startsAs ?? 'a guest'}, faults: ${plan.faults.join(', ')}`,
    `  replay: npm run sim -- --replay ${seed} --keep ${keep.join(',')}`,
  ].join('\n');
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'no commit';
  }
}
