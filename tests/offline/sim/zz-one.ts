import { runSchedule } from '#tests/offline/sim/schedule.ts';
const [seed, keep] = process.argv.slice(2);
const opt = keep ? { keep: keep.split(',').map(Number) } : {};
// shrink
let r = await runSchedule(Number(seed), opt);
const tag = (b: string | null) => b?.slice(0, 2);
const want = tag(r.broken);
let kept = opt.keep ?? r.plan.commands.map((c) => c.salt);
for (let changed = true; changed;) {
  changed = false;
  for (const salt of [...kept]) {
    const next = kept.filter((k) => k !== salt);
    const t = await runSchedule(Number(seed), { keep: next });
    if (tag(t.broken) === want) {
      kept = next;
      changed = true;
    }
  }
}
r = await runSchedule(Number(seed), { keep: kept, trace: true });
console.log(r.trace.join('\n'));
console.log(
  r.plan.commands
    .filter((c) => kept.includes(c.salt))
    .map((c) => c.salt + ' ' + c.name)
    .join(', '),
);
console.log(r.broken, 'faults', r.plan.faults.join(), 'startsAs', r.plan.startsAs, 'keep', kept.join());
