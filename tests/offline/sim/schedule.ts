import { chanceOf, type Chance } from '#tests/offline/sim/scheduler.ts';
import { checkHealed, checkStep, type Oracles } from '#tests/offline/sim/invariants.ts';
import { type Context, FAULTS, type Sabotage, World } from '#tests/offline/sim/world.ts';

const COMMANDS = [
  'heart',
  'add',
  'remove',
  'flush',
  'steps',
  'crash',
  'reopen',
  'freeze',
  'switch',
  'expire',
  'believe',
  'stock',
  'delete',
  'pull',
  'wait',
  'clock',
] as const;
export type Command = (typeof COMMANDS)[number];
export type RunOptions = {
  sabotage?: Sabotage;
  oracles?: Oracles;
  /** Narrowed generators find rare orders (offline.md §3.2). */ commands?: readonly Command[];
  products?: number;
  trace?: boolean;
};
export type RunResult = {
  broken: string | null;
  traceHash: number;
  reached: Map<string, number>;
  trace: readonly string[];
};

const OWNERS = ['1', '2', 'guest:00000000-0000-4000-8000-0000000000aa'] as const;

/** One schedule: a swarm of commands and faults chosen by the seed, then heal, then the final invariants. */
export async function runSchedule(seed: number, options: RunOptions = {}): Promise<RunResult> {
  const chance = chanceOf(seed);
  const world = new World(chance);
  world.scheduler.isTracing = options.trace ?? false;
  world.sabotage = options.sabotage ?? 'none';
  world.server.checksOwner = world.sabotage !== 'owner-ignored';
  world.server.unkeyedHearts = world.sabotage.startsWith('unkeyed-hearts');
  const oracles = options.oracles ?? 'all';
  // Swarm: a random half of the commands and faults per run, or rare orders are never reached.
  const commands = options.commands ?? ['heart', 'add', 'flush', 'steps', ...COMMANDS.filter(() => chance.chance(0.5))];
  world.faults = FAULTS.filter(() => chance.chance(0.5));
  const products = options.products ?? 1 + chance.int(3);
  world.cookie = '1';
  const tabs = 2 + chance.int(2);
  for (let i = 0; i < tabs; i += 1) world.open(`tab${i}`, '1');
  const length = 12 + chance.int(20);
  const done = (broken: string | null): RunResult => ({
    broken,
    traceHash: world.scheduler.traceHash,
    reached: world.reached,
    trace: world.scheduler.trace,
  });
  try {
    for (let i = 0; i < length; i += 1) {
      const command = chance.pick(commands) as Command;
      world.count(`command ${command}`);
      world.scheduler.note(`> ${command}`);
      await act(world, chance, command, products);
      await world.run(chance.int(4));
      await checkStep(world, oracles);
    }
    await heal(world, oracles);
    return done(null);
  } catch (error) {
    return done((error as Error).message);
  }
}

async function act(world: World, chance: Chance, command: Command, products: number): Promise<void> {
  const alive = world.contexts.filter((context) => context.alive);
  const context =
    alive.length > 0 ? chance.pick(alive) : world.open(`tab${world.contexts.length}`, world.cookie ?? OWNERS[2]);
  const productId = 1 + chance.int(products);
  const cart = (delta: number) =>
    world.gesture(context, { kind: 'cart.change', body: { kind: 'retail', cartType: 0, productId, delta } });
  switch (command) {
    case 'heart': {
      // A person toggles what the screen shows.
      const shown = await world.view(context.owner, 'fav', productId, 99);
      return world.gesture(context, { kind: 'fav.set', body: { productId, on: shown === 0 } });
    }
    case 'add':
      return cart(1 + chance.int(3));
    case 'remove': {
      const shown = await world.view(context.owner, 'cart:retail', productId, 99);
      return shown > 0 ? cart(-(1 + chance.int(shown))) : undefined;
    }
    case 'flush':
      context.flusher?.resetWaits();
      return world.flush(context);
    case 'steps':
      return world.run(5 + chance.int(10));
    case 'crash':
      return crashAndCheck(world, context);
    case 'reopen':
      world.open(`tab${world.contexts.length}`, world.cookie ?? context.owner);
      return;
    case 'freeze':
      context.frozen = !context.frozen;
      return;
    case 'switch':
      // Another tab logs somebody else in: the cookie changes under every context at once.
      world.cookie = chance.pick(OWNERS);
      return;
    case 'expire':
      world.cookie = null;
      return;
    case 'believe':
      if (world.cookie && world.cookie !== context.owner) world.become(context, world.cookie);
      else context.flusher?.resume();
      return;
    case 'stock':
      world.server.stock.set(productId, chance.int(6));
      return;
    case 'delete':
      world.server.gone.add(productId);
      return;
    case 'pull':
      return world.pull(context, chance.chance(0.5) ? 'fav' : 'cart:retail');
    case 'wait':
      for (const one of world.contexts) one.clock += 1000 * (1 + chance.int(90));
      return;
    case 'clock':
      // The device's wall clock is never asked; moving the monotonic one far only ends waits.
      context.clock += 86_400_000;
  }
}

/** I2: what was called saved is in the store before and after. */
async function crashAndCheck(world: World, context: Context): Promise<void> {
  const before = await world.state(context.owner);
  world.crash(context);
  const after = await world.state(context.owner);
  if (after.pending.length < before.pending.length) throw new Error('I2: a crash lost a saved record');
}

/** Faults off; each person comes back in turn, everything drains or parks, one pull each. */
async function heal(world: World, oracles: Oracles): Promise<void> {
  world.isHealing = true;
  await world.run(500);
  for (const context of world.contexts) context.frozen = false;
  const owners = [...new Set(world.gestures.map((one) => one.owner))];
  for (const owner of owners) {
    world.cookie = owner;
    const context = world.open(`heal-${owner}`, owner);
    for (let round = 0; round < 6; round += 1) {
      context.clock += 3_600_000;
      context.flusher?.resetWaits();
      context.flusher?.resume();
      world.flush(context);
      await world.run(400);
      await checkStep(world, oracles);
    }
    for (const scope of ['fav', 'cart:retail'] as const) {
      world.pull(context, scope);
      await world.run(50);
    }
  }
  await checkHealed(world, owners, oracles);
}
