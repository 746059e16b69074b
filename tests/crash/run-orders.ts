import { parseArgs } from 'node:util';
import { crashOrders } from '#tests/crash/crash-orders.ts';
import { seeded } from '#tests/chaos/seeded.ts';

// npm run crash:pay -- [--kills 100] [--orders 1000] [--seed 1]: ends with 0 when nothing acknowledged was lost or doubled.

const { values } = parseArgs({
  options: { kills: { type: 'string' }, orders: { type: 'string' }, seed: { type: 'string' } },
});
const asked = { kills: Number(values.kills ?? 100), orders: Number(values.orders ?? 1000) };
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const words = `--kills ${asked.kills} --orders ${asked.orders} --seed ${seed}`;
console.log(words);
try {
  const { backMs, ...report } = await crashOrders(asked, seeded(seed).next, console.log);
  const sorted = backMs.toSorted((a, b) => a - b);
  console.table({
    ...report,
    'back, median ms': sorted[Math.floor(sorted.length / 2)],
    'back, worst ms': sorted.at(-1),
  });
  console.log('Все подтверждённые заказы и оплаты на месте, ничего не удвоено, счета сходятся.');
} catch (error) {
  console.error(error);
  console.error(`ПРОВАЛ: npm run crash:pay -- ${words}`);
  process.exitCode = 1;
}
