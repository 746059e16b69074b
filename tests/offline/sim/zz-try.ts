import { runSchedule } from '#tests/offline/sim/schedule.ts';
const [from, count, ...rest] = process.argv.slice(2);
const reached = new Map<string, number>();
let bad = 0;
const kinds = new Map<string, [number, number]>();
for (let s = Number(from); s < Number(from) + Number(count); s++) {
  const r = await runSchedule(s, { reached });
  if (r.broken) {
    bad++;
    const k = r.broken.replace(/\d[\d-]*|[0-9a-f-]{36}/g, '#').slice(0, 70);
    const e = kinds.get(k);
    kinds.set(k, e ? [e[0] + 1, e[1]] : [1, s]);
    if (!e) console.log(s, r.broken.slice(0, 400));
  }
}
const cpu = process.cpuUsage();
console.log('cpu us/schedule', ((cpu.user + cpu.system) / Number(count)).toFixed(0), 'bad', bad);
console.log(
  [...kinds]
    .sort((a, b) => b[1][0] - a[1][0])
    .map(([k, [n, s]]) => `${n} ${s} ${k}`)
    .join('\n'),
);
if (rest.includes('-r'))
  console.log(
    [...reached]
      .sort()
      .map(([k, n]) => `${k}=${n}`)
      .join('  '),
  );
