import { MUTATIONS } from '#src/mutations.ts';
import { chanceOf, type Chance } from '#tests/offline/sim/scheduler.ts';
import { act, ACCOUNTS, COMMAND_NAMES, type Command } from '#tests/offline/sim/commands.ts';
import { FAULTS, type Fault } from '#tests/offline/sim/faults.ts';
import { checkHealed, checkPromise } from '#tests/offline/sim/invariants.ts';
import { GUEST_MARK, guestIdOf } from '#src/offline/identity/holder.rules.ts';
import { PUB } from '#src/offline/identity/keys.ts';
import { boot, flushAll, holderOf, logIn } from '#tests/offline/sim/page.ts';
import type { Sabotage } from '#tests/offline/sim/sabotage.ts';
import { type Oracles, World } from '#tests/offline/sim/world.ts';

/** Everything a seed decides before the first step. Commands carry their own salt: one left out changes no other. */
export type Plan = {
  seed: number;
  commands: { name: Command; salt: number }[];
  faults: readonly Fault[];
  storeFaultShare: number;
  products: number;
  tabs: number;
  startsAs: string | null;
};
export type RunOptions = {
  sabotage?: Sabotage;
  oracles?: Oracles;
  /** Narrowed generators find rare orders (docs/product/offline.md#tests). */
  commands?: readonly Command[];
  faults?: readonly Fault[];
  products?: number;
  trace?: boolean;
  /** Replays only these commands of the plan, by their number. */
  keep?: readonly number[];
  reached?: Map<string, number>;
};
export type RunResult = {
  seed: number;
  broken: string | null;
  traceHash: number;
  trace: readonly string[];
  plan: Plan;
};

const ALWAYS: readonly Command[] = ['heart', 'add', 'add', 'flush', 'flush', 'flush', 'flush', 'steps', 'steps'];
const mix = (seed: number, salt: number): number => Math.imul(seed ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b) >>> 0;

export function planOf(seed: number, options: RunOptions = {}): Plan {
  const chance = chanceOf(seed);
  // Swarm: a random part of the commands and faults per run, or rare orders are never reached.
  const share = chance.pick([0.1, 0.2, 0.35]);
  const commands = options.commands ?? [...ALWAYS, ...COMMAND_NAMES.filter(() => chance.chance(share))];
  const faults = options.faults ?? FAULTS.filter(() => chance.chance(0.4));
  const length = 14 + chance.int(16);
  return {
    seed,
    faults,
    storeFaultShare: chance.chance(0.25) ? 0.04 : 0,
    products: options.products ?? 1 + chance.int(3),
    tabs: 2 + chance.int(2),
    startsAs: chance.chance(0.65) ? '1' : null,
    commands: Array.from({ length }, (_, salt) => ({ name: chance.pick(commands), salt })),
  };
}

/** One schedule: commands and faults chosen by the seed, then heal, then the final invariants. */
export async function runSchedule(seed: number, options: RunOptions = {}): Promise<RunResult> {
  const plan = planOf(seed, options);
  const chance = chanceOf(seed);
  const world = new World(chance, options.reached ?? new Map(), MUTATIONS);
  if (options.trace) world.scheduler.trace = [];
  world.sabotage = options.sabotage ?? 'none';
  world.oracles = options.oracles ?? 'all';
  world.server.checksOwner = world.sabotage !== 'owner-ignored';
  world.server.unkeyedHearts = world.sabotage.startsWith('unkeyed-hearts');
  world.faults = plan.faults;
  world.storeFaultShare = plan.storeFaultShare;
  const realNow = Date.now;
  Date.now = () => world.wall;
  try {
    await run(world, chance, plan, options.keep);
  } catch (error) {
    world.broken ??= `threw: ${(error as Error).stack}`;
  } finally {
    Date.now = realNow;
  }
  if (options.trace)
    world.scheduler.trace?.push(
      ...world.gestures.map((g) => `gesture ${JSON.stringify(g)}`),
      ...world.server.executions.map((e) => `execution ${JSON.stringify(e)}`),
    );
  const { traceHash, trace } = world.scheduler;
  return { seed, broken: world.broken, traceHash, trace: trace ?? [], plan };
}

async function run(world: World, chance: Chance, plan: Plan, keep?: readonly number[]): Promise<void> {
  if (plan.startsAs) {
    world.cookie = world.server.openSession(plan.startsAs);
    world.pub.data.set(PUB.holder, { uid: plan.startsAs, priceType: 0, isGuest: false });
    world.partition(plan.startsAs).data.set('open', 'first');
    world.partition(plan.startsAs).data.set('open', 'first');
  }
  world.serverTime = world.server.now;
  for (let i = 0; i < plan.tabs; i += 1) world.open();
  for (const { name, salt } of plan.commands) {
    if (keep && !keep.includes(salt)) continue;
    chance.reseed(mix(plan.seed, salt));
    world.scheduler.note('>', name);
    await act(world, name, plan.products);
    await world.run(chance.int(8));
    if (world.broken) return;
  }
  chance.reseed(mix(plan.seed, 999));
  await heal(world);
  world.broken ??= checkHealed(world);
}

/** Faults off; each person comes back in turn, everything drains or parks, one pull of each scope. */
async function heal(world: World): Promise<void> {
  world.isHealing = true;
  world.isFull = false;
  world.server.readonlyPeople.clear();
  for (const context of world.contexts) context.frozen = false;
  await world.run(2000);
  for (const context of world.alive) world.kill(context);
  // The guest of the day sends on its own in half of the runs, in the others the first login takes it along.
  if (guestIdOf(holderOf(world)) !== undefined && world.chance.chance(0.5)) await drain(world, null);
  for (const account of ACCOUNTS) {
    const isKnown = world.partitions.has(account) || [...world.server.bound.values()].includes(account);
    if (isKnown) await drain(world, account);
  }
  // What is left belongs to guests whom no login took along: each is the guest of the day once more.
  for (const { owner } of world.partitions.values())
    if (owner.startsWith('guest:') && !world.server.bound.has(owner) && world.pendingOf(owner).length > 0) {
      world.pub.data.set(PUB.holder, GUEST_MARK);
      world.pub.data.set(PUB.guest, { id: guestIdOf(owner) });
      world.cookie = null;
      await drain(world, null);
    }
  world.broken ??= checkPromise(world);
}

async function drain(world: World, account: string | null): Promise<void> {
  // Whoever came before has gone: what is theirs is sent by the pages of whoever is here.
  for (const one of world.alive) world.kill(one);
  const context = world.open();
  // A login may first have to find out whose guest this device holds; the person then tries again.
  for (let i = 0; i < 3 && (i === 0 || context.owner !== account); i += 1) {
    (account ? logIn(world, context, account) : boot(world, context)).catch(() => {});
    await world.run(1000);
    if (!account) break;
  }
  const mine = () =>
    [...world.partitions.values()].some(
      ({ owner, data }) =>
        (owner === context.owner || world.server.bound.get(owner) === context.owner) &&
        [...data].some(([key, value]) => key.startsWith('ob:') && world.isRecord(value)),
    );
  for (let round = 0; round < 10 && !world.broken && (round === 0 || mine()); round += 1) {
    for (const one of world.contexts) one.clock += 3_600_000;
    world.server.now += 3_600_000;
    for (const { flusher } of context.engines.values()) {
      flusher.resetWaits();
      flusher.resume();
    }
    flushAll(world, context).catch(() => {});
    await world.run(1000);
  }
  for (const scope of world.touched) {
    world.pull(context, scope);
    await world.run(100);
  }
  if (account) world.healed.add(account);
}
